import { readUuid } from '../../../../../contracts/client/vocabulary.ts';

/** The version of the messages between the admin and the page in the frame: see `docs/content/previews.md`. */
const contract = 1;

export type AdminMessage =
  | { readonly type: 'hello' }
  | { readonly type: 'changed'; readonly id: string; readonly version: string };

/** A click on something that belongs to a field. */
export interface EditMessage {
  readonly type: 'edit';
  readonly id: string;
  readonly path: string;
}

export type PageMessage = { readonly type: 'ready' } | EditMessage;

const pathMaxLength = 1_000;

/** Reads what a page sent, which can be anything. @returns undefined for what the contract does not contain. */
export const readPageMessage = (data: unknown): PageMessage | undefined => {
  if (typeof data !== 'object' || data === null) return undefined;
  const { quoin, type, id, path } = data as Readonly<Record<string, unknown>>;
  if (quoin !== contract) return undefined;
  if (type === 'ready') return { type };
  if (type !== 'edit' || typeof id !== 'string' || typeof path !== 'string') return undefined;
  return readUuid(id) === id && path.length <= pathMaxLength ? { type, id, path } : undefined;
};

/** Sends a message to the page in the frame; if that is of another origin by now, to nobody. */
export const sendToPage = (page: Window, origin: string, message: AdminMessage): void =>
  page.postMessage({ quoin: contract, ...message }, origin);

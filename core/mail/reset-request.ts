import type { Email } from '../model/user.ts';
import type { Repositories } from '../ports/store.ts';
import type { QueueDependencies } from './queue-mail.ts';

/** Somebody has asked for a mail that resets a password. */
export interface ResetRequest {
  readonly email: Email;
  /** The caller's address, for the audit. */
  readonly client: string;
}

/**
 * Stores a request in the place of the mail, which is written when its turn comes. To store one takes the same time whether
 * there is an account or not, and a stored request is not lost.
 */
export const queueRequest = async (
  { encryption, ids }: Pick<QueueDependencies, 'encryption' | 'ids'>,
  { mails }: Pick<Repositories, 'mails'>,
  request: ResetRequest,
): Promise<void> => {
  const content = await encryption.encrypt(JSON.stringify({ request }));
  await mails.insert({ id: ids.next(), kind: 'reset', userId: undefined, content });
};

/** @returns undefined for the content of a mail. */
export const readRequest = (content: string): ResetRequest | undefined =>
  (JSON.parse(content) as { readonly request?: ResetRequest }).request;

import { perspectiveOf } from '../access/perspective.ts';
import type { Decided } from '../content/read-on-basis.ts';
import type { Actor } from '../model/actor.ts';
import type { ExactConditions, ListPlace } from '../ports/repositories/content-repository.ts';
import type { Digest } from '../ports/hashing.ts';
import { DomainError } from '../primitives/errors.ts';
import { readUuid } from '../primitives/uuid.ts';

/** A place in the feed. */
export interface FeedPlace {
  readonly epoch: string;
  /** The changes after it follow. */
  readonly position: number;
  /** First follow the items after this one; undefined if only changes follow. */
  readonly walk?: ListPlace | undefined;
}

export interface ParsedCursor extends FeedPlace {
  readonly binding: string;
}

/** How much of a digest tells readers apart. A forged cursor is only another place. */
const bindingLength = 16;

const readerOf = (actor: Actor): string => {
  switch (actor.kind) {
    case 'user':
      return `user ${actor.userId}`;
    case 'token':
      return `token ${actor.tokenId}`;
    case 'preview':
      return `preview ${actor.previewId}`;
    case 'anonymous':
    case 'operator':
      return actor.kind;
  }
};

/** The binding of a cursor with which every reader may begin, for every collection and perspective. */
export const anyReader = 'any';

/** Which cursors a reader may continue with. */
export interface CursorBindings {
  /** Identifies the reader, the collection, the locale and the perspective. */
  readonly own: string;
  /** Those from before the collection began or ceased to exist for the reader, which an event says. */
  readonly earlier: () => Promise<readonly string[]>;
}

/** @param name of the collection, as requested. */
export const bindingsOf = async (
  digest: Digest,
  { actor, view, asked, site: { collection } }: Decided,
  name: string | undefined,
  { locale }: Pick<ExactConditions, 'locale'>,
): Promise<CursorBindings> => {
  const bind = async (subject: string | null): Promise<string> => {
    const code = locale === undefined ? [] : [locale.code];
    const parts = [readerOf(actor), subject, perspectiveOf(view), ...code];
    return (await digest.sha256(JSON.stringify(parts))).slice(0, bindingLength);
  };
  return {
    // That of a hidden collection is that of an unknown one.
    own: await bind(collection?.id ?? name ?? null),
    earlier: async () =>
      asked === undefined || name === undefined ? [] : [await bind(asked), await bind(name)],
  };
};

/** A text of characters that need no escape in URLs and header fields. */
export const writeCursor = (binding: string, { epoch, position, walk }: FeedPlace): string =>
  [binding, epoch, position, ...(walk === undefined ? [] : [walk.createdAt, walk.id])].join('.');

/** Does not check the binding. @throws DomainError `invalid_cursor`. */
export const parseCursor = (cursor: string): ParsedCursor => {
  // Longer texts have other parts.
  const [binding = '', epochText = '', position, createdAt, idText = '', ...rest] = cursor
    .slice(0, 200)
    .split('.');
  const epoch = readUuid(epochText);
  const place = { binding, epoch: epoch ?? '', position: readNumber(position) };
  const id = readUuid(idText);
  if (epoch === undefined || rest.length > 0) throw invalidCursor();
  if (createdAt === undefined) return place;
  if (id === undefined) throw invalidCursor();
  return { ...place, walk: { createdAt: readNumber(createdAt), id } };
};

const readNumber = (text = ''): number => {
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value)) throw invalidCursor();
  return value;
};

export const invalidCursor = (): DomainError =>
  new DomainError('invalid_cursor', 'The cursor belongs to another reader or another request', {
    details: 'Start again with after=start',
    issues: [
      { path: 'after', message: 'must be a cursor of the same reader and the same request' },
    ],
  });

export const expiredCursor = (): DomainError =>
  new DomainError('cursor_expired', 'The changes after this cursor are no longer known', {
    details: 'Start again with after=start',
  });

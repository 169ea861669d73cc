import { invalid } from '../../primitives/errors.ts';
import { assertStorable, lengthOf, parseText } from '../../primitives/text.ts';
import type { EpochMs } from '../../primitives/time.ts';
import type { Author } from '../user.ts';

/**
 * The passage of an item that a comment is about. The quote and the text around it find the passage again after the text has
 * changed; a quote that is not found any more leaves a comment on the field.
 */
export interface CommentPlace {
  /** `title`, or the place of a value in the data, as issues name it: `data.sections.0.text`. */
  readonly path: string;
  /** Empty for a comment on the whole field. */
  readonly quote: string;
  /** What is before and after the quote. */
  readonly before: string;
  readonly after: string;
}

/** What somebody says about an item, for the people who work on it. A reply belongs to a thread, which is a comment itself. */
export interface Comment {
  readonly id: string;
  readonly contentId: string;
  /** The comment that it replies to; its own id for one that begins a thread. */
  readonly threadId: string;
  /** Plain text, with mentions as `@[<id of a user>]`. */
  readonly text: string;
  /** Undefined for programs, and after an import without an author. The account may not exist any more. */
  readonly authorId: string | undefined;
  readonly createdAt: EpochMs;
  /** Undefined for a text that is the first one. */
  readonly editedAt: EpochMs | undefined;
  /** Undefined for a comment on the whole item, and for a reply. */
  readonly place: CommentPlace | undefined;
  /** When the thread was resolved; undefined while it is open, and for a reply. */
  readonly resolvedAt: EpochMs | undefined;
  /** Who resolved it. */
  readonly resolvedBy: string | undefined;
}

/** A comment as people see it. */
export interface ShownComment extends Comment {
  /** Undefined without an author, or when the account was deleted. */
  readonly author: Author | undefined;
  /** Who resolved the thread; undefined like the author. */
  readonly resolver: Author | undefined;
}

/** A comment with its replies, oldest first. */
export interface CommentThread extends ShownComment {
  readonly replies: readonly ShownComment[];
}

/** The latest comment of an open thread that mentions a user. */
export interface Mention {
  readonly item: { readonly id: string; readonly title: string; readonly collectionId: string };
  readonly comment: ShownComment;
}

export const commentLimits = {
  /** The most comments of one item, replies included. */
  comments: 500,
  /** In characters, as the others. */
  text: 5_000,
  quote: 500,
  /** On each side of a quote. */
  quoteContext: 60,
} as const;
const pathMax = 500;

export const isThread = ({ id, threadId }: Pick<Comment, 'id' | 'threadId'>): boolean =>
  id === threadId;

const mentionPattern = /@\[([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\]/gi;

/** The users that a text mentions, each once, in the order of the text. */
export const mentionsIn = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(mentionPattern), ([, id = '']) => id.toLowerCase())),
];

/** The text with something else in the place of each mention. */
export const replaceMentions = (text: string, textOf: (userId: string) => string): string =>
  text.replace(mentionPattern, (_, id: string) => textOf(id.toLowerCase()));

/** @throws DomainError `invalid_input`, `invalid_text`. */
export const parseCommentText = (raw: string): string =>
  parseText('text', raw, { min: 1, max: commentLimits.text });

/** The title, or a value in the data. */
const placePath = /^(?:title|data(?:\..+)?)$/su;

/** @param raw with empty texts for what is absent. @throws DomainError `invalid_input`, `invalid_text`. */
export const parsePlace = ({ path, quote, before, after }: CommentPlace): CommentPlace => {
  assertShort('place.path', path, pathMax);
  if (!placePath.test(path)) {
    const message = 'must be title, or the path of a value in data, such as data.text';
    throw invalid('invalid_input', [{ path: 'place.path', message }]);
  }
  assertShort('place.quote', quote, commentLimits.quote);
  assertShort('place.before', before, commentLimits.quoteContext);
  assertShort('place.after', after, commentLimits.quoteContext);
  return { path, quote, before, after };
};

/** Spaces at the ends count: the text around a quote begins or ends with some. */
const assertShort = (path: string, text: string, max: number): void => {
  assertStorable(text, path);
  if (lengthOf(text) <= max) return;
  throw invalid('invalid_input', [{ path, message: `must be at most ${max} characters` }]);
};

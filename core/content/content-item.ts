import { DomainError } from '../errors.ts';
import type { JsonText } from '../json.ts';
import { parseText } from '../text.ts';
import { laterOf } from '../time.ts';
import type { Slug } from './slug.ts';

export const contentStatuses = ['draft', 'published', 'archived'] as const;
export type ContentStatus = (typeof contentStatuses)[number];

/** Where an imported item came from, so that importing again changes only what changed. */
export interface ContentOrigin {
  /** Digest of the source as it was imported last. */
  readonly digest: string;
  /** The item's version after that import; a higher one means that it was edited here since. */
  readonly version: number;
}

/** One piece of content. Immutable: every change yields a new item. */
export interface ContentItem {
  readonly id: string;
  readonly collectionId: string;
  /** Who made it; undefined when an import did or the account is gone. */
  readonly authorId: string | undefined;
  readonly title: string;
  readonly slug: Slug;
  readonly status: ContentStatus;
  readonly data: JsonText;
  /** Starts at 1 and grows by one with every write. */
  readonly version: number;
  readonly origin: ContentOrigin | undefined;
  /** Epoch milliseconds, as are all times in the core. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type ContentChanges = Partial<
  Pick<ContentItem, 'title' | 'slug' | 'status' | 'collectionId' | 'data'>
>;

/** The size of `data` as JSON text, in bytes, and how deep it may nest. */
export const dataLimits = { bytes: 2 * 1024 * 1024, depth: 32 } as const;

/** The most bytes of `data` that are read at a time; see `ContentPage`. */
export const pageBytes = 4 * dataLimits.bytes;

export const titleMaxLength = 500;

/** @returns the trimmed title. @throws DomainError `invalid_input`, `invalid_text`. */
export const parseTitle = (raw: string): string =>
  parseText('title', raw, { min: 1, max: titleMaxLength });

/** The lifecycle. Archived content returns to draft before it can be published again. */
const successors: Readonly<Record<ContentStatus, readonly ContentStatus[]>> = {
  draft: ['published', 'archived'],
  published: ['draft', 'archived'],
  archived: ['draft'],
};

export const canTransition = (from: ContentStatus, to: ContentStatus): boolean =>
  from === to || successors[from].includes(to);

/** @throws DomainError `invalid_transition`, naming what is allowed. */
export const assertTransition = (from: ContentStatus, to: ContentStatus): void => {
  if (canTransition(from, to)) return;
  const allowed = successors[from].join(' or ');
  throw new DomainError('invalid_transition', `Content cannot go from ${from} to ${to}`, {
    details: `From ${from} it can go to ${allowed}`,
  });
};

/**
 * The item after an update, or the very same item when nothing would change.
 *
 * @throws DomainError `invalid_transition` when the lifecycle forbids the new status.
 */
export const reviseContentItem = (
  item: ContentItem,
  changes: ContentChanges,
  now: number,
): ContentItem => {
  assertTransition(item.status, changes.status ?? item.status);
  const revised = { ...item, ...changes };
  const changed = (Object.keys(changes) as (keyof ContentChanges)[]).some(
    (key) => revised[key] !== item[key],
  );
  if (!changed) return item;
  return { ...revised, version: item.version + 1, updatedAt: laterOf(item.updatedAt, now) };
};

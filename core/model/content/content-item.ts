import { DomainError } from '../../primitives/errors.ts';
import { encodeBounded, type JsonObject, type JsonText } from '../../primitives/json.ts';
import { parseText } from '../../primitives/text.ts';
import { laterOf, type EpochMs } from '../../primitives/time.ts';
import type { Slug } from './slug.ts';

export const contentStatuses = ['draft', 'published', 'archived'] as const;
export type ContentStatus = (typeof contentStatuses)[number];

/** The source of an imported item, so that the next import changes only what changed in the source. */
export interface ContentOrigin {
  /** Digest of the source at the last import. */
  readonly digest: string;
  /** The item's version after that import. A higher version means that the item was edited here. */
  readonly version: number;
}

/** One piece of content. */
export interface ContentItem {
  readonly id: string;
  readonly collectionId: string;
  /** The user who created it; undefined after an import without an author, or when the account was deleted. */
  readonly authorId: string | undefined;
  readonly title: string;
  readonly slug: Slug;
  readonly status: ContentStatus;
  readonly data: JsonText;
  /** Starts at 1 and grows by one with every write. */
  readonly version: number;
  readonly origin: ContentOrigin | undefined;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
  /** When it was first published; undefined if it never was. */
  readonly publishedAt: EpochMs | undefined;
}

/** Identifies one state of an item. */
export type ItemStamp = Pick<ContentItem, 'id' | 'version' | 'updatedAt'>;

export type ContentChanges = Partial<
  Pick<ContentItem, 'title' | 'slug' | 'status' | 'collectionId' | 'data'>
>;

/** The maximum size of `data` as JSON text, in bytes, and its maximum depth. */
export const dataLimits = { bytes: 2 * 1024 * 1024, depth: 32 } as const;

/** @throws DomainError `invalid_data` for data that is too large or too deep; `invalid_text`. */
export const encodeData = (data: JsonObject): JsonText => encodeBounded(data, 'data', dataLimits);

/** The maximum size of `data` that one page returns, in bytes; see `ContentPage`. */
export const pageBytes = 4 * dataLimits.bytes;

export const titleMaxLength = 500;

/** @returns the trimmed title. @throws DomainError `invalid_input`, `invalid_text`. */
export const parseTitle = (raw: string): string =>
  parseText('title', raw, { min: 1, max: titleMaxLength });

/** The lifecycle. Archived content has to become a draft before it can be published again. */
const successors: Readonly<Record<ContentStatus, readonly ContentStatus[]>> = {
  draft: ['published', 'archived'],
  published: ['draft', 'archived'],
  archived: ['draft'],
};

export const canTransition = (from: ContentStatus, to: ContentStatus): boolean =>
  from === to || successors[from].includes(to);

/** The statuses that an item can get, without its own. */
export const nextStatuses = (from: ContentStatus): readonly ContentStatus[] => successors[from];

/** @returns when an item that now gets `status` was first published. */
export const firstPublication = (
  { publishedAt }: Pick<ContentItem, 'publishedAt'>,
  status: ContentStatus,
  now: EpochMs,
): EpochMs | undefined => publishedAt ?? (status === 'published' ? now : undefined);

/** @throws DomainError `invalid_transition`, with the allowed statuses. */
export const assertTransition = (from: ContentStatus, to: ContentStatus): void => {
  if (canTransition(from, to)) return;
  const allowed = successors[from].join(' or ');
  throw new DomainError('invalid_transition', `Content cannot go from ${from} to ${to}`, {
    details: `From ${from} it can go to ${allowed}`,
  });
};

/**
 * @returns the next version of the item, or the same object if nothing changes.
 *
 * @throws DomainError `invalid_transition` when the lifecycle forbids the new status.
 */
export const reviseContentItem = (
  item: ContentItem,
  changes: ContentChanges,
  now: EpochMs,
): ContentItem => {
  assertTransition(item.status, changes.status ?? item.status);
  const revised = { ...item, ...changes };
  const changed = (Object.keys(changes) as (keyof ContentChanges)[]).some(
    (key) => revised[key] !== item[key],
  );
  if (!changed) return item;
  const updatedAt = laterOf(item.updatedAt, now);
  return {
    ...revised,
    version: item.version + 1,
    updatedAt,
    publishedAt: firstPublication(item, revised.status, updatedAt),
  };
};

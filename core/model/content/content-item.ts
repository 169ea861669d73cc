import { DomainError } from '../../primitives/errors.ts';
import { encodeBounded, type JsonObject, type JsonText } from '../../primitives/json.ts';
import { parseText } from '../../primitives/text.ts';
import { laterOf, type EpochMs } from '../../primitives/time.ts';
import type { LocaleCode } from '../locale.ts';
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

/** An item that was not edited since its import is still not edited in its next version. */
export const followOrigin = (
  origin: ContentOrigin,
  before: Pick<ContentItem, 'version'>,
): ContentOrigin =>
  origin.version === before.version ? { ...origin, version: before.version + 1 } : origin;

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
  /** The locale in which it is written; absent in a collection that is not localised. */
  readonly locale?: LocaleCode | undefined;
  /** The group of items that translate each other, which may be this one alone; absent without a locale. */
  readonly group?: TranslationGroup | undefined;
}

/** A group of items that translate each other. They are in one collection, and have different locales. */
export interface TranslationGroup {
  /** That of the item with which it began, which may have left it. */
  readonly id: string;
  /** When its oldest item was created, which may be gone. */
  readonly since: EpochMs;
}

/** What the layers have to know of a member of an item. */
interface ItemMember {
  /** Its name and its kind in answers. Readers do not see the others. */
  readonly shown?: readonly [name: string, kind: ShownKind];
  /** Whether exports have its value, under its name in answers. */
  readonly isExported?: true;
  /** Whether it belongs to the states that the history records, or also to those of working copies. */
  readonly state?: 'history' | 'copy';
}

/** `word`: a text without characters that JSON escapes. */
export type ShownKind = 'word' | 'text' | 'time' | 'object';

/** Every member of an item: the answers, the exports and the comparisons of states follow this list and its order. */
const itemMembers = {
  id: { shown: ['id', 'word'], isExported: true },
  title: { shown: ['title', 'text'], isExported: true, state: 'copy' },
  slug: { shown: ['slug', 'text'], isExported: true, state: 'copy' },
  status: { shown: ['status', 'word'], isExported: true, state: 'history' },
  collectionId: { shown: ['collectionId', 'word'], state: 'copy' },
  data: { shown: ['data', 'object'], state: 'copy' },
  createdAt: { shown: ['created_at', 'time'], isExported: true },
  updatedAt: { shown: ['updated_at', 'time'], isExported: true },
  publishedAt: { shown: ['published_at', 'time'], isExported: true },
  // In answers, a group is its id: see `renderContentItem`.
  locale: {},
  group: {},
  version: { isExported: true },
  authorId: {},
  origin: {},
} as const satisfies Readonly<Record<keyof ContentItem, ItemMember>>;

type Members = typeof itemMembers;
type MemberWith<Part> = {
  [Name in keyof Members]: Members[Name] extends Part ? Name : never;
}[keyof Members];

const membersWith = <Part extends Partial<ItemMember>>(
  has: (member: ItemMember) => boolean,
): readonly MemberWith<Part>[] =>
  Object.entries<ItemMember>(itemMembers).flatMap(([name, member]) =>
    has(member) ? [name as MemberWith<Part>] : [],
  );

const shownMembers = membersWith<{ readonly shown: readonly [string, ShownKind] }>(
  ({ shown }) => shown !== undefined,
);

/** The names of the members that readers see. */
export type ShownName = Members[(typeof shownMembers)[number]]['shown'][0];

/** The members that readers see, with their names and kinds in answers. */
export const shownItemMembers: readonly {
  readonly member: (typeof shownMembers)[number];
  readonly name: ShownName;
  readonly kind: ShownKind;
}[] = shownMembers.map((member) => {
  const [name, kind] = itemMembers[member].shown;
  return { member, name, kind };
});

/** The members whose values exports have. */
export const exportedMembers = membersWith<{ readonly isExported: true }>(
  ({ isExported }) => isExported === true,
);

/** The members of an item that its history records. */
export const stateMembers = membersWith<{ readonly state: 'history' | 'copy' }>(
  ({ state }) => state !== undefined,
);

/** The members of an item that a working copy can change. */
export const copyMembers = membersWith<{ readonly state: 'copy' }>(({ state }) => state === 'copy');

/** @returns an object that has only these members. */
export const pickMembers = <Source, Name extends keyof Source>(
  source: Source,
  names: readonly Name[],
): Pick<Source, Name> =>
  Object.fromEntries(names.map((name) => [name, source[name]])) as Pick<Source, Name>;

/** Identifies one state of an item. */
export type ItemStamp = Pick<ContentItem, 'id' | 'version' | 'updatedAt'>;

export type ContentChanges = Partial<
  Pick<ContentItem, (typeof stateMembers)[number] | 'locale' | 'group'>
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
const firstPublication = (
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
  const changed = (Object.keys(changes) as (keyof ContentChanges)[]).some((key) =>
    key === 'group' ? revised.group?.id !== item.group?.id : revised[key] !== item[key],
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

import { DomainError, invalid } from '../primitives/errors.ts';
import type { EpochMs } from '../primitives/time.ts';
import type { CollectionScope } from './actor.ts';
import type { CollectionSchema } from './field.ts';
import type { ItemTemplate } from './item-template.ts';
import type { LocaleCode } from './locale.ts';

/** The names of the icons that a collection can have. */
export const collectionIcons = [
  'article',
  'bell',
  'book',
  'calendar',
  'chart',
  'cup',
  'document',
  'flag',
  'heart',
  'house',
  'leaf',
  'link',
  'map',
  'message',
  'music',
  'people',
  'person',
  'picture',
  'place',
  'product',
  'question',
  'star',
  'tag',
  'video',
] as const;
export type CollectionIcon = (typeof collectionIcons)[number];

/** A named group of content items with its own schema. */
export interface Collection {
  readonly id: string;
  /** Used in paths; see {@link parseCollectionName}. */
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly schema: CollectionSchema;
  readonly isActive: boolean;
  /** Since when it is inactive; absent while it is active, and if it has never been. */
  readonly hiddenSince?: EpochMs | undefined;
  /** Whether it exists only for those who may see it, see `seesCollection`; absent if not. */
  readonly isPrivate?: boolean | undefined;
  /** Where a website shows unpublished items; see `parsePreviewUrl`. Absent if nothing does. */
  readonly previewUrl?: string | undefined;
  /** Whether it contains at most one item; absent if not. Items in the trash do not count. */
  readonly isSingleton?: boolean | undefined;
  /**
   * The locale of the items that were written before the collection was localised. Absent if the collection is not localised:
   * its items have no locale, and belong to every one.
   */
  readonly baseLocale?: LocaleCode | undefined;
  /** Shown beside its name; absent for none. */
  readonly icon?: CollectionIcon | undefined;
  /** What new items can begin with, in the order of their author; absent for none. Only for those who may edit items here. */
  readonly templates?: readonly ItemTemplate[] | undefined;
  /** Starts at 1 and grows by one with every write. */
  readonly version: number;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
}

export const collectionAccesses = ['public', 'private'] as const;
export type CollectionAccess = (typeof collectionAccesses)[number];

export const accessOf = ({ isPrivate }: Pick<Collection, 'isPrivate'>): CollectionAccess =>
  isPrivate === true ? 'private' : 'public';

/** What decides who sees a collection, and in which languages its items are. */
export type CollectionState = Pick<Collection, 'id' | 'isActive' | 'isPrivate' | 'baseLocale'>;

/** The states of all collections; undefined while each is active, public and not localised. */
export const statesOf = (
  collections: readonly Collection[],
): readonly CollectionState[] | undefined => {
  const isOrdinary = ({ isActive, isPrivate = false, baseLocale }: Collection): boolean =>
    isActive && !isPrivate && baseLocale === undefined;
  if (collections.every(isOrdinary)) return undefined;
  return collections.map(({ id, isActive, isPrivate, baseLocale }) => ({
    id,
    isActive,
    ...(isPrivate === true && { isPrivate }),
    ...(baseLocale !== undefined && { baseLocale }),
  }));
};

/** Since when a collection is inactive after a change: nobody has seen it from then on. @param now of the change. */
export const hiddenAfter = (
  before: Pick<Collection, 'isActive' | 'hiddenSince'>,
  { isActive }: Pick<Collection, 'isActive'>,
  now: EpochMs,
): Pick<Collection, 'hiddenSince'> => {
  const hiddenSince = before.isActive ? now : before.hiddenSince;
  return isActive || hiddenSince === undefined ? {} : { hiddenSince };
};

const namePattern = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/;
export const collectionNamePattern: string = namePattern.source;
export const collectionNameMaxLength = 64;

/** @throws DomainError `invalid_input` for a name that cannot be part of a path. */
export const parseCollectionName = (name: string): string => {
  if (name.length <= collectionNameMaxLength && namePattern.test(name)) return name;
  throw invalid('invalid_input', [
    {
      path: 'name',
      message: `must be lower-case letters and digits, joined by single hyphens or underscores, at most ${collectionNameMaxLength} characters`,
    },
  ]);
};

/** The error for a collection that does not exist. */
export const unknownCollection = (path: string): DomainError =>
  collectionNotFound(path, 'must name a collection');

/** The error for an item's collection that does not exist or is inactive. */
export const noActiveCollection = (path: string): DomainError =>
  collectionNotFound(path, 'must name an active collection');

const collectionNotFound = (path: string, message: string): DomainError =>
  new DomainError('collection_not_found', 'Collection not found', { issues: [{ path, message }] });

/** The error for a second item of a singleton. */
export const singletonExists = (): DomainError =>
  new DomainError('singleton_exists', 'The collection is a singleton and has its item already', {
    details: 'Edit that item, or delete it first',
    issues: [{ path: 'collectionId', message: 'must not be a singleton that has its item' }],
  });

/** The error for a collection that has too many items to become a singleton. */
export const notSingleton = (): DomainError =>
  new DomainError('not_singleton', 'The collection has several items', {
    details: 'A singleton has at most one: delete or move the others first',
    issues: [
      { path: 'singleton', message: 'must not be true for a collection with several items' },
    ],
  });

export const displayNameMaxLength = 200;
export const descriptionMaxLength = 2_000;

/** Stored records refer to collections by id. */
export const namesById = (collections: readonly Collection[]): ReadonlyMap<string, string> =>
  new Map(collections.map(({ id, name }) => [id, name]));

/**
 * Names the collections of a scope as administrators see it: none for all; a deleted collection by its id, so that a scope
 * of deleted collections does not look like all.
 */
export const scopeNames = (
  collections: readonly Collection[],
): ((scope: CollectionScope) => readonly string[]) => {
  const names = namesById(collections);
  return (scope) => (scope === 'all' ? [] : scope.map((id) => names.get(id) ?? id));
};

/** Callers refer to collections by their current name. */
export const idsByName = (collections: readonly Collection[]): ReadonlyMap<string, string> =>
  new Map(collections.map(({ id, name }) => [name, id]));

/**
 * The keys of `data` that the items of a group of translations have in common: the fields with `localized: false` of a
 * localised collection. In other collections there are none.
 */
export const sharedKeysOf = ({
  baseLocale,
  schema,
}: Pick<Collection, 'baseLocale' | 'schema'>): readonly string[] =>
  baseLocale === undefined
    ? []
    : Object.entries(schema.properties).flatMap(([key, { localized }]) =>
        localized === false ? [key] : [],
      );

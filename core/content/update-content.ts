import { authorize } from '../access/policy.ts';
import type { Actor } from '../model/actor.ts';
import { noActiveCollection, type Collection } from '../model/collection.ts';
import {
  encodeData,
  parseTitle,
  type ContentChanges,
  type ContentItem,
  type ContentStatus,
} from '../model/content/content-item.ts';
import { parseSlug } from '../model/content/slug.ts';
import { notLocalized, parseLocale } from '../model/content/translation.ts';
import type { JsonObject } from '../primitives/json.ts';
import { changeItem, type ChangeDependencies } from './change-item.ts';
import type { WriteRemarks } from './parts/write-remarks.ts';
import {
  agreedCollection,
  lookUpCollection,
  type CollectionRequest,
} from './requested-collection.ts';
import { assertExpected, resourceOf, type Expectation, type StoredItem } from './stored-item.ts';

/** Absent members keep their value; `data` is replaced as a whole. */
export interface UpdateContent extends CollectionRequest {
  readonly title?: string | undefined;
  readonly slug?: string | undefined;
  readonly status?: ContentStatus | undefined;
  readonly data?: JsonObject | undefined;
  /** Corrects the language of an item in a localised collection. */
  readonly locale?: string | undefined;
}

export const updateContent =
  (dependencies: ChangeDependencies) =>
  async (
    actor: Actor,
    id: string,
    command: UpdateContent,
    expected?: Expectation,
    remarks?: WriteRemarks,
  ): Promise<ContentItem> => {
    const parseOnce = parserOf(command);
    const decide = async (stored: StoredItem) => {
      const changes = parseOnce();
      assertExpected(stored.item, expected);
      const target = await findTarget(dependencies, actor, stored, command);
      const collection = target?.collection ?? stored.collection;
      const locale = await localeAfter(dependencies, collection, command);
      const item = { ...stored.item, ...locale };
      if (target !== undefined) assertMayMove(actor, { ...stored, item }, target);
      if (locale.locale !== undefined) authorize(actor, 'edit', resourceOf({ item, collection }));
      return { changes: { ...changes, ...locale }, collection, data: command.data };
    };
    return changeItem(dependencies, actor, id, decide, remarks);
  };

/** Parses at the first call, which is after the first authorization. */
export const parserOf = (command: UpdateContent) => {
  let changes: Omit<ContentChanges, 'collectionId'> | undefined;
  return () => (changes ??= parseChanges(command));
};

const parseChanges = ({
  title,
  slug,
  status,
  data,
}: UpdateContent): Omit<ContentChanges, 'collectionId'> => ({
  ...(title !== undefined && { title: parseTitle(title) }),
  ...(slug !== undefined && { slug: parseSlug(slug) }),
  ...(status !== undefined && { status }),
  ...(data !== undefined && { data: encodeData(data) }),
});

/** The collection that a command names for an item. */
export interface Target {
  readonly collection: Collection;
  /** The member that names it. */
  readonly path: keyof CollectionRequest;
}

/**
 * @returns undefined if the command names no collection.
 * @throws DomainError `collection_not_found`, `invalid_input`.
 */
export const findTarget = async (
  { collections }: Pick<ChangeDependencies, 'collections'>,
  actor: Actor,
  { collection }: StoredItem,
  request: CollectionRequest,
): Promise<Target | undefined> => {
  const references = await lookUpCollection(collections, actor, request, collection);
  const [first] = references;
  return first && { collection: agreedCollection(references, actor), path: first.path };
};

/**
 * Moving an item requires the right to edit it in both collections, and to create in the new one.
 *
 * @param stored the item with the locale that it gets.
 * @throws DomainError `collection_not_found`, `forbidden`.
 */
export const assertMayMove = (
  actor: Actor,
  { item, collection: current }: StoredItem,
  { collection, path }: Target,
): void => {
  if (collection.id === current.id) return;
  if (!collection.isActive) throw noActiveCollection(path);
  const after = resourceOf({ item, collection });
  authorize(actor, 'create', { collection, locale: after.locale });
  authorize(actor, 'edit', after);
};

/** @throws DomainError `not_localized`, `invalid_input`. */
const localeAfter = async (
  { site }: Pick<ChangeDependencies, 'site'>,
  { baseLocale }: Collection,
  { locale }: UpdateContent,
): Promise<Pick<ContentChanges, 'locale'>> => {
  if (locale === undefined) return {};
  const { locales = [] } = (await site.load()).settings;
  if (locales.length === 0) return {};
  if (baseLocale === undefined) throw notLocalized();
  return { locale: parseLocale(locales, locale) };
};

import { authorize, may } from '../access/policy.ts';
import type { BasedRead } from '../model/basis.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import { movedTo } from '../model/content/redirect.ts';
import { readSlug, type Slug } from '../model/content/slug.ts';
import type { View } from '../model/content/view.ts';
import type { LocaleCode } from '../model/locale.ts';
import type { SiteState } from '../ports/repositories/site-repository.ts';
import { notFound } from '../primitives/errors.ts';
import { noId, readUuid } from '../primitives/uuid.ts';
import type { Alternates } from './alternates.ts';
import { contentsOf, type Decided } from './read-on-basis.ts';

/** Which item to read. Collections have names. */
export type ItemOf =
  | { readonly id: string }
  /** If the text is the id of one item and the slug of another, it names the one with the id. */
  | { readonly collection: string; readonly idOrSlug: string }
  /** The item of a collection that contains at most one. */
  | { readonly singleton: string };

export interface FoundItem {
  readonly item: ContentItem;
  /** The slug of the item, if it was found by a former one. */
  readonly movedTo?: Slug | undefined;
  /** Of a read in a locale. */
  readonly locale?: ServedLocale | undefined;
  /** Undefined unless they were asked for. */
  readonly alternates?: Alternates | undefined;
}

export interface ServedLocale {
  readonly requested: LocaleCode;
  /** That of the item; null for one that belongs to every locale. */
  readonly served: LocaleCode | null;
}

/** How an item is read, for reads that may add something to it. */
export interface ItemReader {
  /** The name of the collection that the site is asked for. */
  readonly collection: string | undefined;
  /** @throws DomainError `not_found`, `token_scope`. */
  readonly read: (decided: Decided) => Promise<BasedRead<FoundItem>>;
}

export const itemReader = (of: ItemOf): ItemReader => {
  if ('id' in of) return { collection: undefined, read: withLocale(readById(of.id)) };
  if ('singleton' in of) {
    return { collection: of.singleton, read: withLocale(readSingleton(of.singleton)) };
  }
  const { collection, idOrSlug } = of;
  return { collection, read: withLocale(readOfCollection(collection, idOrSlug)) };
};

/** Says in which locale the item is that was found, if one was asked for. */
const withLocale =
  (readItem: ItemReader['read']): ItemReader['read'] =>
  async (decided) => {
    const read = await readItem(decided);
    const [requested] = decided.view.languages?.chain ?? [];
    if (requested === undefined || !read.isCurrent) return read;
    const served = read.value.item.locale ?? null;
    return { ...read, value: { ...read.value, locale: { requested, served } } };
  };

const readById =
  (rawId: string): ItemReader['read'] =>
  async (decided) => {
    const id = readUuid(rawId);
    if (id === undefined) throw notFound('Content');
    const { actor, view, basis, repositories } = decided;
    const read = await contentsOf(decided).getById(id, view, basis);
    if (!read.isCurrent) return read;
    const { value: item } = read;
    if (item === undefined) throw notFound('Content');
    const { collectionId } = item;
    if (!may(actor, 'read', { collection: { id: collectionId, name: '' } }).allowed) {
      const { name = '' } = (await repositories.collections.findById(collectionId)) ?? {};
      authorize(actor, 'read', { collection: { id: collectionId, name } });
    }
    return { ...read, value: { item } };
  };

const readOfCollection =
  (name: string, idOrSlug: string): ItemReader['read'] =>
  async (decided) => {
    const { view, basis } = decided;
    const { id: collectionId } = collectionOf(decided, name);
    const contents = contentsOf(decided);
    const id = readUuid(idOrSlug);
    const slug = readSlug(idOrSlug);
    if (id !== undefined) {
      const byId = await contents.getById(id, view, basis);
      if (!byId.isCurrent) return byId;
      const { value: item } = byId;
      if (item?.collectionId === collectionId) return { ...byId, value: { item } };
    }
    if (slug === undefined) throw notFound('Content');
    const bySlug = await contents.getBySlug({ slug, collectionId }, view, basis);
    if (!bySlug.isCurrent) return bySlug;
    const { value: item } = bySlug;
    if (item === undefined) throw notFound('Content');
    // Found after a read of another state that did not find it: of no known state.
    const snapshot = id === undefined ? bySlug.snapshot : undefined;
    return { isCurrent: true, value: { item, movedTo: movedTo(slug, item) }, snapshot };
  };

const readSingleton =
  (name: string): ItemReader['read'] =>
  async (decided) => {
    const { id: collectionId, isSingleton } = collectionOf(decided, name);
    if (isSingleton !== true) throw notFound('Content');
    const query = { collectionId, limit: 1, offset: 0 };
    const view = { ...decided.view, languages: languagesOfSingleton(decided.view, collectionId) };
    const read = await contentsOf(decided).list(query, view, decided.basis);
    if (!read.isCurrent) return read;
    const [item] = 'items' in read.value ? read.value.items : [];
    if (item === undefined) throw notFound('Content');
    return { ...read, value: { item } };
  };

/** Without a locale, the translation whose locale comes first. */
const languagesOfSingleton = (
  { languages, locales }: View,
  collectionId: string,
): View['languages'] =>
  languages ?? (locales && { chain: locales, localized: [collectionId], others: [] });

/**
 * The collection that the request names, also an inactive one.
 *
 * @throws DomainError `not_found`; `token_scope`, also for an unknown collection.
 */
const collectionOf = (
  { actor, site: { collection } }: Decided,
  name: string,
): NonNullable<SiteState['collection']> => {
  authorize(actor, 'read', { collection: { id: collection?.id ?? noId, name } });
  if (collection === undefined) throw notFound('Content');
  return collection;
};

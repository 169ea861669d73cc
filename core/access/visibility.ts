import type { Actor, CollectionScope, Role } from '../model/actor.ts';
import type { Collection, CollectionState } from '../model/collection.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { FormerSlugFilter } from '../model/content/redirect.ts';
import { settingOf } from '../model/site/settings.ts';
import type {
  Audience,
  CollectionsByLocale,
  ExactLocale,
  Shown,
  View,
} from '../model/content/view.ts';
import type {
  ContentConditions,
  ContentFilter,
  ExactConditions,
  ContentQuery,
  VisibleQuery,
} from '../ports/repositories/content-repository.ts';
import type { CollectionFields, SiteState } from '../ports/repositories/site-repository.ts';
import { notFound } from '../primitives/errors.ts';
import { inScope } from './policy.ts';

/** Whether the setting `publicContent` applies to the actor. */
export const readsAsPublic = (actor: Actor): boolean =>
  actor.kind === 'anonymous' || actor.kind === 'token';

/**
 * Whether a collection exists for the actor. A private one does for whoever is admin or editor, for users with a grant in it,
 * and for API tokens whose scope names it. For everybody else, it and all that is in it are absent.
 */
export const seesCollection = (
  actor: Actor,
  { id, isPrivate = false }: Pick<Collection, 'id' | 'isPrivate'>,
): boolean => {
  if (!isPrivate) return true;
  switch (actor.kind) {
    case 'operator':
      return true;
    case 'anonymous':
      return false;
    case 'token':
      return actor.scope !== 'all' && actor.scope.includes(id);
    case 'preview':
    case 'user':
      return (
        seesAllCollections(actor) || actor.grants.some(({ collectionId }) => collectionId === id)
      );
  }
};

/** Whether lists show the actor items of a collection. Does not check the scope of a token. */
export const showsItems = (actor: Actor, collection: CollectionState): boolean =>
  seesCollection(actor, collection) && (collection.isActive || !readsAsPublic(actor));

/** Whether every collection exists for the actor, private or not. */
export const seesAllCollections = (actor: Actor): boolean =>
  actor.kind === 'operator' ||
  ((actor.kind === 'user' || actor.kind === 'preview') && seesAllAs(actor.role));

/** Whether a user with the role sees every collection, private or not. */
export const seesAllAs = (role: Role): boolean => role === 'admin' || role === 'editor';

/** What the actor sees of something that may be in a private collection. @throws DomainError `not_found`. */
export const assertSeen = (
  actor: Actor,
  collection: Pick<Collection, 'id' | 'isPrivate'>,
  name: string,
): void => {
  if (!seesCollection(actor, collection)) throw notFound(name);
};

/**
 * The site as the actor may know it: neither the named collection nor a schema is one that does not exist for the actor.
 *
 * @param more the ids of others that it does not lose.
 */
export const siteFor = (actor: Actor, site: SiteState, more: readonly string[] = []): SiteState => {
  const { collectionStates = [], collection, schemas } = site;
  const isHidden = (each: Pick<Collection, 'id' | 'isPrivate'>): boolean =>
    !seesCollection(actor, each) && !more.includes(each.id);
  const hidden = new Set(collectionStates.filter(isHidden).map(({ id }) => id));
  if (hidden.size === 0) return site;
  return {
    ...site,
    collection: collection && hidden.has(collection.id) ? undefined : collection,
    ...(schemas && { schemas: schemas.filter(({ id }) => !hidden.has(id)) }),
  };
};

/**
 * Decides which items an actor can see. Every read of content uses it.
 *
 * @param shown `unpublished` only for an actor who may `read_drafts`.
 */
export const audienceOf = (
  actor: Actor,
  { settings, collectionStates }: Pick<SiteState, 'settings' | 'collectionStates'>,
  shown: Shown = 'published',
): Audience => {
  const seen = scopeOf(collectionStates, (each) => seesCollection(actor, each));
  const known = seen === 'all' ? {} : { seenIn: seen };
  if (!readsAsPublic(actor)) {
    return { publishedOnly: false, collections: seen, scope: 'all', ...known };
  }
  const scope = actor.kind === 'token' ? actor.scope : 'all';
  return {
    publishedOnly: shown === 'published' && settingOf(settings, 'publicContent') === 'published',
    collections: scopeOf(collectionStates, (each) => showsItems(actor, each)),
    scope,
    seenIn: intersection(scope, seen),
  };
};

/** The ids of the collections that pass; `all` if each does. */
const scopeOf = (
  states: SiteState['collectionStates'] = [],
  passes: (state: CollectionState) => boolean,
): CollectionScope => {
  const passing = states.filter(passes);
  return passing.length === states.length ? 'all' : passing.map(({ id }) => id);
};

/**
 * Whether the audience sees the item. Does not check the scope of a token: an item outside of it is forbidden, not
 * absent.
 */
export const isVisible = (
  { publishedOnly, collections }: Audience,
  { status, collectionId }: Pick<ContentItem, 'status' | 'collectionId'>,
): boolean => (!publishedOnly || status === 'published') && inScope(collections, collectionId);

/** The collections of which lists contain items, if there are any. */
export const readableCollections = ({ collections, scope }: Audience): CollectionScope =>
  intersection(scope, collections);

/** The former slugs that the audience may learn. */
export const knownFormerSlugs = ({ seenIn }: Audience): FormerSlugFilter =>
  seenIn === undefined ? {} : { seenIn };

/**
 * The requested conditions, limited to what the audience sees. Conditions that exclude nothing are omitted, so that a store
 * can choose the statement with the best plan.
 */
export const visibleFilter = (
  { status, collectionId, collectionIds, locale }: ExactConditions,
  audience: Audience,
): ContentFilter => {
  const readable = intersection(collectionIds ?? 'all', readableCollections(audience));
  const visibleStatus = audience.publishedOnly ? 'published' : status;
  const isEmpty =
    (status !== undefined && status !== visibleStatus) ||
    (collectionId !== undefined && !inScope(readable, collectionId));
  const filter: ContentFilter = {
    ...(visibleStatus !== undefined && { status: status ?? visibleStatus }),
    ...(collectionId !== undefined && { collectionId }),
    within: isEmpty ? [] : collectionId === undefined ? readable : 'all',
  };
  const within = locale && localizedWithin(locale, filter);
  return within === undefined ? filter : { ...filter, locale: within };
};

/** Whether the item, as it is shown, meets the conditions. */
export const meetsFilter = (
  { status, collectionId, within, locale }: ContentFilter,
  item: Pick<ContentItem, 'status' | 'collectionId' | 'locale'>,
): boolean =>
  (status === undefined || item.status === status) &&
  (collectionId === undefined || item.collectionId === collectionId) &&
  inScope(within, item.collectionId) &&
  isInLocale(locale, item);

/** Whether the item is in the locale, if there is one, or belongs to every language. */
export const isInLocale = (
  locale: Pick<ExactLocale, 'code'> | undefined,
  item: Pick<ContentItem, 'locale'>,
): boolean => locale === undefined || (item.locale ?? locale.code) === locale.code;

/** A list, limited to what the audience sees. Equal ones have equal pages. */
export const visibleQuery = (
  query: ContentQuery,
  { audience, languages, locales }: View,
): VisibleQuery => {
  const { limit, offset, slug } = query;
  const filter = visibleFilter(query, audience);
  const listed = languages && localizedWithin(languages, filter);
  return {
    limit,
    offset,
    ...(slug !== undefined && { slug, ...(locales && { locales }), ...knownFormerSlugs(audience) }),
    ...filter,
    ...(listed !== undefined && { languages: listed }),
  };
};

/** With the collections of the filter; undefined if none of these is localised. */
const localizedWithin = <L extends CollectionsByLocale>(
  languages: L,
  { collectionId, within }: ContentFilter,
): L | undefined => {
  const isListed = (id: string): boolean =>
    inScope(within, id) && (collectionId === undefined || collectionId === id);
  const localized = languages.localized.filter(isListed);
  if (localized.length === 0) return undefined;
  return { ...languages, localized, others: languages.others.filter(isListed) };
};

/** The collections from which a list with these conditions can have items, unless nothing in them is visible. */
export const requestedCollections = <C extends Pick<CollectionFields, 'id' | 'isActive'>>(
  { collectionId, collectionIds }: ContentConditions,
  collections: readonly C[],
  { scope }: Audience,
): readonly C[] =>
  collections.filter(
    ({ id, isActive }) =>
      isActive &&
      inScope(scope, id) &&
      (collectionId ?? id) === id &&
      inScope(collectionIds ?? 'all', id),
  );

const intersection = (left: CollectionScope, right: CollectionScope): CollectionScope => {
  if (left === 'all') return right;
  return right === 'all' ? left : left.filter((id) => right.includes(id));
};

import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { ContentCountsDto } from '../../../../contracts/operations/content-summaries.ts';
import { urlOf } from '../../shell/router.ts';
import { may } from '../../shell/session.ts';
import { totalOf } from './totals.ts';

/**
 * The form for a new item of a collection; of a singleton, its item if there is one.
 *
 * @param locale the language of the item, where items have one: empty for the default one.
 */
export const newItemUrl = (collection: string, locale = ''): string =>
  urlOf('/content/new', { collection, locale });

/**
 * The collections in which the user may create items.
 *
 * @param counts leaves out singletons that have their item. Without them, all singletons are left out.
 */
export const creatableIn = (
  collections: readonly CollectionDto[],
  counts: readonly ContentCountsDto[] | undefined,
): readonly CollectionDto[] =>
  collections.filter(
    ({ name, singleton = false }) =>
      may('create', name) &&
      (!singleton || (counts !== undefined && totalOf(counts, { collection: name }).count === 0)),
  );

/** What a collection is called. Those that are not in the list have only their name. */
export const namedIn = (
  collections: readonly CollectionDto[],
  collection: string,
): Pick<CollectionDto, 'displayName' | 'access'> =>
  collections.find(({ name }) => name === collection) ?? { displayName: collection };

/** The name of a collection for people. */
export const displayNameOf = (collections: readonly CollectionDto[], collection: string): string =>
  namedIn(collections, collection).displayName;

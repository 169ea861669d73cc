import type { CollectionDto } from '../../../../contracts/operations/collections.ts';
import { urlOf } from '../../shell/router.ts';
import { may } from '../../shell/session.ts';

/** The form for a new item of a collection. */
export const newItemUrl = (collection: string): string => urlOf('/content/new', { collection });

/** The collections in which the user may create items. */
export const creatableIn = (collections: readonly CollectionDto[]): readonly CollectionDto[] =>
  collections.filter(({ name }) => may('create', name));

/** The name of a collection for people. Those that are not in the list have only their name. */
export const displayNameOf = (collections: readonly CollectionDto[], collection: string): string =>
  collections.find(({ name }) => name === collection)?.displayName ?? collection;

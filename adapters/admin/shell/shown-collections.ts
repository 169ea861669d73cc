import type { CollectionDto } from '../../../contracts/schemas/collection.ts';
import { account } from './session.ts';

/**
 * Whether the navigation shows only the collections in which the user has a role. So it is for a viewer with such roles:
 * nothing else concerns the account. It still may read the others: this is no rule of visibility, which the service has.
 */
const showsOwnCollections = (): boolean => {
  const user = account.value;
  return user?.role === 'viewer' && user.permissions.length > 0;
};

/** The collections that the navigation, the filters and the palette offer to the user. */
export const shownCollections = <T extends Pick<CollectionDto, 'name'>>(
  collections: readonly T[],
): readonly T[] => {
  if (!showsOwnCollections()) return collections;
  const own = new Set(account.value?.permissions.map(({ collection }) => collection));
  return collections.filter(({ name }) => own.has(name));
};

/** What a filter calls the content of every collection. */
export const everyCollection = (): string =>
  showsOwnCollections() ? 'All content' : 'All collections';

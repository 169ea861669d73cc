import type { CollectionDto } from '../../../contracts/schemas/collection.ts';
import { t } from '../catalogue/texts.ts';
import { account } from './session.ts';

/**
 * Whether the navigation shows only the collections in which the user has a role. So it is for a viewer with such roles:
 * nothing else concerns the account. It still may read the others: this is no rule of visibility, which the service has.
 */
const showsOwnCollections = (): boolean => {
  const user = account.value;
  return user?.role === 'viewer' && user.permissions.length > 0;
};

/** The names of the only collections that the navigation shows; undefined if it shows all. */
export const ownCollections = (): readonly string[] | undefined =>
  showsOwnCollections()
    ? account.value?.permissions.map(({ collection }) => collection)
    : undefined;

/** Whether the navigation shows the collection with this name. */
export const isShown = (name: string): boolean => ownCollections()?.includes(name) ?? true;

/** The collections that the navigation, the filters and the palette offer to the user. */
export const shownCollections = <T extends Pick<CollectionDto, 'name'>>(
  collections: readonly T[],
): readonly T[] => {
  return collections.filter(({ name }) => isShown(name));
};

/** What a filter calls the content of every collection. */
export const everyCollection = (): string =>
  showsOwnCollections() ? t.shell.allContent : t.shell.allCollections;

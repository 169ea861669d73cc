import { dataPath } from '../model/content/revision.ts';
import type { Repositories } from '../ports/store.ts';
import { changesEntries } from './data/item-text.ts';
import { newlyShared, type CollectionChange } from './shared-fields.ts';

/** Brings what is stored beside the items of a collection up to date with its change, in the transaction of the change. */
export const followChange = async (
  { translations, search }: Pick<Repositories, 'translations' | 'search'>,
  change: CollectionChange,
): Promise<void> => {
  const { before, after } = change;
  const shared = newlyShared(change);
  if (shared.length > 0) await translations.share(after.id, shared.map(dataPath));
  if (changesEntries(before, after)) await search.outdate(after.id);
};

import type { Repositories, Store } from '../../../core/store.ts';
import type { ContentItem } from '../../../core/vocabulary.ts';
import { equal } from '../assert.ts';
import { times } from '../cases.ts';
import { insertItems, revisionOf } from './content-changes.ts';
import { momentOf, sampleCollection, sampleContent } from '../samples.ts';

/** Version 2 of the sample. */
export const revision = (n: number, changes: Partial<ContentItem> = {}): ContentItem =>
  revisionOf(sampleContent(n), { updatedAt: momentOf(100 + n), ...changes });

/** Inserts two collections, and items in the first one. */
export const withItems = async (store: Store, count: number): Promise<Repositories> => {
  for (const n of [1, 2]) await store.repositories.collections.insert(sampleCollection(n));
  await insertItems(store, times(count, sampleContent));
  return store.repositories;
};

/** Compares all stored items, by ascending id. */
export const storesOnly = async (
  { repositories: { contents } }: Store,
  items: readonly ContentItem[],
): Promise<void> => {
  equal(await contents.listAfter(undefined, 1_000), items, 'stored items');
};

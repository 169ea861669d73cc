import { hasCode, type ContentItem } from '../../core/index.ts';
import { isLockTimeout } from './errors.ts';
import { TurnBatches } from './turn-batches.ts';

/** The most items of one batch, and the most characters of their data. */
const maxItems = 64;
const maxCharacters = 256 * 1024;

/**
 * Stores the items that are created in one turn of the event loop with one statement.
 *
 * @param insertAll stores all items, or none.
 * @returns a function that stores an item, and throws what `insertAll` throws for this item alone.
 */
export const batchedInserts = (
  insertAll: (items: readonly ContentItem[]) => Promise<void>,
): ((item: ContentItem) => Promise<void>) => {
  const batches = new TurnBatches<ContentItem, void>({
    send: (items) => insertAll(items.toSorted(bySlug)),
    hasRoom: (items, item) =>
      items.size < maxItems && charactersOf([...items, item]) <= maxCharacters,
    // If the database is unavailable, it may have stored the items. After a lock timeout it has not, and only
    // one of them may have waited.
    concernsAll: (error) => hasCode(error, 'dependency_unavailable') && !isLockTimeout(error.cause),
  });
  return (item) => batches.join(item);
};

const charactersOf = (items: readonly ContentItem[]): number =>
  items.reduce((sum, { data }) => sum + data.length, 0);

/** The same order on all instances, so that no two statements wait for each other's slugs. */
const bySlug = (a: ContentItem, b: ContentItem): number => (a.slug < b.slug ? -1 : 1);

import type {
  BasedRead,
  Basis,
  ChangeParts,
  ContentChange,
  ContentPage,
  Expected,
  Repositories,
  Shown,
  Store,
  VisibleQuery,
} from '../../../core/store.ts';
import type { ContentItem } from '../../../core/vocabulary.ts';
import { ok } from '../assert.ts';
import { withView } from './views.ts';

/** Sample collections have this version. */
const firstVersion = 1;

export const creationOf = (
  item: ContentItem,
  collectionVersion: number = firstVersion,
): ContentChange => ({ kind: 'create', item, expected: { collectionVersion }, parts: {} });

export const updateOf = (
  before: ContentItem,
  item: ContentItem,
  collectionVersion: number | undefined = firstVersion,
): Extract<ContentChange, { readonly kind: 'update' }> => ({
  kind: 'update',
  before,
  item,
  expected: { collectionVersion },
  parts: {},
});

export const deletionOf = (item: ContentItem): ContentChange => ({
  kind: 'delete',
  item,
  parts: {},
});

/** The change with other parts in place of those of the same name. */
export const withParts = <Change extends ContentChange>(
  change: Change,
  parts: ChangeParts,
): Change => ({ ...change, parts: { ...change.parts, ...parts } });

/** The change, which expects more, or other things. A deletion expects nothing more. */
export const expecting = <Change extends ContentChange>(
  change: Change,
  expected: Expected,
): Change =>
  'expected' in change
    ? { ...change, expected: { ...(change.expected as Expected), ...expected } }
    : change;

/** Creates items of sample collections. */
export const insertItems = async (store: Store, items: readonly ContentItem[]): Promise<void> => {
  ok(await store.commit(items.map((item) => creationOf(item))), 'the items were created');
};

/** The next version of an item. */
export const revisionOf = (item: ContentItem, changes: Partial<ContentItem>): ContentItem => ({
  ...item,
  version: item.version + 1,
  ...changes,
});

/** Updates an item of a sample collection. @returns the stored item. */
export const reviseItem = async (
  store: Store,
  before: ContentItem,
  changes: Partial<ContentItem>,
): Promise<ContentItem> => {
  const item = revisionOf(before, changes);
  ok(await store.commit([updateOf(before, item)]), 'the item was updated');
  return item;
};

export const deleteItem = async (store: Store, item: ContentItem): Promise<void> => {
  ok(await store.commit([deletionOf(item)]), 'the item was deleted');
};

/** The basis of a reader who is not stored. */
export const basisOf = async (
  { site }: Pick<Repositories, 'site'>,
  collection?: string,
): Promise<Basis> => ({ site: (await site.load(collection)).stamp, collection });

/** The value of a read. @throws Error if its basis was not current. */
export const valueOf = <T>(read: BasedRead<T>): T => {
  ok(read.isCurrent, 'the basis is current');
  return read.value;
};

/** A page of a list, as a caller sees it. */
export const pageOf = async (
  repositories: Pick<Repositories, 'site' | 'contents'>,
  query: VisibleQuery,
  shown: Shown = 'published',
): Promise<ContentPage> =>
  valueOf(await repositories.contents.list(...withView(query, shown), await basisOf(repositories)));

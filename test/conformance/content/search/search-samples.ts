import {
  parseSearchQuery,
  searchTextOf,
  type ContentChange,
  type Repositories,
  type SearchPage,
  type SearchQuery,
  type Shown,
  type Store,
} from '../../../../core/store.ts';
import {
  encodeJson,
  parseSlug,
  type Collection,
  type CollectionScope,
  type ContentItem,
} from '../../../../core/vocabulary.ts';
import { ok } from '../../assert.ts';
import { sampleCollection, sampleContent } from '../../samples.ts';
import { basisOf, revisionOf, updateOf, valueOf, withParts } from '../content-changes.ts';
import { withView } from '../views.ts';

/** An item with a text. Its slug has no word of its own. */
export const sampleText = (
  n: number,
  title: string,
  text: string,
  changes: Partial<ContentItem> = {},
): ContentItem =>
  sampleContent(n, { title, slug: parseSlug(`s${n}`), data: encodeJson({ text }), ...changes });

const searchedCreation = (
  item: ContentItem,
  { schema }: Pick<Collection, 'schema'> = sampleCollection(1),
): ContentChange => ({
  kind: 'create',
  item,
  expected: { collectionVersion: 1 },
  parts: { search: searchTextOf(schema, item) },
});

/** Creates items with their entries. */
export const insertSearched = async (
  store: Store,
  items: readonly ContentItem[],
): Promise<void> => {
  ok(await store.commit(items.map((item) => searchedCreation(item))), 'the items were created');
};

/** Updates an item with its entry. @returns the stored item. */
export const reviseSearched = async (
  store: Store,
  before: ContentItem,
  changes: Partial<ContentItem>,
): Promise<ContentItem> => {
  const item = revisionOf(before, changes);
  const search = searchTextOf(sampleCollection(1).schema, item);
  const change = withParts(updateOf(before, item), { search });
  ok(await store.commit([change]), 'the item was updated');
  return item;
};

/** What a search asks for, and what its caller sees. */
interface SearchSample extends Partial<SearchQuery> {
  readonly within?: CollectionScope;
  readonly shown?: Shown;
}

export const searchFor = async (
  repositories: Pick<Repositories, 'site' | 'search'>,
  q: string,
  { shown = 'published', ...query }: SearchSample = {},
): Promise<SearchPage> =>
  valueOf(
    await repositories.search.search(
      ...withView(
        { within: 'all', limit: 100, offset: 0, ...query, terms: parseSearchQuery(q) },
        shown,
      ),
      await basisOf(repositories),
    ),
  );

/** The numbers of the sample items that a search finds, in its order. */
export const foundBy = async (
  repositories: Pick<Repositories, 'site' | 'search'>,
  q: string,
  query: SearchSample = {},
): Promise<readonly number[]> =>
  (await searchFor(repositories, q, query)).hits.map(({ id }) =>
    Number.parseInt(id.slice(-12), 16),
  );

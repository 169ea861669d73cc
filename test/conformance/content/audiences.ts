import {
  inScope,
  parseSearchQuery,
  searchTextOf,
  type Audience,
  type ContentConditions,
  type Repositories,
  type Shown,
  type Store,
  type View,
} from '../../../core/store.ts';
import {
  contentStatuses,
  type CollectionScope,
  type ContentItem,
} from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import { itemsOf, times } from '../cases.ts';
import { collectionId, contentId, sampleCollection, sampleContent } from '../samples.ts';
import { suite } from '../suite.ts';
import { basisOf, valueOf } from './content-changes.ts';
import { sampleCopy } from './copy-samples.ts';
import { insertSearched } from './search/search-samples.ts';

/** Reads show what the audience sees, and nothing else. */
export const audienceSuite = suite<Store>('ContentRepository, audiences', {
  'a list contains the items that its audience sees and that meet the conditions': async (
    store,
  ) => {
    const { contents } = await filled(store);
    await expectAll(store, async (view, conditions, basis) => {
      const page = valueOf(await contents.list({ ...conditions, ...whole }, view, basis));
      return itemsOf(page).map(({ id }) => id);
    });
  },

  'listAmong and sizesAmong return the same items as lists': async (store) => {
    const { contents } = await filled(store);
    const ids = times(count + 1, contentId);
    await expectAll(store, async (view, conditions, basis) => {
      const query = { ...conditions, ids };
      const items = valueOf(await contents.listAmong(query, view, basis));
      const sizes = valueOf(await contents.sizesAmong(query, view, basis));
      const found = items.map(({ id }) => id).sort();
      equal(sizes.map(({ id }) => id).sort(), found, 'the sizes');
      return found.toReversed();
    });
  },

  'an item is found by its id if the audience sees it, whatever its scope': async (store) => {
    const { contents } = await filled(store);
    const basis = await basisOf(store.repositories);
    for (const view of views) {
      for (const item of itemsAs(view.shown)) {
        const found = valueOf(await contents.getById(item.id, view, basis));
        const expected = sees({ ...view.audience, scope: 'all' }, item) ? item : undefined;
        equal(found, expected, `${item.id} for ${JSON.stringify(view)}`);
      }
    }
  },

  'an item is found by its slug in its collection only, and if lists contain it': async (store) => {
    const { contents } = await filled(store);
    const basis = await basisOf(store.repositories);
    for (const view of views) {
      for (const item of itemsAs(view.shown)) {
        for (const collection of [1, 2, 3].map(collectionId)) {
          const query = { slug: item.slug, collectionId: collection };
          const found = valueOf(await contents.getBySlug(query, view, basis));
          const isFound = sees(view.audience, item) && item.collectionId === collection;
          equal(found, isFound ? item : undefined, `${item.slug} for ${JSON.stringify(view)}`);
        }
      }
    }
  },

  'pages have equal tags for audiences that see the same, and others otherwise': async (store) => {
    const { contents } = await filled(store);
    const basis = await basisOf(store.repositories);
    const tags = new Map<string, string>();
    for (const audience of audiences) {
      const view = { audience, shown: 'published' } as const;
      const { tag = '' } = valueOf(await contents.list(whole, view, basis));
      equal(valueOf(await contents.tagOf(whole, view, basis)), tag, 'the tag of the list');
      const seen = JSON.stringify(items.filter((item) => sees(audience, item)).map(({ id }) => id));
      for (const [other, itsTag] of tags) ok(other === seen || itsTag !== tag, 'another tag');
      tags.set(seen, tag);
    }
  },

  'a search finds the items that lists contain': async (store) => {
    const { search } = await filled(store);
    const terms = parseSearchQuery('-nothing');
    await expectAll(store, async (view, conditions, basis) => {
      const page = valueOf(await search.search({ ...conditions, ...whole, terms }, view, basis));
      return page.hits.map(({ id }) => id);
    });
  },

  'targets of references are items that lists contain': async (store) => {
    const { references } = await filled(store);
    const basis = await basisOf(store.repositories);
    const wanted = {
      items: times(count + 1, contentId),
      mediaIds: [],
      mediaKeys: [],
      maxItems: 99,
    };
    for (const view of views) {
      const found = valueOf(await references.findTargets(wanted, view, basis));
      const ids = found.items.map(({ id }) => id).sort();
      equal(ids.toReversed(), expectedIds(view, {}), JSON.stringify(view));
    }
  },
});

const count = 9;

/** One item of every status in each of three collections. */
const items: readonly ContentItem[] = times(count, (n) =>
  sampleContent(n, {
    status: contentStatuses[n % 3] ?? 'draft',
    collectionId: collectionId(Math.ceil(n / 3)),
  }),
);

/** The published items of the first and the second collection have copies, of which one moves its item to the third. */
const copies = items
  .filter(({ status, collectionId: own }) => status === 'published' && own !== collectionId(3))
  .map(({ id, slug, collectionId: own }) => {
    const n = 1 + items.findIndex((item) => item.id === id);
    return sampleCopy(n, {
      slug,
      collectionId: own === collectionId(1) ? collectionId(3) : own,
    });
  });

const itemsAs = (shown: Shown): readonly ContentItem[] =>
  items.map((item) => {
    const copy = copies.find((each) => each.contentId === item.id);
    if (shown === 'published' || copy === undefined) return item;
    const { title, slug, collectionId: collection, data, updatedAt } = copy;
    return { ...item, title, slug, collectionId: collection, data, updatedAt };
  });

const scopes: readonly CollectionScope[] = ['all', [], [collectionId(1)], [2, 3].map(collectionId)];

const audiences: readonly Audience[] = [false, true].flatMap((publishedOnly) =>
  scopes.flatMap((collections) =>
    scopes.map((scope) => ({ publishedOnly, collections, scope }) as const),
  ),
);

const views: readonly View[] = (['published', 'unpublished'] as const).flatMap((shown) =>
  audiences.map((audience) => ({ audience, shown })),
);

const requested: readonly ContentConditions[] = [
  {},
  { status: 'published' },
  { status: 'draft' },
  { collectionId: collectionId(1) },
  { collectionId: collectionId(3), status: 'published' },
  { collectionIds: [] },
  { collectionIds: [1, 3].map(collectionId) },
  { collectionIds: [2, 9].map(collectionId), status: 'archived' },
];

const whole = { limit: 100, offset: 0 } as const;

const sees = ({ publishedOnly, collections, scope }: Audience, item: ContentItem): boolean =>
  (!publishedOnly || item.status === 'published') &&
  inScope(collections, item.collectionId) &&
  inScope(scope, item.collectionId);

const meetsAll = (
  { status, collectionId: asked, collectionIds }: ContentConditions,
  item: ContentItem,
): boolean =>
  (status ?? item.status) === item.status &&
  (asked ?? item.collectionId) === item.collectionId &&
  (collectionIds === undefined || collectionIds.includes(item.collectionId));

/** Newest first. */
const expectedIds = ({ audience, shown }: View, conditions: ContentConditions): readonly string[] =>
  itemsAs(shown)
    .filter((item) => sees(audience, item) && meetsAll(conditions, item))
    .map(({ id }) => id)
    .toReversed();

/** Compares what is found with what each caller may see, for every kind of request. */
const expectAll = async (
  { repositories }: Store,
  find: (
    view: View,
    conditions: ContentConditions,
    basis: Awaited<ReturnType<typeof basisOf>>,
  ) => Promise<readonly string[]>,
): Promise<void> => {
  const basis = await basisOf(repositories);
  for (const view of views) {
    for (const conditions of requested) {
      const title = `${JSON.stringify(conditions)} for ${JSON.stringify(view)}`;
      equal(await find(view, conditions, basis), expectedIds(view, conditions), title);
    }
  }
};

const filled = async (store: Store): Promise<Repositories> => {
  const { repositories } = store;
  for (const n of [1, 2, 3]) await repositories.collections.insert(sampleCollection(n));
  await insertSearched(store, items);
  for (const copy of copies) {
    const search = searchTextOf(sampleCollection(1).schema, copy);
    ok(await repositories.copies.save(copy, 1, undefined, { search }), 'the copy was saved');
  }
  return repositories;
};

import type { VisibleQuery, PageTag, Store } from '../../../../core/store.ts';
import {
  dataLimits,
  encodeJson,
  parseSlug,
  type ContentItem,
} from '../../../../core/vocabulary.ts';
import { equal, ok } from '../../assert.ts';
import { times } from '../../cases.ts';
import {
  basisOf,
  deleteItem,
  insertItems,
  pageOf,
  reviseItem,
  updateOf,
  valueOf,
} from '../content-changes.ts';
import { withView } from '../views.ts';
import {
  collectionId,
  sampleCollection,
  sampleContent,
  sampleUser,
  userId,
} from '../../samples.ts';
import { suite } from '../../suite.ts';

/** Tags identify a page of a list in one state. */
export const pageTagsSuite = suite<Store>('ContentRepository, tags of pages', {
  'tagOf returns the tag of the list': async (store) => {
    await filled(store);
    for (const query of queries) {
      const { tag } = await pageOf(store.repositories, query);
      ok(tag !== undefined, `a page has a tag: ${JSON.stringify(query)}`);
      equal(await tagOf(store, query), tag, JSON.stringify(query));
    }
  },

  'a tag stays the same without writes': async (store) => {
    await filled(store);
    for (const query of queries) {
      equal(await tagOf(store, query), await tagOf(store, query), JSON.stringify(query));
    }
  },

  'different queries have different tags, even for the same page': async (store) => {
    await filled(store);
    const tags = await Promise.all(queries.map((query) => tagOf(store, query)));
    equal(new Set(tags).size, queries.length, 'different tags');
  },

  'a tag differs after every write of an item on the page': async (store) => {
    await filled(store);
    const first = items[0] ?? sampleContent(1);
    const again = { ...first, title: 'Again' };
    const changes: Readonly<Record<string, () => Promise<unknown>>> = {
      'a deletion': () => deleteItem(store, first),
      'a creation with the same id, version and times': () => insertItems(store, [again]),
      'an update': () => reviseItem(store, again, { title: 'Changed' }),
      'an update at the same time': () =>
        reviseItem(store, { ...again, title: 'Changed', version: 2 }, { data: encodeJson({}) }),
      'an update of a version that was there before': () =>
        store.commit([updateOf({ ...again, version: 3 }, { ...again, title: 'Back' })]),
      'the deletion of the author': () => store.repositories.users.delete(userId(1)),
    };
    const seen = new Set([await tagOf(store, wholeList)]);
    for (const [name, change] of Object.entries(changes)) {
      await change();
      const tag = await tagOf(store, wholeList);
      equal(tag, (await pageOf(store.repositories, wholeList)).tag, `the tag of the list, ${name}`);
      ok(!seen.has(tag), `another tag after ${name}`);
      seen.add(tag);
    }
  },

  'a tag differs when an item leaves the page or comes to it': async (store) => {
    await filled(store);
    const query = { ...wholeList, collectionId: collectionId(1), status: 'published' } as const;
    const item = sampleContent(1, { authorId: userId(1) });
    const seen: PageTag[] = [await tagOf(store, query)];
    const expectAnother = async (what: string): Promise<void> => {
      const tag = await tagOf(store, query);
      ok(!seen.includes(tag), `another tag after ${what}`);
      seen.push(tag);
    };
    const draft = await reviseItem(store, item, { status: 'draft' });
    await expectAnother('it became a draft');
    const moved = await reviseItem(store, draft, {
      status: 'published',
      collectionId: collectionId(2),
    });
    equal(await tagOf(store, query), await tagOf(store, query), 'the tag without it');
    await reviseItem(store, moved, { collectionId: collectionId(1) });
    await expectAnother('it came back');
    await insertItems(store, [sampleContent(90)]);
    await expectAnother('another one came');
  },

  'a large page has no tag, but tagOf returns one': async (store) => {
    await store.repositories.collections.insert(sampleCollection(1));
    const data = encodeJson({ text: 'x'.repeat(dataLimits.bytes - 20) });
    await insertItems(
      store,
      times(5, (n) => sampleContent(n, { data })),
    );
    const page = await pageOf(store.repositories, wholeList);
    ok('large' in page, 'the page is large');
    equal(page.tag, undefined, 'its tag');
    const before = await tagOf(store, wholeList);
    await reviseItem(store, sampleContent(1, { data }), { title: 'Changed' });
    ok((await tagOf(store, wholeList)) !== before, 'another tag after a write');
  },
});

const wholeList: VisibleQuery = { limit: 10, offset: 0, within: 'all' };

/** The last of several pages are empty. */
const queries: readonly VisibleQuery[] = [
  wholeList,
  { ...wholeList, limit: 11 },
  { ...wholeList, limit: 2 },
  { ...wholeList, limit: 2, offset: 1 },
  { ...wholeList, limit: 200 },
  { ...wholeList, offset: 50 },
  { ...wholeList, offset: 51 },
  { ...wholeList, status: 'published' },
  { ...wholeList, status: 'draft' },
  { ...wholeList, status: 'archived' },
  { ...wholeList, collectionId: collectionId(1) },
  { ...wholeList, collectionId: collectionId(2) },
  { ...wholeList, collectionId: collectionId(9) },
  { ...wholeList, collectionId: collectionId(1), status: 'published' },
  { ...wholeList, within: [] },
  { ...wholeList, within: [1, 2].map(collectionId) },
  { ...wholeList, within: [1, 2, 3].map(collectionId) },
  { ...wholeList, within: [1, 2].map(collectionId), status: 'published' },
  { ...wholeList, slug: parseSlug('item-1') },
  { ...wholeList, slug: parseSlug('item-1'), status: 'published' },
  { ...wholeList, slug: parseSlug('item-1'), within: [1, 2].map(collectionId) },
  { ...wholeList, slug: parseSlug('unknown') },
];

/** Published items of the first collection, so that many queries have the same page. */
const items: readonly ContentItem[] = times(3, (n) => sampleContent(n, { authorId: userId(1) }));

const filled = async (store: Store): Promise<void> => {
  for (const n of [1, 2]) await store.repositories.collections.insert(sampleCollection(n));
  await store.repositories.users.insert(sampleUser(1));
  await insertItems(store, items);
};

const tagOf = async ({ repositories }: Store, query: VisibleQuery): Promise<PageTag> =>
  valueOf(await repositories.contents.tagOf(...withView(query), await basisOf(repositories)));

import {
  inScope,
  type ContentFilter,
  type ContentPage,
  type VisibleQuery,
  type Store,
} from '../../../core/store.ts';
import {
  contentStatuses,
  dataLimits,
  encodeJson,
  parseSlug,
  type CollectionScope,
  type ContentItem,
  type WorkingCopy,
} from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import { itemsOf, modifyAll, times } from '../cases.ts';
import { collectionId, contentId, momentOf, sampleCollection, sampleContent } from '../samples.ts';
import { suite } from '../suite.ts';
import { trashingOf } from '../trash/trashed-items.ts';
import { basisOf, insertItems, pageOf, reviseItem, valueOf } from './content-changes.ts';
import { copyVersion, sampleCopy, saveCopies } from './copy-samples.ts';
import { unpublishedView, withView } from './views.ts';

/** Reads that show working copies in the place of their items. */
export const unpublishedReadsSuite = suite<Store>('ContentRepository, unpublished content', {
  'a working copy takes the place of its published item': async (store) => {
    await filled(store);
    const read = await getById(store, 2);
    const { title, slug, collectionId: collection, data, updatedAt } = copyOf(2);
    const shown = { title, slug, collectionId: collection, data, updatedAt };
    equal(read, { ...itemOf(2), ...shown }, 'by id');
    equal(await among(store, [2]), [{ ...itemOf(2), ...shown }], 'among ids');
    const page = await list(store, {});
    ok(JSON.stringify(page).includes(JSON.stringify({ ...itemOf(2), ...shown })), 'in the list');
  },

  'items without a copy, drafts and archived items are shown as they are stored': async (store) => {
    await filled(store);
    for (const n of [1, 3, 4]) equal(await getById(store, n), itemOf(n), `item ${n}`);
    equal(await getById(store, 99), undefined, 'an unknown item');
  },

  'a copy is shown again when its item is published again, and no longer when it is discarded':
    async (store) => {
      await filled(store);
      const item = await reviseItem(store, itemOf(2), { status: 'draft' });
      equal(await getById(store, 2), item, 'a draft');
      await reviseItem(store, item, { status: 'published' });
      equal((await getById(store, 2))?.title, copyOf(2).title, 'published again');
      await store.repositories.copies.remove(contentId(2), copyVersion(2));
      equal((await getById(store, 2))?.title, itemOf(2).title, 'without the copy');
    },

  'lists are newest first by the time of creation of the item, and pages never overlap': async (
    store,
  ) => {
    await filled(store);
    for (const filter of filters) {
      const expected = expectedFor(filter);
      equal(await list(store, filter), expected, `all: ${JSON.stringify(filter)}`);
      for (const limit of [1, 3]) {
        for (let offset = 0; offset <= expected.length; offset += limit) {
          const page = await list(store, { ...filter, limit, offset });
          const part = expected.slice(offset, offset + limit);
          equal(page, part, `${limit} from ${offset}: ${JSON.stringify(filter)}`);
        }
      }
    }
  },

  'a list with a slug contains the items that are shown under it': async (store) => {
    await filled(store);
    const slugs = new Set([...items, ...copies].map(({ slug }) => slug));
    for (const slug of slugs) {
      for (const filter of filters) {
        const found = await list(store, { ...filter, slug });
        const expected = expectedFor({ ...filter, slug });
        equal(found, expected, `${slug}: ${JSON.stringify(filter)}`);
      }
    }
  },

  'it begins with the item that has the slug outside of its copy': async (store) => {
    await filled(store);
    const slug = itemOf(1).slug;
    const ids = (await list(store, { slug })).map(({ id }) => id);
    equal(ids, [contentId(1), contentId(18), contentId(17)], 'all');
    equal((await list(store, { slug, limit: 1 }))[0]?.id, contentId(1), 'the first');
    equal((await list(store, { slug, offset: 1, limit: 1 }))[0]?.id, contentId(18), 'the second');
  },

  'a former slug leads to its item as it is shown, while no item is shown or stored under it':
    async (store) => {
      await filled(store);
      const { redirects } = store.repositories;
      const former = parseSlug('former');
      await redirects.add([{ slug: former, contentId: contentId(5), seenIn: [] }]);
      const expected = shown.filter(({ id }) => id === contentId(5));
      equal(await list(store, { slug: former }), expected, 'of an item with a copy');
      const elsewhere = await list(store, { slug: former, within: [collectionId(1)] });
      equal(elsewhere, [], 'in the collection that the copy replaces');
      const own = parseSlug('former-copy');
      await redirects.add([{ slug: own, contentId: contentId(1), seenIn: [] }]);
      equal((await list(store, { slug: own }))[0]?.id, contentId(1), 'of an item without a copy');
      await store.repositories.copies.remove(contentId(7), copyVersion(7));
      await saveCopies(store, [sampleCopy(7, { ...copyOf(7), slug: own })]);
      const ids = (await list(store, { slug: own })).map(({ id }) => id);
      equal(ids, [contentId(7)], 'while a copy has it');
      // The slug that a copy replaces stays that of its item.
      equal(await list(store, { slug: itemOf(5).slug }), [], 'a slug that is stored');
    },

  'listAmong returns the items among these ids that match as they are shown': async (store) => {
    await filled(store);
    const ns = times(count, (n) => n);
    for (const filter of filters) {
      const found = await among(store, [...ns, 99], filter);
      const ordered = found.toSorted((left, right) => (left.id < right.id ? 1 : -1));
      equal(ordered, expectedFor(filter), JSON.stringify(filter));
    }
    equal((await among(store, [2, 3])).length, 2, 'among two ids');
  },

  'items in the trash are not shown, and neither are their copies': async (store) => {
    await filled(store);
    const moved = copyOf(6);
    ok(await store.commit([trashingOf(itemOf(6))]), 'the item was deleted');
    equal(await getById(store, 6), undefined, 'by id');
    equal(await among(store, [6]), [], 'among ids');
    equal(await list(store, { slug: moved.slug }), [], 'by the slug of its copy');
    for (const collection of [1, 2, 3].map(collectionId)) {
      const found = await list(store, { collectionId: collection });
      equal(
        found.filter(({ id }) => id === contentId(6)),
        [],
        'in a collection',
      );
    }
  },

  'a page is large if the data of what is shown exceeds the limit, and only then': async (
    store,
  ) => {
    await filled(store);
    const frame = encodeJson({ words: '' }).length;
    const data = encodeJson({ words: 'x'.repeat(dataLimits.bytes - frame) });
    // Large copies of small items, and small copies of large ones.
    const small = times(6, (n) => sampleContent(100 + n));
    const large = times(6, (n) => sampleContent(200 + n, { data }));
    await insertItems(store, small);
    for (const item of large) await insertItems(store, [item]);
    const largeCopies = times(6, (n) =>
      sampleCopy(100 + n, { data, collectionId: collectionId(2) }),
    );
    for (const copy of largeCopies) await saveCopies(store, [copy]);
    for (const n of times(6, (each) => 200 + each)) {
      const base = { ...sampleCopy(n).base, data: encodeJson({}) };
      await saveCopies(store, [sampleCopy(n, { base })]);
    }
    const page = await pageFor(store, { collectionId: collectionId(2), limit: 6 });
    ok('large' in page, 'the copies are large');
    equal(
      page.large,
      times(6, (n) => ({ id: contentId(107 - n), bytes: dataLimits.bytes })),
      'the sizes',
    );
    const [some] = itemsOf(await pageFor(store, { collectionId: collectionId(2), limit: 3 }));
    equal(some?.data === data, true, 'the data of a smaller page');
    const others = await list(store, { limit: 6 });
    equal(
      others.map(({ id }) => id),
      times(6, (n) => contentId(207 - n)),
      'small copies',
    );
    equal(others[0]?.data, encodeJson({ copy: 206 }), 'the data of a small copy');
    equal((await getById(store, 101))?.data === data, true, 'by id');
  },

  'its trace contains the requested conditions, and nothing about the caller': async (store) => {
    await filled(store);
    const asked = { status: 'published', collectionId: collectionId(2) } as const;
    const within = [1, 3].map(collectionId);
    for (const slug of [undefined, parseSlug('item-1')]) {
      const more = slug === undefined ? {} : { slug };
      const { trace } = await pageFor(store, { ...asked, ...more });
      if (trace === undefined) return;
      const parameters: readonly unknown[] = trace.parameters;
      for (const value of [...Object.values(asked), ...Object.values(more)]) {
        ok(parameters.includes(value), `${value} is named`);
      }
      const hidden = JSON.stringify((await pageFor(store, { ...more, within })).trace);
      for (const id of within) equal(hidden.includes(id), false, 'the trace contains the scope');
    }
  },

  'pages have no tag': async (store) => {
    await filled(store);
    equal((await pageFor(store, {})).tag, undefined, 'the tag');
  },

  'stored records do not share objects with callers': async (store) => {
    await filled(store);
    modifyAll(await list(store, {}));
    modifyAll(await getById(store, 2));
    modifyAll(await among(store, [2]));
    equal(await list(store, {}), expectedFor({}), 'items');
  },
});

/** How many items there are. Item 1 has no copy. */
const count = 18;

const statusOf = (n: number) => (n === 3 ? 'draft' : n === 4 ? 'archived' : 'published');

const items: readonly ContentItem[] = times(count, (n) =>
  sampleContent(n, {
    status: statusOf(n),
    collectionId: collectionId(n > 12 ? 3 : n > 8 ? 2 : 1),
    // Two of each time.
    createdAt: momentOf(Math.floor(n / 2)),
  }),
);

/**
 * Copies that stay in their collection, that move from and to each one, also of a draft and an archived item, that have
 * the slug of an item without a copy, of one whose copy has another slug, and of each other.
 */
const copies: readonly WorkingCopy[] = times(count, (n) => {
  const item = itemOf(n);
  const { title, collectionId: collection, data, version } = item;
  const target = (n % 3) + 1;
  return sampleCopy(n, {
    base: { title, slug: item.slug, collectionId: collection, data, version },
    collectionId: n === 2 ? collection : collectionId(target),
    slug: n >= 17 ? itemOf(1).slug : n === 16 ? itemOf(15).slug : parseSlug(`copy-${n}`),
  });
}).slice(1);

function itemOf(n: number): ContentItem {
  return items[n - 1] ?? sampleContent(n);
}

const copyOf = (n: number): WorkingCopy => copies[n - 2] ?? sampleCopy(n);

const filled = async (store: Store): Promise<void> => {
  for (const n of [1, 2, 3]) await store.repositories.collections.insert(sampleCollection(n));
  await insertItems(store, items);
  await saveCopies(store, copies);
};

const scopes: readonly CollectionScope[] = [
  'all',
  [],
  [collectionId(2)],
  [1, 3].map(collectionId),
  [3, 1, 3, 9].map(collectionId),
];

const filters: readonly ContentFilter[] = scopes.flatMap((within) =>
  [undefined, ...contentStatuses].flatMap((status) =>
    [undefined, ...[1, 2, 9].map(collectionId)].map((collection) => ({
      within,
      ...(status !== undefined && { status }),
      ...(collection !== undefined && { collectionId: collection }),
    })),
  ),
);

/** The items of the samples as they must be shown. */
const shown: readonly ContentItem[] = items
  .map((item, index) => {
    const copy = copies[index - 1];
    if (copy === undefined || item.status !== 'published') return item;
    const { title, slug, collectionId: collection, data, updatedAt } = copy;
    return { ...item, title, slug, collectionId: collection, data, updatedAt };
  })
  .toReversed();

const expectedFor = ({
  status,
  collectionId: collection,
  within = 'all',
  slug,
}: Partial<VisibleQuery>): readonly ContentItem[] => {
  const matching = shown.filter(
    (item) =>
      (status ?? item.status) === item.status &&
      (collection ?? item.collectionId) === item.collectionId &&
      (slug ?? item.slug) === item.slug &&
      inScope(within, item.collectionId),
  );
  const isOwn = ({ id }: ContentItem) => items.some((item) => item.id === id && item.slug === slug);
  return [...matching.filter(isOwn), ...matching.filter((item) => !isOwn(item))];
};

const pageFor = async (store: Store, query: Partial<VisibleQuery>): Promise<ContentPage> => {
  const whole = { limit: 50, offset: 0, within: 'all', ...query } as const;
  return pageOf(store.repositories, whole, 'unpublished');
};

const list = async (store: Store, query: Partial<VisibleQuery>): Promise<readonly ContentItem[]> =>
  itemsOf(await pageFor(store, query));

const among = async (
  { repositories }: Store,
  ns: readonly number[],
  filter: ContentFilter = { within: 'all' },
): Promise<readonly ContentItem[]> => {
  const { contents } = repositories;
  const basis = await basisOf(repositories);
  const asked = withView({ ids: ns.map(contentId), ...filter }, 'unpublished');
  const found = valueOf(await contents.listAmong(...asked, basis));
  const sizes = valueOf(await contents.sizesAmong(...asked, basis));
  const bytesOf = new Map(sizes.map(({ id, bytes }) => [id, bytes]));
  equal(sizes.length, found.length, 'the number of sizes');
  for (const { id, data } of found) equal(bytesOf.get(id), data.length, 'the size of an item');
  return found;
};

const getById = async ({ repositories }: Store, n: number): Promise<ContentItem | undefined> =>
  valueOf(
    await repositories.contents.getById(contentId(n), unpublishedView, await basisOf(repositories)),
  );

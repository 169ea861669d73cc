import type { Store, WorkingCopyQuery } from '../../../../core/store.ts';
import {
  encodeJson,
  parseSlug,
  placedAlone,
  type ContentItem,
  type WorkingCopyEntry,
} from '../../../../core/vocabulary.ts';
import { equal } from '../../assert.ts';
import { times } from '../../cases.ts';
import {
  awkwardText,
  collectionId,
  contentId,
  momentOf,
  sampleCollection,
  sampleContent,
  sampleUser,
  userId,
} from '../../samples.ts';
import { suite } from '../../suite.ts';
import { deleteItem, insertItems, reviseItem } from '../content-changes.ts';
import { sampleCopy, saveCopies } from '../copy-samples.ts';

const both = [collectionId(1), collectionId(2)];

const listed = (
  { repositories: { copies } }: Store,
  query: Partial<WorkingCopyQuery> = {},
): Promise<readonly WorkingCopyEntry[]> =>
  copies.list({ all: both, own: [], ownerId: undefined, limit: 100, offset: 0, ...query });

const numbersOf = (entries: readonly WorkingCopyEntry[]): readonly number[] =>
  entries.map(({ contentId: id }) => Number.parseInt(id.slice(-12), 16));

const itemOf = (n: number): ContentItem =>
  sampleContent(n, {
    collectionId: collectionId(n % 2 === 1 ? 1 : 2),
    authorId: userId(n % 3 === 0 ? 1 : 2),
  });

/**
 * Twelve items with copies. The odd ones are in the first collection, every third one belongs to the first user, the
 * other ones to the second user. The first user changed the copies of 1 to 6 last. The times of the copies fall, in pairs.
 */
const fill = async (store: Store): Promise<void> => {
  const { collections, users } = store.repositories;
  for (const n of [1, 2]) await collections.insert(sampleCollection(n));
  for (const n of [1, 2]) await users.insert(sampleUser(n));
  await insertItems(store, times(12, itemOf));
  await saveCopies(
    store,
    times(12, (n) =>
      sampleCopy(n, {
        base: { ...sampleCopy(n).base, collectionId: itemOf(n).collectionId },
        authorId: userId(n <= 6 ? 1 : 2),
        updatedAt: momentOf(500 - Math.ceil(n / 2)),
      }),
    ),
  );
};

/** All copies of {@link fill}, in the order of the list. */
const inOrder = [2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 11];

export const workingCopyListSuite = suite<Store>('WorkingCopyRepository, lists', {
  'an entry has the members of the copy, the collection of the item, and the name of the author':
    async (store) => {
      const { collections, users } = store.repositories;
      await collections.insert(sampleCollection(1));
      await users.insert(sampleUser(1, { firstName: awkwardText, lastName: '{,}' }));
      await insertItems(store, [sampleContent(1)]);
      const copy = sampleCopy(1, {
        title: awkwardText,
        collectionId: collectionId(2),
        authorId: userId(1),
      });
      await saveCopies(store, [copy]);
      const entry = {
        contentId: contentId(1),
        title: awkwardText,
        slug: copy.slug,
        collectionId: collectionId(1),
        baseVersion: 1,
        isOutdated: false,
        updatedAt: copy.updatedAt,
        author: { id: userId(1), name: `${awkwardText} {,}` },
      };
      equal(await listed(store), [entry], 'the list');
      await users.delete(userId(1));
      equal(await listed(store), [{ ...entry, author: undefined }], 'without the account');
    },

  'the latest change comes first, then the highest id': async (store) => {
    await fill(store);
    equal(numbersOf(await listed(store)), inOrder, 'the list');
  },

  'pages of copies have no gaps and no overlaps': async (store) => {
    await fill(store);
    for (const offset of [0, 5, 10, 12, 2 ** 31 - 1]) {
      const page = await listed(store, { limit: 5, offset });
      equal(numbersOf(page), inOrder.slice(offset, offset + 5), `from ${offset}`);
    }
  },

  'a list contains all copies of some collections, and of others those of the owner': async (
    store,
  ) => {
    await fill(store);
    const [first = '', second = ''] = both;
    const expect = async (query: Partial<WorkingCopyQuery>, expected: readonly number[]) => {
      equal(numbersOf(await listed(store, query)), expected, JSON.stringify(query));
    };
    await expect({ all: [] }, []);
    await expect({ all: [second] }, [2, 4, 6, 8, 10, 12]);
    await expect({ all: [collectionId(9)] }, []);
    await expect({ all: [], own: both, ownerId: userId(1) }, [3, 6, 9, 12]);
    await expect({ all: [], own: [first], ownerId: userId(1) }, [3, 9]);
    await expect({ all: [second], own: [first], ownerId: userId(1) }, [2, 4, 3, 6, 8, 10, 9, 12]);
    await expect({ all: [], own: both, ownerId: userId(3) }, []);
  },

  'a list of an author contains the copies that this user changed last': async (store) => {
    await fill(store);
    const of = async (query: Partial<WorkingCopyQuery>) =>
      numbersOf(await listed(store, { authorId: userId(1), ...query }));
    equal(await of({}), [2, 1, 4, 3, 6, 5], 'in all collections');
    equal(await of({ all: [collectionId(1)] }), [1, 3, 5], 'in one');
    equal(await of({ all: [], own: both, ownerId: userId(1) }), [3, 6], 'of own items');
    equal(await of({ authorId: userId(3) }), [], 'of another user');
    equal(await of({ limit: 2, offset: 1 }), [1, 4], 'a page');
  },

  'a list within collections has only copies with which the item is in one of them': async (
    store,
  ) => {
    await fill(store);
    const [first = '', second = ''] = both;
    for (const n of [1, 3, 4]) {
      const copy = await store.repositories.copies.find(contentId(n));
      if (copy === undefined) throw new Error('there is a copy');
      const moved = { ...copy, collectionId: collectionId(n === 4 ? 2 : 9) };
      await store.repositories.copies.save(moved, 1, copy);
    }
    const of = async (query: Partial<WorkingCopyQuery>) => numbersOf(await listed(store, query));
    const inBoth = inOrder.filter((n) => n !== 1 && n !== 3);
    equal(await of({}), inOrder, 'all');
    equal(await of({ within: both }), inBoth, 'within both');
    equal(await of({ within: both, limit: 2, offset: 1 }), inBoth.slice(1, 3), 'a page');
    equal(await of({ within: [second] }), [4], 'within the second');
    equal(await of({ all: [second], within: [first] }), [2, 6, 8, 10, 12], 'moved there');
    equal(await of({ all: [first], within: [first] }), [5, 7, 9, 11], 'that stay');
    equal(await of({ within: [] }), [], 'within none');
    const own = { all: [], own: both, ownerId: userId(1), within: both };
    equal(await of(own), [6, 9, 12], 'of own items');
    equal(await of({ authorId: userId(1), within: both }), [2, 4, 6, 5], 'of an author');
    equal(await of({ ...own, authorId: userId(1) }), [6], 'of an author, own items');
  },

  'without an owner, items of nobody are not own items': async (store) => {
    await fill(store);
    await store.repositories.users.delete(userId(1));
    const query = { all: [], own: both, ownerId: undefined };
    equal(await listed(store, query), [], 'the list');
    equal(await listed(store, { ...query, authorId: userId(1) }), [], 'of an author');
  },

  'a copy is listed in the collection and for the owner that its item has now': async (store) => {
    await fill(store);
    const [first = '', second = ''] = both;
    await reviseItem(store, itemOf(1), { collectionId: second, authorId: userId(1) });
    equal(
      numbersOf(await listed(store, { all: [second] })),
      [2, 1, 4, 6, 8, 10, 12],
      'the new one',
    );
    equal(numbersOf(await listed(store, { all: [first] })), [3, 5, 7, 9, 11], 'the old one');
    const own = await listed(store, { all: [], own: both, ownerId: userId(1) });
    equal(numbersOf(own), [1, 3, 6, 9, 12], 'of its owner');
  },

  'a list is limited to some locales of a collection': async (store) => {
    const { collections, users } = store.repositories;
    await collections.insert(sampleCollection(1, { baseLocale: 'de' }));
    await collections.insert(sampleCollection(2));
    for (const n of [1, 2]) await users.insert(sampleUser(n));
    const codes = ['de', 'en', 'fr'];
    const items = times(7, (n) => {
      const item = itemOf(n);
      const isLocalised = item.collectionId === collectionId(1);
      return isLocalised ? { ...item, ...placedAlone(item, codes[n % 3] ?? '') } : item;
    });
    await insertItems(store, items);
    const copies = items.map((_, index) => sampleCopy(index + 1, { authorId: userId(2) }));
    await saveCopies(store, copies);
    const limits = (...locales: readonly string[]) => [{ collectionId: collectionId(1), locales }];
    const authorId = userId(2);
    for (const more of [{}, { authorId }, { within: both }, { authorId, within: both }]) {
      const numbers = async (query: Partial<WorkingCopyQuery>) =>
        numbersOf(await listed(store, { ...query, ...more }));
      const title = JSON.stringify(more);
      equal(await numbers({ locales: limits('en', 'fr') }), [7, 6, 5, 4, 2, 1], title);
      const own = { all: [], own: both, ownerId: userId(1), locales: limits('de') };
      equal(await numbers(own), [6, 3], `${title}, of an owner`);
      equal(await numbers({ locales: limits() }), [6, 4, 2], `${title}, no locale`);
    }
  },

  'a copy of a deleted item is not listed': async (store) => {
    await fill(store);
    equal(numbersOf(await listed(store)), inOrder, 'before');
    await deleteItem(store, itemOf(2));
    equal(numbersOf(await listed(store)), inOrder.slice(1), 'the list');
  },

  'a copy is outdated if its item has another state than the base': async (store) => {
    await fill(store);
    const states = async () =>
      new Map((await listed(store)).map((entry) => [entry.contentId, entry.isOutdated]));
    equal([...(await states()).values()].includes(true), false, 'outdated at first');
    await reviseItem(store, itemOf(1), { title: 'Revised' });
    await reviseItem(store, itemOf(2), { slug: parseSlug('revised') });
    await reviseItem(store, itemOf(3), { collectionId: collectionId(2) });
    // As long as before.
    await reviseItem(store, itemOf(4), { data: encodeJson({ n: 5 }) });
    await reviseItem(store, itemOf(5), { data: encodeJson({ longer: true }) });
    await reviseItem(store, itemOf(6), { status: 'draft' });
    const back = await reviseItem(store, itemOf(7), { title: 'Revised' });
    await reviseItem(store, back, { title: itemOf(7).title });
    const found = await states();
    equal(
      times(8, (n) => found.get(contentId(n))),
      [true, true, true, true, true, false, false, false],
      'outdated',
    );
  },
});

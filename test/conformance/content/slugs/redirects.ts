import {
  inScope,
  type FormerSlug,
  type RedirectQuery,
  type Repositories,
  type Store,
} from '../../../../core/store.ts';
import {
  contentStatuses,
  type CollectionScope,
  type Redirect,
} from '../../../../core/vocabulary.ts';
import { equal, ok } from '../../assert.ts';
import { oneIsTrue, racers, times } from '../../cases.ts';
import { collectionId, contentId, sampleContent } from '../../samples.ts';
import { suite } from '../../suite.ts';
import { create, recoveryOf, trash, withHistory } from '../../trash/trashed-items.ts';
import { basisOf, reviseItem, valueOf } from '../content-changes.ts';
import {
  allRedirects,
  foundBy,
  redirectTexts,
  rename,
  slug,
  trashPublished,
} from './former-slug-samples.ts';

export const redirectSuite = suite<Store>('RedirectRepository', {
  'redirects are listed by the code points of the former slug, with the present slug and collection':
    async (store) => {
      const repositories = await withHistory(store, 3);
      // The last two have another order as UTF-16: the last one begins with a surrogate.
      const slugs = ['a', 'a-b', 'a1', 'aa', 'b', 'ß', '日本', 'ﻼ', '𐐨'];
      let item = await rename(store, sampleContent(1), slugs[5] ?? '');
      for (const n of [7, 2, 8, 0, 3, 6, 1, 4]) item = await rename(store, item, slugs[n] ?? '');
      const moved = await reviseItem(store, item, {
        slug: slug('last'),
        collectionId: collectionId(2),
        status: 'archived',
      });
      await rename(store, sampleContent(2), 'second');
      const expected: Redirect[] = ['a', 'a-b', 'a1', 'aa', 'item-1', 'item-2', 'ß', '日本'].map(
        (from) => ({
          from: slug(from),
          to: from === 'item-2' ? slug('second') : moved.slug,
          contentId: contentId(from === 'item-2' ? 2 : 1),
          collectionId: collectionId(from === 'item-2' ? 1 : 2),
        }),
      );
      const listed = await allRedirects(repositories);
      equal(listed.slice(0, 8), expected, 'the first ones');
      const rest = listed.slice(8).map(({ from }) => from.codePointAt(0) ?? 0);
      equal(
        rest,
        rest.toSorted((left, right) => left - right),
        'the order of the others',
      );
      equal(rest.length, 2, 'the number of the others');
    },

  'a list contains exactly the redirects to items that match all conditions': async (store) => {
    const repositories = await filled(store);
    const scopes: readonly CollectionScope[] = [
      'all',
      [],
      [collectionId(1)],
      [1, 2].map(collectionId),
      [2, 9].map(collectionId),
      [1, 2, 3].map(collectionId),
    ];
    for (const within of scopes) {
      for (const status of [undefined, ...contentStatuses]) {
        for (const asked of [undefined, ...[1, 2, 9].map(collectionId)]) {
          const conditions = {
            ...(status !== undefined && { status }),
            ...(asked !== undefined && { collectionId: asked }),
            within,
          };
          const expected = renamed.filter(
            (item) =>
              (status ?? item.status) === item.status &&
              (asked ?? item.collectionId) === item.collectionId &&
              inScope(within, item.collectionId),
          );
          equal(
            (await list(repositories, conditions)).map((each) => each.contentId).toSorted(),
            expected.map(({ id }) => id).toSorted(),
            JSON.stringify(conditions),
          );
        }
      }
    }
  },

  'pages follow each other without gaps': async (store) => {
    const repositories = await filled(store);
    const collections = [1, 2].map(collectionId);
    for (const within of ['all', collections] as const) {
      const whole = await list(repositories, { within });
      equal(whole.length, renamed.length, 'all');
      for (const limit of [1, 2, 5]) {
        const pages: Redirect[] = [];
        for (let offset = 0; offset <= whole.length; offset += limit) {
          pages.push(...(await list(repositories, { within, limit, offset })));
        }
        equal(pages, whole, `pages of ${limit}`);
      }
    }
  },

  'a redirect follows its item: status, collection, slug and trash': async (store) => {
    const repositories = await withHistory(store, 1);
    const listOf = async (conditions: Partial<RedirectQuery>) =>
      (await list(repositories, conditions)).map(({ from, to }) => `${from} > ${to}`);
    const second = await rename(store, sampleContent(1), 'second');
    const draft = await reviseItem(store, second, { status: 'draft' });
    equal(await listOf({ status: 'published' }), [], 'published ones, with a draft');
    equal(await listOf({ status: 'draft' }), ['item-1 > second'], 'drafts');
    const moved = await reviseItem(store, draft, { collectionId: collectionId(2) });
    equal(await listOf({ collectionId: collectionId(1) }), [], 'in its former collection');
    equal(
      await listOf({ collectionId: collectionId(2) }),
      ['item-1 > second'],
      'in its collection',
    );
    const third = await reviseItem(store, moved, { slug: slug('third') });
    equal(await listOf({ within: [collectionId(2)] }), ['item-1 > third'], 'to its present slug');
    await trash(store, third);
    equal(await listOf({}), [], 'in the trash');
    ok(await store.commit([recoveryOf(third)]), 'the recovery');
    equal(await listOf({ status: 'draft' }), ['item-1 > third'], 'after its return');
  },

  'find returns a redirect, and nothing for other slugs': async (store) => {
    const repositories = await withHistory(store, 3);
    const { redirects } = repositories;
    await rename(store, sampleContent(1), 'second');
    await trashPublished(store, sampleContent(2));
    const back = await rename(store, await rename(store, sampleContent(3), 'new'), 'item-3');
    for (const text of ['second', 'item-2', back.slug, 'unknown']) {
      equal(await redirects.find(slug(text)), undefined, text);
    }
    const expected = {
      from: slug('item-1'),
      to: slug('second'),
      contentId: contentId(1),
      collectionId: collectionId(1),
    };
    equal(await redirects.find(slug('item-1')), expected, 'the redirect');
  },

  'remove removes a redirect to this item in this collection, and no other one': async (store) => {
    const repositories = await withHistory(store, 2);
    const { redirects } = repositories;
    const third = await rename(store, await rename(store, sampleContent(1), 'second'), 'third');
    await trashPublished(store, sampleContent(2));
    const redirect = { from: slug('item-1'), contentId: third.id, collectionId: collectionId(1) };
    for (const other of [
      { ...redirect, from: slug('item-3') },
      { ...redirect, from: third.slug },
      { ...redirect, from: slug('item-2'), contentId: contentId(2) },
      { ...redirect, contentId: contentId(2) },
      { ...redirect, collectionId: collectionId(2) },
    ]) {
      equal(await redirects.remove(other), false, JSON.stringify(other));
    }
    equal((await redirects.listAfter(undefined, 10)).length, 3, 'former slugs before');
    equal(await redirects.remove(redirect), true, 'the result');
    equal(await redirects.remove(redirect), false, 'a second time');
    equal(await foundBy(repositories, 'item-1'), undefined, 'found by it');
    equal(await redirectTexts(repositories), ['second > third'], 'the others');
  },

  'of concurrent removals of one redirect exactly one succeeds': async (store) => {
    const { redirects } = await withHistory(store, 1);
    await rename(store, sampleContent(1), 'second');
    const redirect = {
      from: slug('item-1'),
      contentId: contentId(1),
      collectionId: collectionId(1),
    };
    await oneIsTrue(times(racers, () => redirects.remove(redirect)));
  },

  'all former slugs are read in steps, with the state of the item': async (store) => {
    const { redirects } = await withHistory(store, 3);
    const second = await rename(store, sampleContent(3), 'second');
    const back = await rename(store, second, 'item-3');
    await trashPublished(store, sampleContent(1));
    const seenIn = [collectionId(1)];
    const expected = [
      { slug: slug('item-1'), contentId: contentId(1), seenIn, item: stampOf(sampleContent(1)) },
      { slug: slug('item-3'), contentId: contentId(3), seenIn, item: stampOf(back) },
      { slug: slug('second'), contentId: contentId(3), seenIn, item: stampOf(back) },
    ];
    equal(await redirects.listAfter(undefined, 10), expected, 'all');
    equal(await redirects.listAfter(undefined, 2), expected.slice(0, 2), 'the first two');
    equal(await redirects.listAfter(slug('item-1'), 1), [expected[1]], 'one after the first');
    equal(await redirects.listAfter(slug('second'), 10), [], 'after the last');
  },

  'findItemIds returns the items of former slugs, also in the trash': async (store) => {
    const { redirects } = await withHistory(store, 2);
    await rename(store, await rename(store, sampleContent(1), 'second'), 'item-1');
    await trashPublished(store, sampleContent(2));
    const asked = ['item-1', 'item-2', 'second', 'unknown'].map(slug);
    const ids = await redirects.findItemIds(asked);
    equal(
      asked.map((each) => ids.get(each)),
      [contentId(1), contentId(2), contentId(1), undefined],
      'the items',
    );
    const one = await redirects.findItemIds(asked.slice(0, 1));
    equal([ids.size, one.size, one.get(slug('item-1'))], [3, 1, contentId(1)], 'those asked for');
    equal((await redirects.findItemIds([])).size, 0, 'none');
  },

  'added former slugs lead to their items, also of items in the trash after their return': async (
    store,
  ) => {
    const repositories = await withHistory(store, 2);
    await trash(store, sampleContent(2));
    const added = [former('one', 1), former('two', 2), former('item-1', 1)];
    equal(await repositories.redirects.add(added), [true, true, true], 'results');
    equal(await repositories.redirects.add([]), [], 'none');
    equal(await redirectTexts(repositories), ['one > item-1'], 'redirects');
    const stored = await repositories.redirects.listAfter(undefined, 10);
    equal(
      stored.map((each) => each.seenIn.length),
      [1, 1, 2],
      'where they were seen',
    );
    equal(await foundBy(repositories, 'one'), contentId(1), 'found by it');
    ok(await store.commit([recoveryOf(sampleContent(2))]), 'the recovery');
    await reviseItem(store, sampleContent(1), { slug: slug('new') });
    equal(
      await redirectTexts(repositories),
      ['item-1 > new', 'one > new', 'two > item-2'],
      'redirects afterwards',
    );
  },

  'add leaves out slugs that are stored or taken, and items that do not exist': async (store) => {
    const repositories = await withHistory(store, 2);
    await rename(store, sampleContent(1), 'second');
    const given = [
      former('item-1', 2),
      former('item-1', 1),
      former('second', 2),
      former('other', 9),
      former('twice', 1),
      former('twice', 2),
      former('free', 2),
    ];
    equal(
      await repositories.redirects.add(given),
      [false, false, false, false, true, false, true],
      'results',
    );
    equal(
      (await repositories.redirects.listAfter(undefined, 10)).map((each) => [
        each.slug,
        each.contentId,
      ]),
      [
        ['free', contentId(2)],
        ['item-1', contentId(1)],
        ['twice', contentId(1)],
      ],
      'former slugs',
    );
  },

  'a slug that is added while another item gets it leads to that item only': async (store) => {
    const repositories = await withHistory(store, 1);
    await Promise.all(
      times(racers, async (n) => {
        const item = sampleContent(100 + n);
        await Promise.all([
          create(store, [item]),
          repositories.redirects.add([former(item.slug, 1)]),
        ]);
        equal(await foundBy(repositories, item.slug), item.id, item.slug);
        await reviseItem(store, item, { slug: slug(`other-${n}`) });
        equal(await foundBy(repositories, item.slug), undefined, `${item.slug} afterwards`);
      }),
    );
  },
});

const former = (text: string, n: number): FormerSlug => ({
  slug: slug(text),
  contentId: contentId(n),
  seenIn: times(n, collectionId),
});

const stampOf = ({ id, version, updatedAt }: ReturnType<typeof sampleContent>) => ({
  id,
  version,
  updatedAt,
});

const list = async (
  repositories: Repositories,
  conditions: Partial<RedirectQuery>,
): Promise<readonly Redirect[]> => {
  const query = { limit: 1_000, offset: 0, within: 'all', ...conditions } as const;
  return valueOf(await repositories.redirects.list(query, await basisOf(repositories)));
};

/** One item of every status in each of two collections. */
const renamed = times(6, (n) =>
  sampleContent(n, {
    status: contentStatuses[n % 3] ?? 'draft',
    collectionId: collectionId((n % 2) + 1),
  }),
);

const filled = async (store: Store): Promise<Repositories> => {
  const repositories = await withHistory(store, 0);
  await create(store, renamed);
  for (const item of renamed) await rename(store, item, `new-${item.slug}`);
  return repositories;
};

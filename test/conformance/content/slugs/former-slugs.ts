import { inScope, type VisibleQuery, type Store } from '../../../../core/store.ts';
import {
  contentStatuses,
  type CollectionScope,
  type ContentItem,
} from '../../../../core/vocabulary.ts';
import { equal, ok } from '../../assert.ts';
import { itemsOf, racers, times } from '../../cases.ts';
import { collectionId, contentId, sampleCollection, sampleContent } from '../../samples.ts';
import { suite } from '../../suite.ts';
import { create, recoveryOf, trash, withHistory } from '../../trash/trashed-items.ts';
import {
  basisOf,
  creationOf,
  deletionOf,
  insertItems,
  pageOf,
  reviseItem,
  updateOf,
  valueOf,
} from '../content-changes.ts';
import { viewOf, wholeView, withView } from '../views.ts';
import {
  foundBy,
  redirectTexts,
  remembering,
  rename,
  slug,
  trashPublished,
} from './former-slug-samples.ts';

/** What commits remember, and what is found by it. */
export const formerSlugSuite = suite<Store>('Store, former slugs', {
  'an item is found by its slug and by all former slugs': async (store) => {
    const repositories = await withHistory(store, 2);
    const second = await rename(store, sampleContent(1), 'second');
    const third = await rename(store, second, 'third');
    for (const text of ['item-1', 'second', 'third']) {
      equal(await foundBy(repositories, text), contentId(1), text);
    }
    equal(await foundBy(repositories, 'item-2'), contentId(2), 'another item');
    equal(await foundBy(repositories, 'item-3'), undefined, 'no item');
    const basis = await basisOf(repositories);
    const asked = { slug: slug('item-1'), collectionId: third.collectionId };
    const read = await repositories.contents.getBySlug(asked, wholeView, basis);
    equal(valueOf(read), third, 'whole');
    const page = await pageOf(repositories, { ...all, slug: slug('item-1') });
    equal(itemsOf(page), [third], 'whole, in a list');
    equal(await redirectTexts(repositories), ['item-1 > third', 'second > third'], 'redirects');
  },

  'a list with a former slug is empty unless the item matches all other conditions': async (
    store,
  ) => {
    const repositories = await withHistory(store, 0);
    const items = times(6, (n) =>
      sampleContent(n, {
        status: contentStatuses[n % 3] ?? 'draft',
        collectionId: collectionId((n % 2) + 1),
      }),
    );
    await insertItems(store, items);
    for (const [index, item] of items.entries()) await rename(store, item, `new-${index}`);
    const scopes: readonly CollectionScope[] = [
      'all',
      [],
      [collectionId(1)],
      [2, 9].map(collectionId),
    ];
    for (const { slug: former, ...item } of items) {
      for (const within of scopes) {
        for (const status of [undefined, ...contentStatuses]) {
          for (const asked of [undefined, ...[1, 2, 9].map(collectionId)]) {
            const matches =
              (status ?? item.status) === item.status &&
              (asked ?? item.collectionId) === item.collectionId &&
              inScope(within, item.collectionId);
            const conditions: Partial<VisibleQuery> = {
              ...(status !== undefined && { status }),
              ...(asked !== undefined && { collectionId: asked }),
              within,
            };
            const query = { ...all, ...conditions, slug: former };
            const ids = itemsOf(await pageOf(repositories, query)).map(({ id }) => id);
            equal(ids, matches ? [item.id] : [], `${former} with ${JSON.stringify(conditions)}`);
          }
        }
      }
    }
    const next = { ...all, slug: slug('item-1'), offset: 1 };
    equal(itemsOf(await pageOf(repositories, next)), [], 'the next page');
  },

  'a former slug is free: no look-up of taken slugs returns it': async (store) => {
    const { contents } = await withHistory(store, 1);
    await rename(store, sampleContent(1), 'second');
    equal(await contents.findBySlug(slug('item-1')), undefined, 'findBySlug');
    const taken = await contents.findTakenSlugs([slug('item-1'), slug('second')]);
    equal([...taken], ['second'], 'findTakenSlugs');
  },

  'a slug that another item gets leads to that item only, also after it loses the slug': async (
    store,
  ) => {
    const repositories = await withHistory(store, 5);
    for (const n of times(4, (each) => each)) {
      await rename(store, sampleContent(n), `new-${n}`);
    }
    const created = [6, 7].map((n) => sampleContent(n, { slug: slug(`item-${n - 5}`) }));
    ok(await store.commit(created.slice(0, 1).map((each) => creationOf(each))), 'one creation');
    await insertItems(store, [...created.slice(1), sampleContent(8)]);
    const updated = await reviseItem(store, sampleContent(5), { slug: slug('item-3') });
    await trash(store, sampleContent(8));
    const recovery = recoveryOf(sampleContent(8), { slug: slug('item-4') });
    ok(await store.commit([recovery]), 'a recovery');
    const holders = [...created, updated, recovery.item];
    for (const item of holders) equal(await foundBy(repositories, item.slug), item.id, item.slug);
    equal(await redirectTexts(repositories), [], 'redirects');
    for (const [index, item] of holders.entries()) {
      await reviseItem(store, item, { slug: slug(`other-${index}`) });
      equal(await foundBy(repositories, item.slug), undefined, `${item.slug} afterwards`);
    }
  },

  'a list does not lead to an item by a slug that another item has, even if that does not match':
    async (store) => {
      const repositories = await withHistory(store, 1);
      await rename(store, sampleContent(1), 'second');
      await insertItems(store, [
        sampleContent(2, {
          slug: slug('item-1'),
          status: 'draft',
          collectionId: collectionId(2),
        }),
      ]);
      for (const conditions of [
        { status: 'published' },
        { collectionId: collectionId(1) },
        { within: [collectionId(1)] },
      ] as const) {
        const query = { ...all, ...conditions, slug: slug('item-1') };
        equal(itemsOf(await pageOf(repositories, query)), [], JSON.stringify(conditions));
        const { tag } = await pageOf(repositories, query);
        const read = await repositories.contents.tagOf(
          ...withView(query),
          await basisOf(repositories),
        );
        equal(valueOf(read), tag, 'the tag');
      }
    },

  'a former slug that its own item gets again leads to it later': async (store) => {
    const repositories = await withHistory(store, 1);
    const second = await rename(store, sampleContent(1), 'second');
    const back = await reviseItem(store, second, { slug: slug('item-1'), status: 'draft' });
    equal(await redirectTexts(repositories), [], 'no redirect from the present slug');
    equal(await foundBy(repositories, 'second'), undefined, 'it was not remembered');
    await reviseItem(store, back, { slug: slug('third') });
    equal(await redirectTexts(repositories), ['item-1 > third'], 'redirects');
    equal(await foundBy(repositories, 'item-1'), contentId(1), 'found by it');
  },

  'a slug that is remembered with a change of status leads to the item after it got another one':
    async (store) => {
      const repositories = await withHistory(store, 1);
      let item = sampleContent(1);
      for (const status of ['draft', 'archived'] as const) {
        // The second time, the slug is stored already.
        const change = remembering(item, { status });
        ok(await store.commit([change]), 'the change');
        equal(await redirectTexts(repositories), [], 'no redirect yet');
        item = await reviseItem(store, change.item, { status: 'published' });
      }
      await reviseItem(store, item, { slug: slug('second') });
      equal(await redirectTexts(repositories), ['item-1 > second'], 'redirects');
    },

  'a former slug stays while its item is in the trash, and leads to it after its return': async (
    store,
  ) => {
    const repositories = await withHistory(store, 1);
    const second = await rename(store, sampleContent(1), 'second');
    await trashPublished(store, second);
    for (const text of ['item-1', 'second']) {
      equal(await foundBy(repositories, text), undefined, `${text} in the trash`);
    }
    equal(await redirectTexts(repositories), [], 'redirects in the trash');
    ok(await store.commit([recoveryOf(second, { slug: slug('third') })]), 'the recovery');
    equal(await redirectTexts(repositories), ['item-1 > third', 'second > third'], 'redirects');
    for (const text of ['item-1', 'second']) {
      equal(await foundBy(repositories, text), contentId(1), text);
    }
  },

  'a slug that another item gets while its item is in the trash is forgotten': async (store) => {
    const repositories = await withHistory(store, 1);
    await trashPublished(store, sampleContent(1));
    await create(store, [sampleContent(2, { slug: slug('item-1') })]);
    ok(await store.commit([recoveryOf(sampleContent(1), { slug: slug('second') })]), 'recovery');
    equal(await redirectTexts(repositories), [], 'redirects');
    equal(await foundBy(repositories, 'item-1'), contentId(2), 'found by it');
  },

  'a reader finds an item by the former slugs under which it could see the item': async (store) => {
    const repositories = await withHistory(store, 3);
    const { collections } = repositories;
    const hidden = { isActive: false, hiddenSince: sampleContent(2).updatedAt };
    for (const n of [4, 5]) await collections.insert(sampleCollection(n, hidden));
    await collections.insert(sampleCollection(6, { isActive: false }));
    const before = sampleContent(1, { collectionId: collectionId(4) });
    const after = [sampleContent(2), sampleContent(3)].map((item, index) => ({
      ...item,
      collectionId: collectionId(index + 4),
    }));
    const never = sampleContent(4, { collectionId: collectionId(6), updatedAt: 1 });
    await insertItems(store, [
      ...[before, ...after].map((item, index) => ({
        ...item,
        id: contentId(index + 11),
        slug: slug(`hidden-${index + 1}`),
      })),
      { ...never, id: contentId(14), slug: slug('hidden-4') },
    ]);
    for (const n of [11, 12, 13, 14]) {
      const item = await repositories.contents.findById(contentId(n));
      if (item !== undefined) await rename(store, item, `now-${n}`);
    }
    await rename(store, sampleContent(1), 'second');
    const moved = remembering(sampleContent(2), {
      slug: slug('third'),
      collectionId: collectionId(3),
    });
    ok(await store.commit([moved]), 'moved with another slug');
    // Remembered with the same slug when it moves, and where it is seen then.
    const kept = remembering(sampleContent(3), { collectionId: collectionId(2) });
    ok(await store.commit([kept]), 'moved with its slug');
    await rename(store, kept.item, 'fourth');
    const seen = {
      'item-1': [1],
      'item-2': [1],
      'item-3': [1, 2],
      'hidden-1': [4],
      'hidden-2': [],
      'hidden-3': [],
      'hidden-4': [],
    };
    const stored = await repositories.redirects.listAfter(undefined, 20);
    equal(
      Object.fromEntries(stored.map((each) => [each.slug, each.seenIn.toSorted()])),
      Object.fromEntries(
        Object.entries(seen).map(([text, places]) => [text, places.map(collectionId)]),
      ),
      'where they were seen',
    );
    const placeOf: Record<string, string | undefined> = {};
    for (const { slug: text, contentId: id } of stored) {
      placeOf[text] = (await repositories.contents.findById(id))?.collectionId;
    }
    const scopes: readonly (CollectionScope | undefined)[] = [
      undefined,
      'all',
      ...[[], [1], [2], [3], [4], [1, 4], [2, 9]].map((places) => places.map(collectionId)),
    ];
    for (const seenIn of scopes) {
      const filter = seenIn === undefined ? {} : { seenIn };
      const expected = Object.entries(seen).flatMap(([text, places]) =>
        seenIn === undefined || places.some((n) => inScope(seenIn, collectionId(n))) ? [text] : [],
      );
      const title = JSON.stringify(filter);
      const basis = await basisOf(repositories);
      for (const within of ['all', times(6, collectionId)] as const) {
        const query = { ...all, within, ...filter };
        const list = valueOf(await repositories.redirects.list(query, basis));
        equal(
          list.map(({ from }) => from),
          expected.toSorted(),
          `redirects, ${title}`,
        );
        for (const text of Object.keys(seen)) {
          const one = { ...query, slug: slug(text) };
          const count = expected.includes(text) ? 1 : 0;
          equal(itemsOf(await pageOf(repositories, one)).length, count, `${text}, ${title}`);
          const unpublished = itemsOf(await pageOf(repositories, one, 'unpublished'));
          equal(unpublished.length, count, `${text} in what is unpublished, ${title}`);
          const asked = { slug: slug(text), collectionId: placeOf[text] ?? '' };
          const view = viewOf({ within, ...filter });
          const item = valueOf(await repositories.contents.getBySlug(asked, view, basis));
          equal(item !== undefined, count === 1, `getBySlug ${text}, ${title}`);
        }
      }
      const live = { ...all, ...filter, slug: slug('second') };
      equal(itemsOf(await pageOf(repositories, live)).length, 1, `a present slug, ${title}`);
    }
  },

  'where a private collection is deleted, nobody has seen a former slug': async (store) => {
    const repositories = await withHistory(store, 2);
    const { collections, redirects, contents } = repositories;
    const [closed, open] = [7, 8] as const;
    await collections.insert(sampleCollection(closed, { isPrivate: true, updatedAt: 0 }));
    await collections.insert(sampleCollection(open, { updatedAt: 0 }));
    const placed = (n: number, place: number) =>
      sampleContent(n, { collectionId: collectionId(place) });
    await insertItems(store, [placed(7, closed), placed(8, open)]);
    const leave = async (n: number, place: number): Promise<ContentItem> => {
      const moved = remembering(placed(n, place), {
        slug: slug(`moved-${n}`),
        collectionId: collectionId(1),
      });
      ok(await store.commit([moved]), 'moved');
      return moved.item;
    };
    const left = await leave(7, closed);
    await leave(8, open);
    await rename(store, left, 'moved-again');
    const seenIn = async () =>
      Object.fromEntries(
        (await redirects.listAfter(undefined, 20)).map((each) => [each.slug, each.seenIn]),
      );
    const expected = {
      'item-7': [collectionId(closed)],
      'item-8': [collectionId(open)],
      'moved-7': [collectionId(1)],
    };
    equal(await seenIn(), expected, 'before');
    for (const n of [open, closed]) ok(await collections.delete(collectionId(n)), 'deleted');
    equal(await seenIn(), { ...expected, 'item-7': [] }, 'after');
    ok((await contents.findById(contentId(7))) !== undefined, 'the item stays');
  },

  'a final deletion removes the former slugs of the item, and no others': async (store) => {
    const { redirects, trash: port, collections } = await withHistory(store, 0);
    const items = times(6, (n) =>
      sampleContent(n, { collectionId: collectionId(n === 5 ? 2 : n === 3 ? 3 : 1) }),
    );
    await create(store, items);
    const [first, ...others] = await Promise.all(
      items.map((item, index) => rename(store, item, `new-${index}`)),
    );
    if (first === undefined) return;
    ok(await store.commit([deletionOf(first)]), 'deleted at once');
    for (const item of others.slice(0, 4)) await trash(store, item);
    ok(await port.purge(contentId(2), 2), 'deleted from the trash');
    const scope = { whole: [collectionId(3)], owned: [], ownerId: undefined };
    equal(await port.purgeScope(scope, 10), 1, 'deleted with a part of the trash');
    ok(await collections.delete(collectionId(2)), 'deleted with its collection');
    // Deletes the last one by its age.
    while (await port.sweep(0));
    const left = await redirects.listAfter(undefined, 10);
    equal(
      left.map((each) => each.slug),
      ['item-6'],
      'former slugs',
    );
  },

  'a change that is not stored remembers nothing and forgets nothing': async (store) => {
    const repositories = await withHistory(store, 2);
    const second = await rename(store, sampleContent(1), 'second');
    const before = await repositories.redirects.listAfter(undefined, 10);
    const outdated = [
      remembering(sampleContent(1), { slug: slug('third') }),
      updateOf(sampleContent(2, { version: 7 }), sampleContent(2, { slug: slug('item-1') })),
      creationOf(sampleContent(3, { slug: slug('item-1') }), 9),
      deletionOf(sampleContent(1)),
    ];
    for (const change of outdated) equal(await store.commit([change]), false, change.kind);
    const together = [remembering(second, { slug: slug('fourth') }), deletionOf(sampleContent(9))];
    equal(await store.commit(together), false, 'one of several');
    equal(await repositories.redirects.listAfter(undefined, 10), before, 'former slugs');
  },

  'a slug leads to nobody else, if its item loses it while another one wants it': async (store) => {
    const repositories = await withHistory(store, racers);
    await Promise.all(
      times(racers, async (n) => {
        const wanted = sampleContent(n).slug;
        const item = sampleContent(racers + n, { slug: wanted });
        const take = async (): Promise<void> => {
          // Taken until the other commit ends.
          while (!(await store.commit([creationOf(item)]).catch(() => false)));
        };
        await Promise.all([take(), rename(store, sampleContent(n), `new-${n}`)]);
        await reviseItem(store, item, { slug: slug(`other-${n}`) });
        equal(await foundBy(repositories, wanted), undefined, wanted);
      }),
    );
    equal(await redirectTexts(repositories), [], 'redirects');
  },

  'the tag of a page with a former slug differs with everything that changes the page': async (
    store,
  ) => {
    const repositories = await withHistory(store, 1);
    const query = { ...all, slug: slug('item-1') };
    const seen: unknown[] = [];
    const expectAnother = async (what: string): Promise<void> => {
      const { tag } = await pageOf(repositories, query);
      const basis = await basisOf(repositories);
      const read = await repositories.contents.tagOf(...withView(query), basis);
      equal(valueOf(read), tag, `the tags ${what}`);
      ok(tag !== undefined && !seen.includes(tag), `another tag ${what}`);
      seen.push(tag);
    };
    await expectAnother('with the slug');
    const second = await rename(store, sampleContent(1), 'second');
    await expectAnother('with the former slug');
    const third = await rename(store, second, 'third');
    await expectAnother('after another name');
    ok(await repositories.redirects.remove(redirectTo(third)), 'the removal');
    await expectAnother('after the removal');
    await create(store, [sampleContent(2, { slug: slug('item-1') })]);
    await expectAnother('with another item');
  },
});

const all: VisibleQuery = { limit: 50, offset: 0, within: 'all' };

const redirectTo = ({ id, collectionId: collection }: ReturnType<typeof sampleContent>) => ({
  from: slug('item-1'),
  contentId: id,
  collectionId: collection,
});

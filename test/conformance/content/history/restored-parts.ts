import {
  pageBytes,
  type Repositories,
  type Revision,
  type Store,
  type TrashedItem,
} from '../../../../core/store.ts';
import { day, encodeJson, parseSlug, type WorkingCopy } from '../../../../core/vocabulary.ts';
import { equal, ok, rejectsWith } from '../../assert.ts';
import { modifyAll, oneIsTrue, racers, times } from '../../cases.ts';
import {
  awkwardText,
  collectionId,
  contentId,
  momentOf,
  sampleContent,
  userId,
} from '../../samples.ts';
import { suite } from '../../suite.ts';
import {
  firstOwner,
  historyOf,
  trash,
  trashIsOnly,
  withHistory,
} from '../../trash/trashed-items.ts';
import { creationOf, deletionOf } from '../content-changes.ts';
import { copyVersion, sampleCopy } from '../copy-samples.ts';

/** What exports read of all items in steps, and what imports add as it was. */
export const restoredPartsSuite = suite<Store>('Restored parts of items', {
  'all revisions are read in steps, by item and version, with the state of the item': async (
    store,
  ) => {
    const { revisions } = await withHistory(store, 3);
    await trash(store, sampleContent(2));
    ok(await store.commit([deletionOf(sampleContent(3))]), 'the item was deleted');
    // Text would order 10 before 9.
    await revisions.add([10, 9, 2].map((version) => sampleRevision(1, version)));
    const all = await revisions.listAfter(undefined, 100);
    equal(
      all.map(({ revision: { contentId: id, version } }) => [id, version]),
      [...[1, 2, 9, 10].map((version) => [contentId(1), version]), [contentId(2), 1]],
      'places',
    );
    equal(all[1]?.revision, sampleRevision(1, 2), 'a whole revision');
    equal(
      all.map(({ item }) => item),
      [1, 1, 1, 1, 2].map(stampOf),
      'items',
    );
    const [, second, third] = all.map(({ revision }) => revision);
    equal(await revisions.listAfter(second, 1), [all[2]], 'one after the second');
    equal(await revisions.listAfter(third, 100), all.slice(3), 'those after the third');
    equal(await revisions.listAfter(all.at(-1)?.revision, 100), [], 'after the last');
  },

  'a step of revisions ends with the one that exceeds the maximum': async (store) => {
    const { revisions } = await withHistory(store, 1);
    await revisions.add(
      times(5, (n) => sampleRevision(1, n + 1, { data: n === 5 ? encodeJson({}) : largest })),
    );
    const step = await revisions.listAfter({ contentId: contentId(1), version: 1 }, 10);
    equal(step.map(versionOf), [2, 3, 4, 5, 6], 'exactly the maximum, and one more');
    const short = await revisions.listAfter(undefined, 10);
    equal(short.map(versionOf), [1, 2, 3, 4, 5], 'more than the maximum');
  },

  'add stores revisions as they are, also of items in the trash': async (store) => {
    const { revisions } = await withHistory(store, 2);
    await trash(store, sampleContent(2));
    const added = [
      sampleRevision(1, 7, {
        title: awkwardText,
        slug: parseSlug('other'),
        status: 'archived',
        collectionId: collectionId(9),
        data: encodeJson({ text: awkwardText, number: 1e21 }),
        authorId: userId(9),
        changed: ['title', awkwardText],
        note: awkwardText,
        isAutosave: true,
      }),
      sampleRevision(2, 7),
    ];
    equal(await revisions.add(added), [true, true], 'results');
    equal(await revisions.find(contentId(1), 7), added[0], 'of content');
    equal(await revisions.find(contentId(2), 7), added[1], 'of an item in the trash');
    equal(await revisions.add([]), [], 'none');
  },

  'add changes no revision, and adds none to items that do not exist': async (store) => {
    const { revisions } = await withHistory(store, 1);
    const before = await revisions.find(contentId(1), 1);
    const again = sampleRevision(1, 1, { title: 'Again' });
    const twice = sampleRevision(1, 3, { title: 'Twice' });
    equal(
      await revisions.add([again, sampleRevision(9, 1), sampleRevision(1, 3), twice]),
      [false, false, true, false],
      'results',
    );
    equal(await revisions.find(contentId(1), 1), before, 'the stored revision');
    equal(await revisions.find(contentId(9), 1), undefined, 'of no item');
    equal(await historyOf(store.repositories, contentId(1)), [3, 1], 'versions');
  },

  'of concurrent additions of one revision exactly one adds it': async (store) => {
    const { revisions } = await withHistory(store, 1);
    await oneIsTrue(
      times(racers, async () => (await revisions.add([sampleRevision(1, 2)]))[0] === true),
    );
  },

  'the age of an added revision counts from now': async (store) => {
    const { revisions } = await withHistory(store, 1);
    await revisions.add(times(3, (n) => sampleRevision(1, n + 1, { createdAt: 0 })));
    await revisions.prune({ maxPerItem: 100, maxDays: 1 });
    equal(await historyOf(store.repositories, contentId(1)), [4, 3, 2, 1], 'versions');
  },

  'the trash is read in steps by id': async (store) => {
    const { trash: port } = await withHistory(store, 4);
    for (const n of [3, 1, 2]) await trash(store, sampleContent(n), n, firstOwner);
    const expected = [1, 2, 3].map((n) => trashed(n, { deletedAt: momentOf(n) }));
    equal(await port.listAfter(undefined, 10), expected, 'all');
    equal(await port.listAfter(contentId(1), 1), [expected[1]], 'one after the first');
    equal(await port.listAfter(contentId(3), 10), [], 'after the last');
  },

  'a step of the trash ends with the item that exceeds the maximum': async (store) => {
    const { trash: port } = await withHistory(store, 0);
    for (let n = 1; n <= 6; n += 1) {
      await port.add(trashed(n, { item: sampleContent(n, { data: largest }) }));
    }
    const ids = (await port.listAfter(undefined, 10)).map(({ item }) => item.id);
    equal(ids, times(5, contentId), 'ids');
  },

  'an item is added to the trash as it was, with a slug that another one has': async (store) => {
    const repositories = await withHistory(store, 1);
    const item = sampleContent(2, {
      slug: sampleContent(1).slug,
      title: awkwardText,
      status: 'published',
      collectionId: collectionId(2),
      authorId: userId(2),
      version: 9,
      origin: { digest: 'd', version: 3 },
      data: encodeJson({ text: awkwardText }),
    });
    equal(await repositories.trash.add(trashed(2, { item })), true, 'the result');
    equal(await repositories.trash.find(item.id), trashed(2, { item }), 'the item');
    await trashIsOnly(store, [item]);
    await rejectsWith('id_taken', store.commit([creationOf(sampleContent(2))]));
    // Its age counts from now.
    while (await repositories.trash.sweep(day));
    await trashIsOnly(store, [item]);
  },

  'users that do not exist are left out of an item that is added to the trash': async (store) => {
    const { trash: port } = await withHistory(store, 0);
    const item = sampleContent(1, { authorId: userId(8) });
    await port.add(trashed(1, { item, deletedBy: userId(9) }));
    const stored = await port.find(item.id);
    equal([stored?.item.authorId, stored?.deletedBy], [undefined, undefined], 'users');
  },

  'nothing is added to the trash for an id that exists, or without its collection': async (
    store,
  ) => {
    const { trash: port } = await withHistory(store, 2);
    await trash(store, sampleContent(2), 1);
    equal(await port.add(trashed(1)), false, 'content');
    equal(await port.add(trashed(2, { deletedAt: 7 })), false, 'an item in the trash');
    equal((await port.find(contentId(2)))?.deletedAt, momentOf(1), 'the stored item');
    const item = sampleContent(3, { collectionId: collectionId(9) });
    await rejectsWith('collection_not_found', port.add(trashed(3, { item })));
    await trashIsOnly(store, [sampleContent(2)]);
  },

  'of a creation and an addition to the trash with one id exactly one succeeds': async (store) => {
    const { trash: port, contents } = await withHistory(store, 0);
    const created = await Promise.all(
      times(racers, async (n) => {
        const item = sampleContent(n, { collectionId: collectionId((n % 2) + 1) });
        const [isCreated, isAdded] = await Promise.all([
          store.commit([creationOf(item)]).catch(() => false),
          port.add(trashed(n)),
        ]);
        return [isCreated, isAdded] as const;
      }),
    );
    for (const [place, [isCreated, isAdded]] of created.entries()) {
      const id = contentId(place + 1);
      ok(isCreated !== isAdded, 'one of them succeeds');
      equal((await contents.findById(id)) !== undefined, isCreated, 'content');
      equal((await port.find(id)) !== undefined, isAdded, 'trash');
    }
  },

  'a copy is added to an item that has none, also in the trash': async (store) => {
    const { copies } = await withHistory(store, 3);
    await trash(store, sampleContent(2));
    for (const n of [1, 2]) equal(await copies.add(copyOf(n)), true, `the copy of item ${n}`);
    const other = copyOf(1, { title: 'Other', version: copyVersion(9) });
    equal(await copies.add(other), false, 'a second copy');
    equal(await copies.add(copyOf(9)), false, 'of no item');
    for (const n of [1, 2]) equal(await copies.find(contentId(n)), copyOf(n), 'the copy');
    equal(await copies.find(contentId(9)), undefined, 'no copy');
    const query = { all: [collectionId(1)], own: [], ownerId: undefined, limit: 9, offset: 0 };
    equal(
      (await copies.list(query)).map((each) => each.contentId),
      [contentId(1)],
      'listed',
    );
  },

  'an added copy in the trash goes with its item': async (store) => {
    const { copies, trash: port } = await withHistory(store, 2);
    for (const n of [1, 2]) await trash(store, sampleContent(n));
    for (const n of [1, 2]) await copies.add(copyOf(n));
    await port.purge(contentId(1), 1);
    equal(await copies.find(contentId(1)), undefined, 'of the purged item');
    equal(await copies.find(contentId(2)), copyOf(2), 'of the other item');
  },

  'parts that are added while their item is deleted for good are not left': async (store) => {
    const { revisions, copies, trash: port } = await withHistory(store, racers);
    const inTrash = times(racers / 2, (n) => sampleContent(n));
    for (const item of inTrash) await trash(store, item);
    await Promise.all(
      times(racers, (n) => [
        revisions.add([sampleRevision(n, 2)]),
        copies.add(copyOf(n)),
        n <= inTrash.length
          ? port.purge(contentId(n), 1)
          : store.commit([deletionOf(sampleContent(n))]),
      ]).flat(),
    );
    equal(await revisions.listAfter(undefined, 100), [], 'revisions');
    equal(await copies.listAfter(undefined, 100), [], 'copies');
  },

  'all copies are read in steps, with the state of the item': async (store) => {
    const { copies } = await withHistory(store, 3);
    for (const n of [3, 1, 2]) await copies.add(copyOf(n));
    await trash(store, sampleContent(2));
    const expected = [1, 2, 3].map((n) => ({ copy: copyOf(n), item: stampOf(n) }));
    equal(await copies.listAfter(undefined, 10), expected, 'all');
    equal(await copies.listAfter(contentId(1), 1), [expected[1]], 'one after the first');
    equal(await copies.listAfter(contentId(3), 10), [], 'after the last');
  },

  'a step of copies ends with the one that exceeds the maximum with its base': async (store) => {
    const { copies } = await withHistory(store, 4);
    for (let n = 1; n <= 4; n += 1) {
      const base = { ...copyOf(n).base, data: largest };
      await copies.add(copyOf(n, { data: largest, base }));
    }
    const ids = (await copies.listAfter(undefined, 10)).map(({ copy }) => copy.contentId);
    equal(ids, times(3, contentId), 'ids');
  },

  'modifying an object that was added or returned does not change what is stored': async (
    store,
  ) => {
    const { revisions, trash: port, copies } = await withHistory(store, 1);
    const given = [sampleRevision(1, 2), trashed(2), copyOf(1)] as const;
    await revisions.add([given[0]]);
    await port.add(given[1]);
    await copies.add(given[2]);
    const read = async () => [
      (await revisions.listAfter(undefined, 10)).at(-1)?.revision,
      ...(await port.listAfter(undefined, 10)),
      (await copies.listAfter(undefined, 10))[0]?.copy,
    ];
    modifyAll(await read());
    modifyAll([...given]);
    equal(await read(), [sampleRevision(1, 2), trashed(2), copyOf(1)], 'what is stored');
  },
});

const sampleRevision = (n: number, version: number, changes: Partial<Revision> = {}): Revision => {
  const { title, slug, status, collectionId: collection, data } = sampleContent(n);
  return {
    contentId: contentId(n),
    version,
    title: `${title}, version ${version}`,
    slug,
    status,
    collectionId: collection,
    data,
    authorId: undefined,
    changed: ['title'],
    note: undefined,
    isAutosave: false,
    createdAt: momentOf(version),
    ...changes,
  };
};

const trashed = (n: number, changes: Partial<TrashedItem> = {}): TrashedItem => ({
  item: sampleContent(n),
  deletedAt: momentOf(n),
  deletedBy: firstOwner,
  ...changes,
});

const copyOf = (n: number, changes: Partial<WorkingCopy> = {}): WorkingCopy =>
  sampleCopy(n, changes);

const stampOf = (n: number) => {
  const { id, version, updatedAt } = sampleContent(n);
  return { id, version, updatedAt };
};

const versionOf = ({
  revision,
}: Awaited<ReturnType<Repositories['revisions']['listAfter']>>[number]): number => revision.version;

/** With two bytes per character. Four are exactly the maximum of a step. */
const largest = ((): Revision['data'] => {
  const frame = encodeJson({ words: '' }).length;
  return encodeJson({ words: 'é'.repeat((pageBytes / 4 - frame) / 2) });
})();

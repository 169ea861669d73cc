import type { Repositories, Store } from '../../../core/store.ts';
import { equal, failsWith, ok, rejectsWith } from '../assert.ts';
import { giveWayTo, times } from '../cases.ts';
import { creationOf, deletionOf, insertItems, updateOf } from '../content/content-changes.ts';
import {
  collectionId,
  contentId,
  mediaId,
  momentOf,
  sampleCollection,
  sampleContent,
  sampleMedia,
} from '../samples.ts';
import { suite } from '../suite.ts';

/** All writes of `atomically` are stored, or none. */
export const atomicWorkSuite = suite<Store>('Store, atomic work', {
  'the result of the work is returned, and its writes are stored': async (store) => {
    await prepare(store);
    const answer = { any: 'thing' };
    const result = await store.atomically(async (inside) => {
      await writeAll(inside);
      return answer;
    });
    ok(result === answer, 'the same object');
    equal(await stateOf(store.repositories), changedState, 'stored data');
  },

  'work that fails stores nothing, and its error is thrown': async (store) => {
    await prepare(store);
    const before = await stateOf(store.repositories);
    const failure = new Error('given up');
    const run = store.atomically(async (inside) => {
      await writeAll(inside);
      throw failure;
    });
    await failsWith(failure, run);
    equal(await stateOf(store.repositories), before, 'stored data');
    await writeAll(store);
  },

  'the work sees its own writes': async (store) => {
    await prepare(store);
    await store.atomically(async (inside) => {
      await writeAll(inside);
      equal(await stateOf(inside.repositories), changedState, 'data inside');
      equal(await inside.consistently(stateOf), changedState, 'consistent reads inside');
      const within = await inside.exclusively('settings', stateOf);
      equal(within, changedState, 'exclusive work inside');
    });
  },

  'others see the writes after the end': async (store) => {
    await prepare(store);
    const before = await stateOf(store.repositories);
    const failure = new Error('given up');
    const seen: Promise<unknown>[] = [];
    const run = store.atomically(async (inside) => {
      await writeAll(inside);
      // An embedded store may answer this only after the end: the work fails, so that nothing changes.
      seen.push(stateOf(store.repositories));
      await giveWayTo(Promise.all(seen), () => inside.repositories.collections.list());
      throw failure;
    });
    await failsWith(failure, run);
    equal(await Promise.all(seen), [before], 'the data outside');
  },

  'before its first write, the work does not delay others': async (store) => {
    await prepare(store);
    await store.atomically(async (inside) => {
      await inside.repositories.collections.list();
      await store.repositories.collections.insert(sampleCollection(8));
      const names = (await inside.repositories.collections.list()).map(({ id }) => id);
      ok(names.includes(collectionId(8)), 'what others have written is visible');
    });
  },

  'a first write that fails delays nobody': async (store) => {
    await prepare(store);
    await store.atomically(async (inside) => {
      const taken = sampleContent(5, { slug: sampleContent(1).slug });
      await rejectsWith('slug_taken', inside.commit([creationOf(taken)]));
      await store.repositories.collections.insert(sampleCollection(8));
      ok(!(await inside.commit([deletionOf(sampleContent(1, { version: 7 }))])), 'not stored');
      await store.repositories.collections.insert(sampleCollection(9));
    });
    const stored = await store.repositories.collections.findById(collectionId(9));
    equal(stored, sampleCollection(9), 'the collection outside');
  },

  'a write that fails leaves the other writes': async (store) => {
    await prepare(store);
    await store.atomically(async (inside) => {
      const { collections, media } = inside.repositories;
      await media.insert(sampleMedia(2));
      const taken = sampleContent(5, { slug: sampleContent(1).slug });
      await rejectsWith('slug_taken', inside.commit([creationOf(taken)]));
      await rejectsWith('collection_name_taken', collections.insert(named(7, 'collection-1')));
      const failure = new Error('given up');
      const exclusive = inside.exclusively('settings', async (within) => {
        await within.collections.insert(sampleCollection(6));
        throw failure;
      });
      await failsWith(failure, exclusive);
      const changes = [creationOf(sampleContent(3)), deletionOf(sampleContent(9))];
      ok(!(await inside.commit(changes)), 'changes of which one is outdated');
      await inside.commit([creationOf(sampleContent(4))]);
    });
    const { contents, media, collections } = store.repositories;
    const items = await contents.listAfter(undefined, 10);
    equal(
      items.map(({ id }) => id),
      [1, 2, 4].map(contentId),
      'the items',
    );
    equal(await media.findById(mediaId(2)), sampleMedia(2), 'the file');
    equal((await collections.list()).length, 2, 'collections');
  },

  'after the end, the store of the work is like any other': async (store) => {
    await prepare(store);
    const inside = await store.atomically(async (given) => {
      await given.repositories.media.insert(sampleMedia(2));
      return given;
    });
    await writeAll(inside);
    equal(await stateOf(store.repositories), changedState, 'stored data');
    await inside.repositories.collections.insert(sampleCollection(8));
    const stored = await store.repositories.collections.findById(collectionId(8));
    equal(stored, sampleCollection(8), 'the collection');
  },

  'concurrent work is stored, with retries of outdated changes': async (store) => {
    await prepare(store);
    const countUp = async (): Promise<void> =>
      store.atomically(async (inside) => {
        for (;;) {
          const before = await inside.repositories.contents.findById(contentId(1));
          ok(before !== undefined, 'the item is there');
          const after = { ...before, version: before.version + 1 };
          if (await inside.commit([updateOf(before, after)])) return;
        }
      });
    await Promise.all(times(5, countUp));
    const item = await store.repositories.contents.findById(contentId(1));
    equal(item?.version, 6, 'the version of the item');
  },
});

const named = (n: number, name: string) => sampleCollection(n, { name });

const prepare = async (store: Store): Promise<void> => {
  await store.repositories.collections.insert(sampleCollection(1));
  await store.repositories.collections.insert(sampleCollection(2));
  await insertItems(store, [sampleContent(1), sampleContent(2)]);
  await store.repositories.media.insert(sampleMedia(1));
};

const changed = { ...sampleContent(1), version: 2, title: 'Changed' };

/** Writes of every kind. */
const writeAll = async (store: Store): Promise<void> => {
  ok(await store.commit([updateOf(sampleContent(1), changed)]), 'an update');
  ok(await store.commit([deletionOf(sampleContent(2)), creationOf(sampleContent(3))]), 'a mixture');
  await store.exclusively('settings', async ({ collections }) => {
    ok(await collections.update(named(2, 'changed')), 'a collection');
  });
  const { media } = store.repositories;
  ok(
    (await media.updateDetails(mediaId(1), { alt: 'Changed' }, momentOf(90))) !== undefined,
    'a file',
  );
};

const stateOf = async ({ contents, collections, media }: Repositories) => ({
  items: await contents.listAfter(undefined, 10),
  name: (await collections.findById(collectionId(2)))?.name,
  alt: (await media.findById(mediaId(1)))?.alt,
});

const changedState = {
  items: [changed, sampleContent(3)],
  name: 'changed',
  alt: 'Changed',
};

import type { Repositories } from '../../core/index.ts';
import { equal, failsWith, ok, reasonOf } from './assert.ts';
import { giveWayTo, itemsOf, times } from './cases.ts';
import type { RepositoriesSubject } from './repositories-subject.ts';
import { collectionId, contentId, sampleCollection, sampleContent } from './samples.ts';
import { suite } from './suite.ts';

/** Reads of the same state. */
export const snapshotSuite = suite<RepositoriesSubject>('UnitOfWork, snapshots', {
  'a snapshot returns the result of its work, or throws its error': async ({ unitOfWork }) => {
    const answer = { any: 'thing' };
    ok((await unitOfWork.snapshot(async () => answer)) === answer, 'the same object');
    const failure = new Error('given up');
    const failing = unitOfWork.snapshot(() => Promise.reject(failure));
    await failsWith(failure, failing);
  },

  'a snapshot reads what is stored when it starts': async ({ repositories, unitOfWork }) => {
    await withItems(repositories);
    const seen = await unitOfWork.snapshot(readAll);
    equal(seen, await readAll(repositories), 'the state');
    equal(seen.listed.length, 3, 'items');
  },

  'all reads of a snapshot see the same state, regardless of concurrent writes': async ({
    repositories,
    unitOfWork,
  }) => {
    await withItems(repositories);
    const outside: Promise<void>[] = [];
    await unitOfWork.snapshot(async (inside) => {
      const before = await readAll(inside);
      equal(before.listed.length, 3, 'items before');
      outside.push(writeOutside(repositories));
      await giveWayTo(Promise.all(outside), () => inside.contents.findById(contentId(1)));
      equal(await readAll(inside), before, 'the state after other writes');
    });
    await Promise.all(outside);
    const { listed, settings } = await readAll(repositories);
    equal(
      listed.map(({ id }) => id),
      [4, 3, 2].map(contentId),
      'ids afterwards',
    );
    equal([listed[1]?.title, settings.siteName], ['Changed', 'Changed'], 'the concurrent writes');
  },

  'a write in a snapshot fails and stores nothing': async ({ repositories, unitOfWork }) => {
    await withItems(repositories);
    const before = await readAll(repositories);
    const writes: readonly ((inside: Repositories) => Promise<unknown>)[] = [
      ({ contents }) => contents.insert(sampleContent(4)),
      ({ contents }) => contents.delete(contentId(1), 1),
      ({ collections }) => collections.update(sampleCollection(1, { isActive: false })),
      async ({ site }) =>
        site.saveSettings({ ...(await site.load()).settings, siteName: 'Changed' }),
    ];
    for (const write of writes) {
      await reasonOf(unitOfWork.snapshot(write));
      equal(await readAll(repositories), before, 'the state');
    }
  },

  'snapshots do not wait for each other': async ({ repositories, unitOfWork }) => {
    await withItems(repositories);
    const seen = await Promise.all(times(5, () => unitOfWork.snapshot(readAll)));
    for (const one of seen) equal(one, seen[0], 'the state');
  },
});

const withItems = async ({ collections, contents }: Repositories): Promise<void> => {
  await collections.insert(sampleCollection(1));
  await contents.insertAll(times(3, (n) => sampleContent(n)));
};

const writeOutside = async ({ contents, collections, site }: Repositories): Promise<void> => {
  await contents.insert(sampleContent(4));
  ok(await contents.delete(contentId(1), 1), 'the item was there');
  const item = { ...sampleContent(3), title: 'Changed', version: 2 };
  ok(await contents.replace(item, 1), 'the item was replaced');
  ok(await collections.update(sampleCollection(1, { description: 'Changed' })), 'a collection');
  await site.saveSettings({ ...(await site.load()).settings, siteName: 'Changed' });
};

const readAll = async ({ contents, collections, site }: Repositories) => ({
  listed: itemsOf(await contents.list({ limit: 10, offset: 0, within: 'all' })),
  walked: await contents.listAfter(undefined, 10),
  single: await contents.findById(contentId(1)),
  collection: await collections.findById(collectionId(1)),
  settings: (await site.load()).settings,
});

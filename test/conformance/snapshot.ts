import { everything, type Repositories } from '../../core/index.ts';
import { equal, failsWith, ok, reasonOf } from './assert.ts';
import { giveWayTo, times } from './cases.ts';
import type { RepositoriesSubject } from './repositories-subject.ts';
import { collectionId, contentId, sampleCollection, sampleContent } from './samples.ts';
import { suite } from './suite.ts';

/** Reads that belong together. */
export const snapshotSuite = suite<RepositoriesSubject>('UnitOfWork, snapshots', {
  'snapshot answers what its work answers, and fails as it fails': async ({ unitOfWork }) => {
    const answer = { any: 'thing' };
    ok((await unitOfWork.snapshot(async () => answer)) === answer, 'the very same object');
    const failure = new Error('given up');
    const failing = unitOfWork.snapshot(() => Promise.reject(failure));
    await failsWith(failure, failing);
  },

  'a snapshot sees what is stored when it begins': async ({ repositories, unitOfWork }) => {
    await withItems(repositories);
    const seen = await unitOfWork.snapshot(whatIsSeen);
    equal(seen, await whatIsSeen(repositories), 'what is seen');
    equal(seen.listed.length, 3, 'items');
  },

  'all reads of a snapshot see one moment, whatever is written meanwhile': async ({
    repositories,
    unitOfWork,
  }) => {
    await withItems(repositories);
    const outside: Promise<void>[] = [];
    await unitOfWork.snapshot(async (inside) => {
      const before = await whatIsSeen(inside);
      equal(before.listed.length, 3, 'items before');
      outside.push(writeALot(repositories));
      await giveWayTo(Promise.all(outside), () => inside.contents.findById(contentId(1)));
      equal(await whatIsSeen(inside), before, 'what is seen later');
    });
    await Promise.all(outside);
    const { listed, site } = await whatIsSeen(repositories);
    equal(
      listed.map(({ id }) => id),
      [4, 3, 2].map(contentId),
      'ids afterwards',
    );
    equal([listed[1]?.title, site.siteName], ['Changed', 'Changed'], 'what was written meanwhile');
  },

  'a write in a snapshot is refused and leaves nothing': async ({ repositories, unitOfWork }) => {
    await withItems(repositories);
    const before = await whatIsSeen(repositories);
    const writes: readonly ((inside: Repositories) => Promise<unknown>)[] = [
      ({ contents }) => contents.insert(sampleContent(4)),
      ({ contents }) => contents.delete(contentId(1), 1),
      ({ collections }) => collections.update(sampleCollection(1, { isActive: false })),
      async ({ settings }) => settings.save({ ...(await settings.load()), siteName: 'Changed' }),
    ];
    for (const write of writes) {
      await reasonOf(unitOfWork.snapshot(write));
      equal(await whatIsSeen(repositories), before, 'what is seen');
    }
  },

  'snapshots do not wait for one another': async ({ repositories, unitOfWork }) => {
    await withItems(repositories);
    const seen = await Promise.all(times(5, () => unitOfWork.snapshot(whatIsSeen)));
    for (const one of seen) equal(one, seen[0], 'what is seen');
  },
});

const withItems = async ({ collections, contents }: Repositories): Promise<void> => {
  await collections.insert(sampleCollection(1));
  await contents.insertAll(times(3, (n) => sampleContent(n)));
};

const writeALot = async ({ contents, collections, settings }: Repositories): Promise<void> => {
  await contents.insert(sampleContent(4));
  ok(await contents.delete(contentId(1), 1), 'the item was there');
  const item = { ...sampleContent(3), title: 'Changed', version: 2 };
  ok(await contents.replace(item, 1), 'the item was replaced');
  ok(await collections.update(sampleCollection(1, { description: 'Changed' })), 'a collection');
  await settings.save({ ...(await settings.load()), siteName: 'Changed' });
};

const whatIsSeen = async ({ contents, collections, settings }: Repositories) => ({
  listed: (await contents.list({ limit: 10, offset: 0, visibility: everything })).items,
  walked: await contents.listAfter(undefined, 10),
  single: await contents.findById(contentId(1)),
  collection: await collections.findById(collectionId(1)),
  site: await settings.load(),
});

import {
  parseSlug,
  type ContentRepository,
  type LockName,
  type Repositories,
  type UnitOfWork,
} from '../../core/index.ts';
import { equal, failsWith, ok } from './assert.ts';
import { giveWayTo, itemsOf, modifyAll, oneWins, racers, times } from './cases.ts';
import type { RepositoriesSubject } from './repositories-subject.ts';
import { collectionId, contentId, sampleCollection, sampleContent } from './samples.ts';
import { suite } from './suite.ts';
import { harmless } from './permit.ts';

const locks: readonly LockName[] = ['accounts', 'settings'];

/** Sequential and concurrent runs. See also `rollbackSuite` and `snapshotSuite`. */
export const unitOfWorkSuite = suite<RepositoriesSubject>('UnitOfWork', {
  'a run returns the result of its work': async ({ unitOfWork }) => {
    const answer = { any: 'thing' };
    ok(
      (await unitOfWork.runExclusive(harmless, 'settings', async () => answer)) === answer,
      'the same object',
    );
    equal(
      await unitOfWork.runExclusive(harmless, 'settings', async () => undefined),
      undefined,
      'nothing',
    );
  },

  'a run without a lock stores all of its writes, or none': async ({
    repositories,
    unitOfWork,
  }) => {
    await repositories.collections.insert(sampleCollection(1));
    const failure = new Error('given up');
    const insertTwo = async (contents: ContentRepository, n: number): Promise<void> => {
      await contents.insert(sampleContent(n));
      await contents.insert(sampleContent(n + 1));
    };
    await unitOfWork.run(harmless, ({ contents }) => insertTwo(contents, 1));
    const failing = unitOfWork.run(harmless, async ({ contents }) => {
      await insertTwo(contents, 3);
      throw failure;
    });
    await failsWith(failure, failing);
    equal(await idsIn(repositories), [1, 2].map(contentId), 'ids');
  },

  'of concurrent runs without a lock with one slug exactly one succeeds': async ({
    repositories,
    unitOfWork,
  }) => {
    await repositories.collections.insert(sampleCollection(1));
    const slug = parseSlug('wanted');
    const runs = times(racers, (n) =>
      unitOfWork.run(harmless, async ({ contents }) => {
        await contents.insert(sampleContent(100 + n));
        await contents.insert(sampleContent(n, { slug }));
      }),
    );
    const winner = 1 + (await oneWins('slug_taken', runs));
    equal(await idsIn(repositories), [winner, 100 + winner].map(contentId), 'ids');
  },

  'writes of a run are stored, in every repository': async ({ repositories, unitOfWork }) => {
    await unitOfWork.runExclusive(harmless, 'accounts', async ({ collections, contents, site }) => {
      await collections.insert(sampleCollection(1));
      await contents.insert(sampleContent(1));
      await site.saveSettings({ ...(await site.load()).settings, siteName: 'Kept' });
    });
    const { collections, contents, site } = repositories;
    equal(await collections.list(), [sampleCollection(1)], 'collections');
    equal(await contents.findById(contentId(1)), sampleContent(1), 'the item');
    equal((await site.load()).settings.siteName, 'Kept', 'the name of the site');
  },

  'a run reads stored data and its own writes': async ({ repositories, unitOfWork }) => {
    await withItems(repositories, 1);
    await unitOfWork.runExclusive(harmless, 'settings', async ({ contents }) => {
      equal(await contents.findById(contentId(1)), sampleContent(1), 'the item from before');
      await contents.insert(sampleContent(2));
      const page = await contents.list({ limit: 10, offset: 0, within: 'all' });
      equal(itemsOf(page), [sampleContent(2), sampleContent(1)], 'items in the list');
      ok(await contents.delete(contentId(1), 1), 'the item was there');
      equal(await contents.findById(contentId(1)), undefined, 'the deleted item');
    });
    equal(await idsIn(repositories), [contentId(2)], 'ids afterwards');
  },

  'modifying an object that a run or a snapshot returned does not change the store': async ({
    repositories,
    unitOfWork,
  }) => {
    await withItems(repositories, 2);
    const modifyRead = async ({ contents, collections }: Repositories): Promise<void> => {
      modifyAll(await contents.findById(contentId(1)));
      modifyAll(await contents.listAfter(undefined, 10));
      modifyAll(await collections.findById(collectionId(1)));
    };
    await unitOfWork.runExclusive(harmless, 'settings', modifyRead);
    await unitOfWork.snapshot(modifyRead);
    const { contents, collections } = repositories;
    equal(
      await contents.listAfter(undefined, 10),
      [1, 2].map((n) => sampleContent(n)),
      'items',
    );
    equal(await collections.list(), [sampleCollection(1)], 'collections');
  },

  'writes of an unfinished run are not visible outside': async ({ repositories, unitOfWork }) => {
    await withItems(repositories, 1);
    const seen: Promise<unknown>[] = [];
    const failure = new Error('given up');
    const run = unitOfWork.runExclusive(harmless, 'settings', async ({ contents }) => {
      await contents.insert(sampleContent(2));
      ok(await contents.delete(contentId(1), 1), 'the item was there');
      // An embedded store may answer these reads only after the run. The run fails, so that the results
      // must be the same.
      seen.push(repositories.contents.findById(contentId(2)));
      seen.push(repositories.contents.findById(contentId(1)));
      await giveWayTo(Promise.all(seen), () => contents.findById(contentId(2)));
      throw failure;
    });
    await failsWith(failure, run);
    equal(await Promise.all(seen), [undefined, sampleContent(1)], 'the items outside');
  },

  'a run and a concurrent write outside of it are both stored': async ({
    repositories,
    unitOfWork,
  }) => {
    await withItems(repositories, 1);
    const outside: Promise<void>[] = [];
    await unitOfWork.runExclusive(harmless, 'settings', async ({ contents }) => {
      await contents.insert(sampleContent(2));
      outside.push(repositories.contents.insert(sampleContent(3)));
      await giveWayTo(Promise.all(outside), () => contents.findById(contentId(1)));
      await contents.insert(sampleContent(4));
    });
    await Promise.all(outside);
    equal(await idsIn(repositories), [1, 2, 3, 4].map(contentId), 'ids');
  },

  'a failed run does not undo a concurrent write outside of it': async ({
    repositories,
    unitOfWork,
  }) => {
    await withItems(repositories, 1);
    const outside: Promise<void>[] = [];
    const failure = new Error('given up');
    const run = unitOfWork.runExclusive(harmless, 'settings', async ({ contents }) => {
      await contents.insert(sampleContent(2));
      outside.push(repositories.contents.insert(sampleContent(3)));
      await giveWayTo(Promise.all(outside), () => contents.findById(contentId(1)));
      throw failure;
    });
    await failsWith(failure, run);
    await Promise.all(outside);
    equal(await idsIn(repositories), [1, 3].map(contentId), 'ids');
  },

  'runs with the same lock lose no update': async ({ repositories, unitOfWork }) => {
    await repositories.collections.insert(sampleCollection(1, { description: '0' }));
    await Promise.all(times(racers, () => countUp(unitOfWork, 'settings')));
    const collection = await repositories.collections.findById(collectionId(1));
    equal(collection?.description, String(racers), 'the count');
  },

  'runs with the same lock never overlap': async ({ unitOfWork }) => {
    const log: string[] = [];
    const run = (n: number): Promise<void> =>
      unitOfWork.runExclusive(harmless, 'accounts', async ({ users }) => {
        log.push(`${n} begins`);
        for (const _ of times(3, (round) => round)) await users.any();
        log.push(`${n} ends`);
      });
    await Promise.all(times(racers, run));
    equal(log.length, 2 * racers, 'entries');
    for (let place = 0; place < log.length; place += 2) {
      equal(log[place + 1], log[place]?.replace('begins', 'ends'), `entry ${place + 1}`);
    }
  },

  'a failed run releases its lock': async ({ unitOfWork }) => {
    const failure = new Error('given up');
    const failing = times(5, () =>
      unitOfWork.runExclusive(harmless, 'settings', () => Promise.reject(failure)),
    );
    const next = unitOfWork.runExclusive(harmless, 'settings', async () => 'done');
    // Concurrently, because a lock may admit them in any order.
    const [answer] = await Promise.all([next, ...failing.map((run) => failsWith(failure, run))]);
    equal(answer, 'done', 'the answer of a run that waited');
    equal(
      await unitOfWork.runExclusive(harmless, 'settings', async () => 'later'),
      'later',
      'the answer of a later run',
    );
  },

  'runs with different locks all complete': async ({ unitOfWork }) => {
    const answers = await Promise.all(
      locks.map((lock) =>
        unitOfWork.runExclusive(
          harmless,
          lock,
          async ({ users }) => `${lock}: ${await users.any()}`,
        ),
      ),
    );
    equal(
      answers,
      locks.map((lock) => `${lock}: false`),
      'answers',
    );
  },

  'of concurrent runs with one slug exactly one succeeds': async ({ repositories, unitOfWork }) => {
    await repositories.collections.insert(sampleCollection(1));
    const slug = parseSlug('wanted');
    const runs = times(racers, (n) =>
      unitOfWork.runExclusive(harmless, locks[n % 2] ?? 'settings', async ({ contents }) => {
        await contents.insert(sampleContent(100 + n));
        await contents.insert(sampleContent(n, { slug }));
      }),
    );
    const winner = 1 + (await oneWins('slug_taken', runs));
    equal(await idsIn(repositories), [winner, 100 + winner].map(contentId), 'ids');
  },
});

const countUp = (unitOfWork: UnitOfWork, lock: LockName): Promise<boolean> =>
  unitOfWork.runExclusive(harmless, lock, async ({ collections }) => {
    const collection = await collections.findById(collectionId(1));
    ok(collection !== undefined, 'the collection is there');
    const description = String(Number(collection.description) + 1);
    return collections.update({ ...collection, description });
  });

const withItems = async ({ collections, contents }: Repositories, count: number): Promise<void> => {
  await collections.insert(sampleCollection(1));
  await contents.insertAll(times(count, (n) => sampleContent(n)));
};

const idsIn = async ({ contents }: Repositories): Promise<readonly string[]> =>
  (await contents.listAfter(undefined, 1_000)).map(({ id }) => id);

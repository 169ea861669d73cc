import {
  everything,
  parseSlug,
  type LockName,
  type Repositories,
  type UnitOfWork,
} from '../../core/index.ts';
import { equal, failsWith, ok } from './assert.ts';
import { giveWayTo, oneWins, racers, spoil, times } from './cases.ts';
import type { RepositoriesSubject } from './repositories-subject.ts';
import { collectionId, contentId, sampleCollection, sampleContent } from './samples.ts';
import { suite } from './suite.ts';

const locks: readonly LockName[] = ['accounts', 'settings'];

/** One run after another and side by side; `rollbackSuite` and `snapshotSuite` hold the rest. */
export const unitOfWorkSuite = suite<RepositoriesSubject>('UnitOfWork', {
  'run answers what its work answers': async ({ unitOfWork }) => {
    const answer = { any: 'thing' };
    ok((await unitOfWork.run('settings', async () => answer)) === answer, 'the very same object');
    equal(await unitOfWork.run('settings', async () => undefined), undefined, 'nothing');
  },

  'what the work wrote is there afterwards, in every repository it used': async ({
    repositories,
    unitOfWork,
  }) => {
    await unitOfWork.run('accounts', async ({ collections, contents, settings }) => {
      await collections.insert(sampleCollection(1));
      await contents.insert(sampleContent(1));
      await settings.save({ ...(await settings.load()), siteName: 'Kept' });
    });
    const { collections, contents, settings } = repositories;
    equal(await collections.list(), [sampleCollection(1)], 'collections');
    equal(await contents.findById(contentId(1)), sampleContent(1), 'the item');
    equal((await settings.load()).siteName, 'Kept', 'the name of the site');
  },

  'the work sees what was stored before and what it wrote itself': async ({
    repositories,
    unitOfWork,
  }) => {
    await withItems(repositories, 1);
    await unitOfWork.run('settings', async ({ contents }) => {
      equal(await contents.findById(contentId(1)), sampleContent(1), 'the item from before');
      await contents.insert(sampleContent(2));
      const { items } = await contents.list({ limit: 10, offset: 0, visibility: everything });
      equal(items, [sampleContent(2), sampleContent(1)], 'items in the list');
      ok(await contents.delete(contentId(1), 1), 'the item was there');
      equal(await contents.findById(contentId(1)), undefined, 'the deleted item');
    });
    equal(await idsIn(repositories), [contentId(2)], 'ids afterwards');
  },

  'changing an object that a run or a snapshot gave out changes nothing stored': async ({
    repositories,
    unitOfWork,
  }) => {
    await withItems(repositories, 2);
    const spoilAll = async ({ contents, collections }: Repositories): Promise<void> => {
      spoil(await contents.findById(contentId(1)));
      spoil(await contents.listAfter(undefined, 10));
      spoil(await collections.findById(collectionId(1)));
    };
    await unitOfWork.run('settings', spoilAll);
    await unitOfWork.snapshot(spoilAll);
    const { contents, collections } = repositories;
    equal(
      await contents.listAfter(undefined, 10),
      [1, 2].map((n) => sampleContent(n)),
      'items',
    );
    equal(await collections.list(), [sampleCollection(1)], 'collections');
  },

  'what a run has not finished is not seen outside': async ({ repositories, unitOfWork }) => {
    await withItems(repositories, 1);
    const seen: Promise<unknown>[] = [];
    const failure = new Error('given up');
    const run = unitOfWork.run('settings', async ({ contents }) => {
      await contents.insert(sampleContent(2));
      ok(await contents.delete(contentId(1), 1), 'the item was there');
      // An embedded store may answer these only when the run is over; so the run fails, after
      // which the answers must be the same.
      seen.push(repositories.contents.findById(contentId(2)));
      seen.push(repositories.contents.findById(contentId(1)));
      await giveWayTo(Promise.all(seen), () => contents.findById(contentId(2)));
      throw failure;
    });
    await failsWith(failure, run);
    equal(await Promise.all(seen), [undefined, sampleContent(1)], 'what was seen meanwhile');
  },

  'a run and a write outside of it keep each other': async ({ repositories, unitOfWork }) => {
    await withItems(repositories, 1);
    const outside: Promise<void>[] = [];
    await unitOfWork.run('settings', async ({ contents }) => {
      await contents.insert(sampleContent(2));
      outside.push(repositories.contents.insert(sampleContent(3)));
      await giveWayTo(Promise.all(outside), () => contents.findById(contentId(1)));
      await contents.insert(sampleContent(4));
    });
    await Promise.all(outside);
    equal(await idsIn(repositories), [1, 2, 3, 4].map(contentId), 'ids');
  },

  'a run that fails takes no write outside of it along': async ({ repositories, unitOfWork }) => {
    await withItems(repositories, 1);
    const outside: Promise<void>[] = [];
    const failure = new Error('given up');
    const run = unitOfWork.run('settings', async ({ contents }) => {
      await contents.insert(sampleContent(2));
      outside.push(repositories.contents.insert(sampleContent(3)));
      await giveWayTo(Promise.all(outside), () => contents.findById(contentId(1)));
      throw failure;
    });
    await failsWith(failure, run);
    await Promise.all(outside);
    equal(await idsIn(repositories), [1, 3].map(contentId), 'ids');
  },

  'runs with one lock lose no update to each other': async ({ repositories, unitOfWork }) => {
    await repositories.collections.insert(sampleCollection(1, { description: '0' }));
    await Promise.all(times(racers, () => countUp(unitOfWork, 'settings')));
    const collection = await repositories.collections.findById(collectionId(1));
    equal(collection?.description, String(racers), 'the count');
  },

  'runs with one lock never overlap': async ({ unitOfWork }) => {
    const log: string[] = [];
    const run = (n: number): Promise<void> =>
      unitOfWork.run('accounts', async ({ users }) => {
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

  'a run that fails gives its lock back': async ({ unitOfWork }) => {
    const failure = new Error('given up');
    const failing = times(5, () => unitOfWork.run('settings', () => Promise.reject(failure)));
    const next = unitOfWork.run('settings', async () => 'done');
    // All at once, for a lock may let them pass in any order.
    const [answer] = await Promise.all([next, ...failing.map((run) => failsWith(failure, run))]);
    equal(answer, 'done', 'the answer of a run that waited');
    equal(
      await unitOfWork.run('settings', async () => 'later'),
      'later',
      'the answer of a later run',
    );
  },

  'runs with different locks all come to their end': async ({ unitOfWork }) => {
    const answers = await Promise.all(
      locks.map((lock) =>
        unitOfWork.run(lock, async ({ users }) => `${lock}: ${await users.any()}`),
      ),
    );
    equal(
      answers,
      locks.map((lock) => `${lock}: false`),
      'answers',
    );
  },

  'runs racing for a slug end as single writes do': async ({ repositories, unitOfWork }) => {
    await repositories.collections.insert(sampleCollection(1));
    const slug = parseSlug('wanted');
    const runs = times(racers, (n) =>
      unitOfWork.run(n % 2 === 0 ? 'accounts' : 'settings', async ({ contents }) => {
        await contents.insert(sampleContent(100 + n));
        await contents.insert(sampleContent(n, { slug }));
      }),
    );
    const winner = 1 + (await oneWins('slug_taken', runs));
    equal(await idsIn(repositories), [winner, 100 + winner].map(contentId), 'ids');
  },
});

const countUp = (unitOfWork: UnitOfWork, lock: LockName): Promise<boolean> =>
  unitOfWork.run(lock, async ({ collections }) => {
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

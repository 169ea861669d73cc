import type { SecondFactor, Store } from '../../../core/store.ts';
import { equal, ok } from '../assert.ts';
import { modifyAll, oneIsTrue, racers, times } from '../cases.ts';
import { awkwardText, contentId, momentOf, sampleFactor, sampleUser, userId } from '../samples.ts';
import { suite } from '../suite.ts';

const withUsers = async ({ repositories }: Store): Promise<Store['repositories']> => {
  for (const n of [1, 2]) await repositories.users.insert(sampleUser(n));
  return repositories;
};

/** The next state of the first factor. */
const changed = (n: number, changes: Partial<SecondFactor> = {}): SecondFactor =>
  sampleFactor(1, { version: contentId(n), ...changes });

export const secondFactorRepositorySuite = suite<Store>('SecondFactorRepository', {
  'find returns the factor of that account as it was stored': async (store) => {
    const { secondFactors } = await withUsers(store);
    equal(await secondFactors.find(userId(1)), undefined, 'before');
    const factors = [
      sampleFactor(1, { secret: awkwardText, recoveryCodes: ['b', 'a'], wrongAt: [3, 1] }),
      sampleFactor(2, {
        pendingUntil: momentOf(5),
        lastStep: 0,
        recoveryCodes: [],
        wrongAt: [],
      }),
    ];
    for (const factor of factors) ok(await secondFactors.replace(factor, undefined), 'stored');
    for (const n of [1, 2]) equal(await secondFactors.find(userId(n)), factors[n - 1], `of ${n}`);
  },

  'replace stores only over the expected version': async (store) => {
    const { secondFactors } = await withUsers(store);
    equal(await secondFactors.replace(changed(1), contentId(9)), false, 'over none');
    equal(await secondFactors.find(userId(1)), undefined, 'the factor');
    equal(await secondFactors.replace(changed(1), undefined), true, 'the first one');
    equal(await secondFactors.replace(changed(2), undefined), false, 'another first one');
    equal(await secondFactors.replace(changed(2), contentId(9)), false, 'over another version');
    equal(await secondFactors.find(userId(1)), changed(1), 'the factor then');
    const next = changed(2, { pendingUntil: 9, lastStep: 7, recoveryCodes: [], secret: 'next' });
    equal(await secondFactors.replace(next, contentId(1)), true, 'over the expected version');
    equal(await secondFactors.find(userId(1)), next, 'the factor at last');
  },

  'of concurrent calls that expect the same, one stores': async (store) => {
    const { secondFactors } = await withUsers(store);
    const race = (expected: string | undefined, from: number): Promise<number> =>
      oneIsTrue(times(racers, (n) => secondFactors.replace(changed(from + n), expected)));
    const first = contentId(101 + (await race(undefined, 100)));
    equal((await secondFactors.find(userId(1)))?.version, first, 'the first version');
    const second = contentId(201 + (await race(first, 200)));
    equal((await secondFactors.find(userId(1)))?.version, second, 'the second version');
  },

  'delete removes the factor of that account only': async (store) => {
    const { secondFactors } = await withUsers(store);
    for (const n of [1, 2]) await secondFactors.replace(sampleFactor(n), undefined);
    equal(await secondFactors.delete(userId(1)), true, 'one that exists');
    equal(await secondFactors.delete(userId(1)), false, 'a second time');
    equal(await secondFactors.find(userId(1)), undefined, 'its factor');
    equal(await secondFactors.find(userId(2)), sampleFactor(2), 'the other one');
  },

  'a factor goes with its account': async (store) => {
    const { secondFactors, users } = await withUsers(store);
    for (const n of [1, 2]) await secondFactors.replace(sampleFactor(n), undefined);
    await users.delete(userId(1));
    equal(await secondFactors.find(userId(1)), undefined, 'its factor');
    equal(await secondFactors.find(userId(2)), sampleFactor(2), 'the other one');
  },

  'factors that are stored share no objects with callers': async (store) => {
    const { secondFactors } = await withUsers(store);
    const given = sampleFactor(1);
    await secondFactors.replace(given, undefined);
    modifyAll(given);
    modifyAll(await secondFactors.find(userId(1)));
    equal(await secondFactors.find(userId(1)), sampleFactor(1), 'the factor');
  },
});

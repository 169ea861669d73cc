import type { Challenge, Store } from '../../../core/store.ts';
import { equal } from '../assert.ts';
import { modifyAll, oneIsTrue, racers, times } from '../cases.ts';
import { momentOf, passwordHashOf, sampleChallenge, sampleUser, userId } from '../samples.ts';
import { suite } from '../suite.ts';

type Repositories = Store['repositories'];

const withUsers = async ({ repositories }: Store): Promise<Repositories> => {
  for (const n of [1, 2]) await repositories.users.insert(sampleUser(n, { hasSecondFactor: true }));
  return repositories;
};

const insert = ({ challenges }: Repositories, challenge: Challenge): Promise<boolean> =>
  challenges.insert(challenge, passwordHashOf(challenge.userId));

const { digest } = sampleChallenge(1);

export const challengeRepositorySuite = suite<Store>('ChallengeRepository', {
  'insert stores only a challenge of an active account with a second factor and this password hash':
    async (store) => {
      const repositories = await withUsers(store);
      const { challenges, users } = repositories;
      await users.insert(sampleUser(3, { isActive: false, hasSecondFactor: true }));
      await users.insert(sampleUser(4));
      await users.insert(sampleUser(5, { hasSecondFactor: true, passwordHash: undefined }));
      const attempts = [
        [1, passwordHashOf(userId(1)), true],
        [2, passwordHashOf(userId(1)), false],
        [3, passwordHashOf(userId(3)), false],
        [4, passwordHashOf(userId(4)), false],
        [5, passwordHashOf(userId(5)), false],
        [9, passwordHashOf(userId(9)), false],
      ] as const;
      for (const [n, hash, isStored] of attempts) {
        const challenge = sampleChallenge(n, { userId: userId(n) });
        equal(await challenges.insert(challenge, hash), isStored, `the result for ${n}`);
        const taken = await challenges.takeCode(challenge.digest, 0);
        equal(taken?.userId, isStored ? userId(n) : undefined, `the account for ${n}`);
      }
    },

  'takeCode takes as many codes as are left': async (store) => {
    const repositories = await withUsers(store);
    await insert(repositories, sampleChallenge(1));
    const other = sampleChallenge(2, { userId: userId(2), codesLeft: 1 });
    await insert(repositories, other);
    const take = (n: number) => repositories.challenges.takeCode(sampleChallenge(n).digest, 0);
    const taken = [await take(1), await take(1), await take(1), await take(2), await take(2)];
    const expected = [
      sampleChallenge(1, { codesLeft: 1 }),
      sampleChallenge(1, { codesLeft: 0 }),
      undefined,
      { ...other, codesLeft: 0 },
      undefined,
    ];
    equal(taken, expected, 'challenges');
    equal(await take(3), undefined, 'of an unknown challenge');
  },

  'takeCode takes each code once': async (store) => {
    const repositories = await withUsers(store);
    await insert(repositories, sampleChallenge(1, { codesLeft: 5 }));
    const taken = await Promise.all(
      times(racers, () => repositories.challenges.takeCode(digest, 0)),
    );
    equal(taken.filter((each) => each !== undefined).length, 5, 'codes');
  },

  'takeCode takes none once the challenge has expired': async (store) => {
    const repositories = await withUsers(store);
    await insert(repositories, sampleChallenge(1, { expiresAt: momentOf(5) }));
    const { challenges } = repositories;
    equal(await challenges.takeCode(digest, momentOf(5)), undefined, 'at its end');
    equal((await challenges.takeCode(digest, momentOf(5) - 1))?.userId, userId(1), 'before');
  },

  'of concurrent calls, one deletes a challenge': async (store) => {
    const repositories = await withUsers(store);
    for (const n of [1, 2]) await insert(repositories, sampleChallenge(n));
    await oneIsTrue(times(racers, () => repositories.challenges.delete(digest)));
    equal(await repositories.challenges.takeCode(digest, 0), undefined, 'a code of it');
    const other = await repositories.challenges.takeCode(sampleChallenge(2).digest, 0);
    equal(other?.userId, userId(1), 'a code of the other one');
  },

  'the challenges of an account end by deleteByUser, and with the account': async (store) => {
    const repositories = await withUsers(store);
    const { challenges, users } = repositories;
    for (const n of [1, 2]) await insert(repositories, sampleChallenge(n));
    await insert(repositories, sampleChallenge(3, { userId: userId(2) }));
    const left = async (): Promise<readonly boolean[]> => {
      const found = times(3, (n) => challenges.takeCode(sampleChallenge(n).digest, 0));
      return (await Promise.all(found)).map((each) => each !== undefined);
    };
    await challenges.deleteByUser(userId(1));
    equal(await left(), [false, false, true], 'of the other account');
    await users.delete(userId(2));
    equal(await left(), [false, false, false], 'of no account');
  },

  'challenges that are stored share no objects with callers': async (store) => {
    const repositories = await withUsers(store);
    const given = sampleChallenge(1);
    await insert(repositories, given);
    modifyAll(given);
    modifyAll(await repositories.challenges.takeCode(digest, 0));
    const taken = await repositories.challenges.takeCode(digest, 0);
    equal(taken, sampleChallenge(1, { codesLeft: 0 }), 'the challenge');
  },
});

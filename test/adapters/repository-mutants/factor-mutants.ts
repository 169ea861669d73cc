import { challengeRepositorySuite } from '../../conformance/accounts/challenges.ts';
import { secondFactorRepositorySuite } from '../../conformance/accounts/second-factors.ts';
import { trustedBrowserRepositorySuite } from '../../conformance/accounts/trusted-browsers.ts';
import { broken, type RepositorySuiteMutants } from './repository-mutant.ts';

/** Leaves what belongs to an account when it is deleted. */
const keeping = (table: 'secondFactors' | 'challenges' | 'trustedBrowsers') =>
  broken('users', (intact, { memory }) => ({
    delete: async (id) => {
      const kept = await memory.read((tables) => [...tables[table]]);
      const isDeleted = await intact.delete(id);
      await memory.write((tables) => {
        for (const [key, each] of kept) (tables[table] as Map<string, unknown>).set(key, each);
      });
      return isDeleted;
    },
  }));

export const factorMutants: RepositorySuiteMutants = {
  suite: secondFactorRepositorySuite,
  mutants: [
    {
      fault: 'sorts recovery codes',
      caughtBy: 'find returns the factor of that account as it was stored',
      make: broken('secondFactors', (intact) => ({
        replace: (factor, expected) =>
          intact.replace({ ...factor, recoveryCodes: factor.recoveryCodes.toSorted() }, expected),
      })),
    },
    {
      fault: 'replaces a factor whatever its version',
      caughtBy: 'replace stores only over the expected version',
      make: broken('secondFactors', (intact) => ({
        replace: async (factor, expected) => {
          const stored = await intact.find(factor.userId);
          return intact.replace(factor, expected === undefined ? undefined : stored?.version);
        },
      })),
    },
    {
      fault: 'compares the version before it stores',
      caughtBy: 'of concurrent calls that expect the same, one stores',
      make: broken('secondFactors', (intact, { memory }) => ({
        replace: async (factor, expected) => {
          if ((await intact.find(factor.userId))?.version !== expected) return false;
          await memory.write(({ secondFactors }) => {
            secondFactors.set(factor.userId, structuredClone(factor));
          });
          return true;
        },
      })),
    },
    {
      fault: 'deletes the factors of all accounts',
      caughtBy: 'delete removes the factor of that account only',
      make: broken('secondFactors', (intact, { memory }) => ({
        delete: async (userId) => {
          const existed = await intact.delete(userId);
          await memory.write(({ secondFactors }) => secondFactors.clear());
          return existed;
        },
      })),
    },
    {
      fault: 'keeps the factor of an account that is deleted',
      caughtBy: 'a factor goes with its account',
      make: keeping('secondFactors'),
    },
    {
      fault: "stores the caller's object without copying it",
      caughtBy: 'factors that are stored share no objects with callers',
      make: broken('secondFactors', (_, { memory }) => ({
        replace: (factor) =>
          memory.write(({ secondFactors }) => {
            secondFactors.set(factor.userId, factor);
            return true;
          }),
      })),
    },
  ],
};

export const challengeMutants: RepositorySuiteMutants = {
  suite: challengeRepositorySuite,
  mutants: [
    {
      fault: 'stores challenges whatever the account is like',
      caughtBy:
        'insert stores only a challenge of an active account with a second factor and this password hash',
      make: broken('challenges', (_, { memory }) => ({
        insert: (challenge) =>
          memory.write(({ challenges }) => {
            challenges.set(challenge.digest, structuredClone(challenge));
            return true;
          }),
      })),
    },
    {
      fault: 'takes codes without counting them',
      caughtBy: 'takeCode takes as many codes as are left',
      make: broken('challenges', (_, { memory }) => ({
        takeCode: (digest, now) =>
          memory.read(({ challenges }) => {
            const found = challenges.get(digest);
            return found !== undefined && found.expiresAt > now ? found : undefined;
          }),
      })),
    },
    {
      fault: 'counts a code in two steps',
      caughtBy: 'takeCode takes each code once',
      make: broken('challenges', (_, { memory }) => ({
        takeCode: async (digest) => {
          const found = await memory.read(({ challenges }) => challenges.get(digest));
          if (found === undefined || found.codesLeft === 0) return undefined;
          const taken = { ...found, codesLeft: found.codesLeft - 1 };
          await memory.write(({ challenges }) => challenges.set(digest, taken));
          return taken;
        },
      })),
    },
    {
      fault: 'takes codes of challenges that have expired',
      caughtBy: 'takeCode takes none once the challenge has expired',
      make: broken('challenges', (intact) => ({
        takeCode: (digest) => intact.takeCode(digest, 0),
      })),
    },
    {
      fault: 'always says that it has deleted a challenge',
      caughtBy: 'of concurrent calls, one deletes a challenge',
      make: broken('challenges', (intact) => ({
        delete: async (digest) => {
          await intact.delete(digest);
          return true;
        },
      })),
    },
    {
      fault: 'deletes the challenges of all accounts',
      caughtBy: 'the challenges of an account end by deleteByUser, and with the account',
      make: broken('challenges', (_, { memory }) => ({
        deleteByUser: () => memory.write(({ challenges }) => challenges.clear()),
      })),
    },
    {
      fault: 'keeps the challenges of an account that is deleted',
      caughtBy: 'the challenges of an account end by deleteByUser, and with the account',
      make: keeping('challenges'),
    },
    {
      fault: "stores the caller's object without copying it",
      caughtBy: 'challenges that are stored share no objects with callers',
      make: broken('challenges', (_, { memory }) => ({
        insert: (challenge) =>
          memory.write(({ challenges }) => {
            challenges.set(challenge.digest, challenge);
            return true;
          }),
      })),
    },
  ],
};

export const trustedBrowserMutants: RepositorySuiteMutants = {
  suite: trustedBrowserRepositorySuite,
  mutants: [
    {
      fault: 'does not find browsers that have expired',
      caughtBy: 'findByDigest returns the browser as it was stored, also an expired one',
      make: broken('trustedBrowsers', (intact) => ({
        findByDigest: async (digest) => {
          const found = await intact.findByDigest(digest);
          return found !== undefined && found.expiresAt > 1 ? found : undefined;
        },
      })),
    },
    {
      fault: 'lists the browsers of all accounts',
      caughtBy: 'listByUser returns the browsers of that account, newest first',
      make: broken('trustedBrowsers', (_, { memory }) => ({
        listByUser: () =>
          memory.read(({ trustedBrowsers }) =>
            [...trustedBrowsers.values()].toSorted(
              (left, right) => right.createdAt - left.createdAt || (left.id < right.id ? 1 : -1),
            ),
          ),
      })),
    },
    {
      fault: 'deletes a browser of any account',
      caughtBy: 'delete removes a browser of that account only',
      make: broken('trustedBrowsers', (_, { memory }) => ({
        delete: (__, id) => memory.write(({ trustedBrowsers }) => trustedBrowsers.delete(id)),
      })),
    },
    {
      fault: 'deletes the browsers of all accounts',
      caughtBy: 'the browsers of an account end by deleteByUser, and with the account',
      make: broken('trustedBrowsers', (_, { memory }) => ({
        deleteByUser: () => memory.write(({ trustedBrowsers }) => trustedBrowsers.clear()),
      })),
    },
    {
      fault: 'keeps the browsers of an account that is deleted',
      caughtBy: 'the browsers of an account end by deleteByUser, and with the account',
      make: keeping('trustedBrowsers'),
    },
    {
      fault: "stores the caller's object without copying it",
      caughtBy: 'browsers that are stored share no objects with callers',
      make: broken('trustedBrowsers', (_, { memory }) => ({
        insert: (browser) =>
          memory.write(({ trustedBrowsers }) => {
            trustedBrowsers.set(browser.id, browser);
          }),
      })),
    },
  ],
};

import type { AccountLink, Repositories, Store } from '../../../core/store.ts';
import { equal } from '../assert.ts';
import { modifyAll, oneIsTrue, racers, times } from '../cases.ts';
import { momentOf, sampleUser, userId } from '../samples.ts';
import { suite } from '../suite.ts';

/** The link of the `n`th user. */
export const sampleLink = (n: number, changes: Partial<AccountLink> = {}): AccountLink => ({
  userId: userId(n),
  digest: `Digest-${n}`,
  createdAt: momentOf(n),
  expiresAt: momentOf(n + 1_000),
  ...changes,
});

/** Two accounts, each with its link. */
const withLinks = async ({ users, accountLinks }: Repositories): Promise<void> => {
  for (const n of [1, 2]) {
    await users.insert(sampleUser(n));
    await accountLinks.store(sampleLink(n));
  }
};

/** Which of the sample links are stored. */
const stored = async ({ accountLinks }: Repositories): Promise<readonly number[]> => {
  const found = await Promise.all(
    [1, 2, 3].map((n) => accountLinks.findByDigest(sampleLink(n).digest)),
  );
  return found.flatMap((link, index) => (link === undefined ? [] : [index + 1]));
};

/** Links that give accounts new passwords. */
export const accountLinkSuite = suite<Store>('AccountLinkRepository', {
  'a link is found by its whole digest, as it was stored': async ({ repositories }) => {
    await withLinks(repositories);
    const { accountLinks } = repositories;
    equal(await accountLinks.findByDigest('Digest-2'), sampleLink(2), 'the link');
    for (const other of ['digest-2', 'Digest-', 'Digest-3', '']) {
      equal(await accountLinks.findByDigest(other), undefined, `found by '${other}'`);
    }
  },

  'a link takes the place of that of its account': async ({ repositories }) => {
    await withLinks(repositories);
    const next = sampleLink(3, { userId: userId(1) });
    await repositories.accountLinks.store(next);
    equal(await stored(repositories), [2, 3], 'stored links');
    equal(await repositories.accountLinks.findByDigest(next.digest), next, 'the new one');
  },

  'a link is deleted once, also by concurrent calls': async ({ repositories }) => {
    await withLinks(repositories);
    const { accountLinks } = repositories;
    await oneIsTrue(times(racers, () => accountLinks.delete('Digest-1')));
    equal(await stored(repositories), [2], 'stored links');
  },

  'deleteByUser deletes the link of that account only': async ({ repositories }) => {
    await withLinks(repositories);
    await repositories.accountLinks.deleteByUser(userId(2));
    await repositories.accountLinks.deleteByUser(userId(3));
    equal(await stored(repositories), [1], 'stored links');
  },

  'links end with their account': async ({ repositories }) => {
    await withLinks(repositories);
    await repositories.users.delete(userId(1));
    equal(await stored(repositories), [2], 'stored links');
  },

  'stored links do not share objects with callers': async ({ repositories }) => {
    await repositories.users.insert(sampleUser(1));
    const given = sampleLink(1);
    await repositories.accountLinks.store(given);
    modifyAll(given);
    const found = await repositories.accountLinks.findByDigest('Digest-1');
    equal(found, sampleLink(1), 'after a change of what was passed');
    modifyAll(found);
    const again = await repositories.accountLinks.findByDigest('Digest-1');
    equal(again, sampleLink(1), 'after a change of what was returned');
  },
});

import type { Identity, Repositories, Store } from '../../../core/store.ts';
import { equal, ok } from '../assert.ts';
import { modifyAll, oneIsTrue, racers, times } from '../cases.ts';
import { awkwardText, momentOf, sampleUser, userId } from '../samples.ts';
import { suite } from '../suite.ts';

export const sampleIdentity = (n: number, changes: Partial<Identity> = {}): Identity => ({
  userId: userId(n),
  issuer: 'https://login.example.com',
  subject: `subject-${n}`,
  createdAt: momentOf(n),
  ...changes,
});

/** Accounts from 1 to 3. */
const withUsers = async ({ repositories }: Store): Promise<Repositories> => {
  for (const n of [1, 2, 3]) await repositories.users.insert(sampleUser(n));
  return repositories;
};

/** The identities that accounts are linked to. */
export const identityRepositorySuite = suite<Store>('IdentityRepository', {
  'an identity is found as it was stored': async (store) => {
    const { identities } = await withUsers(store);
    const given = sampleIdentity(1, { issuer: `https://${awkwardText}`, subject: awkwardText });
    ok(await identities.insert(given), 'the result');
    const { issuer, subject } = given;
    const stored = { ...given };
    modifyAll(given);
    modifyAll(await identities.find({ issuer, subject }));
    equal(await identities.find({ issuer, subject }), stored, 'the identity');
  },

  'issuer and subject are compared together, and exactly': async (store) => {
    const { identities } = await withUsers(store);
    await identities.insert(sampleIdentity(1));
    const { issuer, subject } = sampleIdentity(1);
    const others = [
      { issuer, subject: 'Subject-1' },
      { issuer, subject: `${subject} ` },
      { issuer, subject: 'subject' },
      { issuer: `${issuer}/`, subject },
      { issuer: subject, subject: issuer },
    ];
    for (const other of others) equal(await identities.find(other), undefined, 'an identity');
    ok(await identities.insert(sampleIdentity(2, { subject: 'Subject-1' })), 'another subject');
    ok(await identities.insert(sampleIdentity(3, { issuer: 'https://b', subject })), 'issuer');
  },

  'an account has one identity, and an identity one account': async (store) => {
    const { identities } = await withUsers(store);
    ok(await identities.insert(sampleIdentity(1)), 'the first');
    const second = sampleIdentity(1, { subject: 'another' });
    equal(await identities.insert(second), false, 'another identity of the account');
    const taken = sampleIdentity(2, { subject: 'subject-1' });
    equal(await identities.insert(taken), false, 'another account with the identity');
    equal(await identities.insert(sampleIdentity(1)), false, 'the same again');
    equal(await identities.find(sampleIdentity(1)), sampleIdentity(1), 'the identity');
    equal(await identities.find(second), undefined, 'the other identity');
  },

  'of concurrent links with the same identity, one is stored': async (store) => {
    const { users, identities } = store.repositories;
    for (const n of times(racers, (each) => each)) await users.insert(sampleUser(n));
    const subject = 'the same';
    const place = await oneIsTrue(
      times(racers, (n) => identities.insert(sampleIdentity(n, { subject }))),
    );
    const found = await identities.find(sampleIdentity(1, { subject }));
    equal(found?.userId, userId(place + 1), 'the account');
  },

  'of concurrent links of an account, one is stored': async (store) => {
    const { identities } = await withUsers(store);
    await oneIsTrue(
      times(racers, (n) => identities.insert(sampleIdentity(1, { subject: `subject-${n}` }))),
    );
  },

  'nothing is stored for an account that does not exist': async (store) => {
    const { identities } = await withUsers(store);
    equal(await identities.insert(sampleIdentity(9)), false, 'the result');
    equal(await identities.find(sampleIdentity(9)), undefined, 'the identity');
  },

  'a link that is not stored leaves the transaction as it is': async (store) => {
    const { identities } = await withUsers(store);
    await identities.insert(sampleIdentity(1));
    await store.exclusively('accounts', async (inside) => {
      equal(await inside.identities.insert(sampleIdentity(1)), false, 'inside');
      ok(await inside.identities.insert(sampleIdentity(2)), 'afterwards');
    });
    equal(await identities.find(sampleIdentity(2)), sampleIdentity(2), 'the identity');
  },

  'findLinked returns those of the users that have an identity': async (store) => {
    const { identities } = await withUsers(store);
    for (const n of [1, 3]) await identities.insert(sampleIdentity(n));
    const linked = await identities.findLinked([userId(1), userId(2), userId(9)]);
    equal([...linked], [userId(1)], 'users');
    equal([...(await identities.findLinked([]))], [], 'of none');
  },

  'anyAdmin counts only active admins with an identity': async (store) => {
    const { users, identities } = await withUsers(store);
    await users.update(sampleUser(1, { role: 'admin' }));
    await identities.insert(sampleIdentity(2));
    equal(await identities.anyAdmin(), false, 'an admin without an identity');
    await users.update(sampleUser(2, { role: 'admin', isActive: false }));
    equal(await identities.anyAdmin(), false, 'an inactive admin');
    await users.update(sampleUser(2, { role: 'admin' }));
    equal(await identities.anyAdmin(), true, 'an active admin');
  },

  'deleteByUser deletes the identity of that user only': async (store) => {
    const { identities } = await withUsers(store);
    for (const n of [1, 2]) await identities.insert(sampleIdentity(n));
    await oneIsTrue(times(racers, () => identities.deleteByUser(userId(1))));
    equal(await identities.find(sampleIdentity(1)), undefined, 'the identity');
    equal(await identities.find(sampleIdentity(2)), sampleIdentity(2), 'the other one');
    ok(await identities.insert(sampleIdentity(3, { subject: 'subject-1' })), 'a link to another');
  },

  'deleting an account deletes its identity only': async (store) => {
    const { users, identities } = await withUsers(store);
    for (const n of [1, 2]) await identities.insert(sampleIdentity(n));
    await users.delete(userId(1));
    equal(await identities.find(sampleIdentity(1)), undefined, 'the identity');
    equal(await identities.find(sampleIdentity(2)), sampleIdentity(2), 'the other one');
  },
});

import type { Repositories } from '../../core/index.ts';
import { equal, ok } from './assert.ts';
import { spoil } from './cases.ts';
import type { RepositoriesSubject } from './repositories-subject.ts';
import {
  collectionId,
  momentOf,
  sampleCollection,
  sampleSession,
  sampleUser,
  sessionId,
  userId,
} from './samples.ts';
import { suite } from './suite.ts';

export const sessionRepositorySuite = suite<RepositoriesSubject>('SessionRepository', {
  'a session is found with its account': async ({ repositories }) => {
    const { sessions } = await withUsers(repositories);
    const session = sampleSession(1, { userId: userId(2), createdAt: 0, expiresAt: 8.64e15 });
    await sessions.insert(sampleSession(2));
    await sessions.insert(session);
    equal(await sessions.find(session.id), { session, user: sampleUser(2) }, 'what was found');
  },

  'what was never stored is not found': async ({ repositories }) => {
    const { sessions } = await withUsers(repositories);
    await sessions.insert(sampleSession(1));
    equal(await sessions.find(sessionId(2)), undefined, 'by an unknown id');
    equal(await sessions.find(userId(1)), undefined, 'by the id of its account');
  },

  'find answers the account as it is now': async ({ repositories }) => {
    const { sessions, users, collections } = await withUsers(repositories);
    await collections.insert(sampleCollection(1));
    await sessions.insert(sampleSession(1));
    equal((await sessions.find(sessionId(1)))?.user, sampleUser(1), 'the account before');

    const changed = sampleUser(1, { role: 'editor', isActive: false, passwordHash: 'changed' });
    ok(await users.update(changed), 'the account was there');
    equal((await sessions.find(sessionId(1)))?.user, changed, 'the account after an update');

    const grants = [{ collectionId: collectionId(1), role: 'admin' }] as const;
    await users.replaceGrants(userId(1), grants);
    equal((await sessions.find(sessionId(1)))?.user, { ...changed, grants }, 'with new grants');

    ok(await collections.delete(collectionId(1)), 'the collection was there');
    equal((await sessions.find(sessionId(1)))?.user, changed, 'once the collection is gone');
  },

  'delete ends that session and no other': async ({ repositories }) => {
    await withSessions(repositories);
    await repositories.sessions.delete(sessionId(2));
    equal(await found(repositories), [1, 3, 4, 5], 'sessions');
    await repositories.sessions.delete(sessionId(2));
    equal(await found(repositories), [1, 3, 4, 5], 'sessions after a second delete');
  },

  'deleteByUser ends the sessions of that account but one': async ({ repositories }) => {
    await withSessions(repositories);
    await repositories.sessions.deleteByUser(userId(1), sessionId(2));
    equal(await found(repositories), [2, 4, 5], 'sessions');
  },

  'deleteByUser ends all sessions of that account when none is named': async ({ repositories }) => {
    await withSessions(repositories);
    await repositories.sessions.deleteByUser(userId(1), undefined);
    equal(await found(repositories), [4, 5], 'sessions');
  },

  'deleteByUser spares nothing for the session of another account': async ({ repositories }) => {
    await withSessions(repositories);
    await repositories.sessions.deleteByUser(userId(1), sessionId(4));
    equal(await found(repositories), [4, 5], 'sessions');
  },

  'deleteExpired forgets the sessions that were over': async ({ repositories }) => {
    const { sessions } = await withUsers(repositories);
    for (const n of [1, 2, 3]) {
      await sessions.insert(sampleSession(n, { expiresAt: momentOf(10 * n) }));
    }
    await sessions.deleteExpired(momentOf(9));
    equal(await found(repositories), [1, 2, 3], 'sessions before any was over');
    await sessions.deleteExpired(momentOf(21));
    equal(await found(repositories), [3], 'sessions once two were over');
  },

  'find does not judge whether a session is over': async ({ repositories }) => {
    const { sessions } = await withUsers(repositories);
    const session = sampleSession(1, { createdAt: 1, expiresAt: 2 });
    await sessions.insert(session);
    equal((await sessions.find(session.id))?.session, session, 'the session');
  },

  'changing an object that went in or came out changes nothing stored': async ({
    repositories,
  }) => {
    const { sessions } = await withUsers(repositories);
    const given = sampleSession(1);
    await sessions.insert(given);
    spoil(given);
    spoil(await sessions.find(sessionId(1)));
    const expected = { session: sampleSession(1), user: sampleUser(1) };
    equal(await sessions.find(sessionId(1)), expected, 'what is found');
  },
});

const withUsers = async (repositories: Repositories): Promise<Repositories> => {
  for (const n of [1, 2]) await repositories.users.insert(sampleUser(n));
  return repositories;
};

/** Three sessions of the first account, two of the second. */
const withSessions = async (repositories: Repositories): Promise<void> => {
  const { sessions } = await withUsers(repositories);
  for (const n of [1, 2, 3]) await sessions.insert(sampleSession(n));
  for (const n of [4, 5]) await sessions.insert(sampleSession(n, { userId: userId(2) }));
  equal(await found(repositories), [1, 2, 3, 4, 5], 'sessions before');
};

/** Which of the first five sessions are there. */
const found = async ({ sessions }: Repositories): Promise<readonly number[]> => {
  const numbers: number[] = [];
  for (const n of [1, 2, 3, 4, 5]) {
    if ((await sessions.find(sessionId(n))) !== undefined) numbers.push(n);
  }
  return numbers;
};

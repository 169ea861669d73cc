import type { Repositories, Session, SessionRepository, Store } from '../../../core/store.ts';
import { equal, ok } from '../assert.ts';
import { modifyAll } from '../cases.ts';
import {
  awkwardText,
  collectionId,
  contentId,
  insertSession,
  momentOf,
  sampleCollection,
  sampleSession,
  sampleUser,
  sessionId,
  userId,
} from '../samples.ts';
import { suite } from '../suite.ts';

export const sessionRepositorySuite = suite<Store>('SessionRepository', {
  'find returns a session with its account': async ({ repositories }) => {
    const { sessions } = await withUsers(repositories);
    const session = sampleSession(1, {
      userId: userId(2),
      createdAt: 0,
      expiresAt: 8.64e15,
      method: 'oidc',
    });
    await insertSession(sessions, sampleSession(2));
    await insertSession(sessions, session);
    const expected = { session: stateOf(session), user: sampleUser(2) };
    equal(await found(sessions, session.id), expected, 'what was found');
  },

  'find returns who needs a second factor, as the settings say at that moment': async ({
    repositories,
  }) => {
    const { sessions } = await withUsers(repositories);
    const { site } = repositories;
    for (const n of [1, 2]) {
      await insertSession(sessions, sampleSession(n, { userId: userId(n) }));
    }
    const policies = async () =>
      Promise.all([1, 2].map(async (n) => (await sessions.find(sessionId(n)))?.factorPolicy));
    equal(await policies(), [{}, {}], 'without settings');
    const since = { editor: 1, admin: 8.64e15 };
    const whole = {
      requireSecondFactor: ['editor', 'admin'],
      secondFactorGraceDays: 0,
      secondFactorRequiredSince: since,
    } as const;
    await site.saveSettings({ plugins: {}, siteName: awkwardText, ...whole });
    equal(await policies(), [whole, whole], 'of two sessions');
    await site.saveSettings({ plugins: {}, requireSecondFactor: ['viewer'] });
    const short = { requireSecondFactor: ['viewer'] };
    equal(await policies(), [short, short], 'without the other members');
    await site.saveSettings({ plugins: {}, ...whole, requireSecondFactor: [] });
    equal(await policies(), [{}, {}], 'while no role needs one');
    const { requireSecondFactor: _, ...without } = whole;
    await site.saveSettings({ plugins: {}, ...without });
    equal(await policies(), [{}, {}], 'without the list of roles');
  },

  'insert stores only a session of an active account with this password hash, or without one':
    async ({ repositories }) => {
      const { sessions, users } = await withUsers(repositories);
      const { passwordHash } = sampleUser(1);
      await users.insert(sampleUser(3, { isActive: false }));
      await users.insert(sampleUser(4, { passwordHash: undefined }));
      const attempts = [
        [sampleSession(1), 'another', false],
        [sampleSession(2, { userId: userId(2) }), passwordHash, false],
        [sampleSession(3, { userId: userId(3) }), sampleUser(3).passwordHash, false],
        [sampleSession(4, { userId: userId(9) }), passwordHash, false],
        [sampleSession(5), passwordHash, true],
        [sampleSession(6), undefined, false],
        [sampleSession(7, { userId: userId(4) }), passwordHash, false],
        [sampleSession(8, { userId: userId(4) }), undefined, true],
      ] as const;
      for (const [session, hash, isStored] of attempts) {
        equal(await sessions.insert(session, hash), isStored, `the result for ${session.id}`);
      }
      equal(await existing(repositories), [5, 8], 'sessions');
    },

  'insert stores no session by a password alone of an account with a second factor': async ({
    repositories,
  }) => {
    const { sessions, users } = await withUsers(repositories);
    await users.update(sampleUser(1, { hasSecondFactor: true }));
    const attempts = [
      [sampleSession(1), false],
      [sampleSession(2, { secondFactor: true }), true],
      [sampleSession(3, { method: 'oidc' }), true],
      [sampleSession(4, { userId: userId(2) }), true],
    ] as const;
    for (const [session, isStored] of attempts) {
      equal(await insertSession(sessions, session), isStored, `the result for ${session.id}`);
    }
    equal(await existing(repositories), [2, 3, 4], 'sessions');
  },

  'finders return undefined for what was never stored': async ({ repositories }) => {
    const { sessions } = await withUsers(repositories);
    await insertSession(sessions, sampleSession(1));
    equal(await sessions.find(sessionId(2)), undefined, 'by an unknown id');
    equal(await sessions.find(userId(1)), undefined, 'by the id of its account');
  },

  'find returns the current account': async ({ repositories }) => {
    const { sessions, users, collections } = await withUsers(repositories);
    await collections.insert(sampleCollection(1));
    await insertSession(sessions, sampleSession(1));
    equal((await sessions.find(sessionId(1)))?.user, sampleUser(1), 'the account before');

    const changed = sampleUser(1, {
      role: 'editor',
      isActive: false,
      passwordHash: 'changed',
      hasSecondFactor: true,
    });
    ok(await users.update(changed), 'update returns true');
    equal((await sessions.find(sessionId(1)))?.user, changed, 'the account after an update');

    const grants = [{ collectionId: collectionId(1), role: 'admin' }] as const;
    await users.replaceGrants(userId(1), grants);
    equal(
      (await sessions.find(sessionId(1)))?.user,
      { ...changed, grants },
      'the account with new grants',
    );

    ok(await collections.delete(collectionId(1)), 'delete returns true');
    equal(
      (await sessions.find(sessionId(1)))?.user,
      changed,
      'the account after its collection was deleted',
    );
  },

  'listByUser returns all members of a session': async ({ repositories }) => {
    const { sessions } = await withUsers(repositories);
    const full = sampleSession(1, { address: '::1', client: 'Ä 😀', secondFactor: true });
    const sparse = sampleSession(2, { address: undefined, client: undefined });
    for (const session of [full, sparse]) await insertSession(sessions, session);
    equal(await sessions.listByUser(userId(1)), [sparse, full], 'the list');
  },

  'listByUser returns the sessions of that account, newest first': async ({ repositories }) => {
    const { sessions } = await withUsers(repositories);
    const numbers = async (user: number): Promise<readonly string[]> =>
      (await sessions.listByUser(userId(user))).map(({ id }) => id);
    equal(await numbers(1), [], 'before');
    await insertSession(
      sessions,
      sampleSession(2, { createdAt: momentOf(5), publicId: contentId(2) }),
    );
    await insertSession(
      sessions,
      sampleSession(3, { createdAt: momentOf(5), publicId: contentId(1) }),
    );
    await insertSession(sessions, sampleSession(1, { createdAt: momentOf(9), expiresAt: 1 }));
    await insertSession(sessions, sampleSession(4, { userId: userId(2) }));
    equal(await numbers(1), [sessionId(1), sessionId(2), sessionId(3)], 'of the first account');
    equal(await numbers(2), [sessionId(4)], 'of the second account');
    equal(await numbers(9), [], 'of no account');
  },

  'lastSignIns returns the newest session that was stored of each account': async ({
    repositories,
  }) => {
    const { sessions } = await withUsers(repositories);
    const signIns = async (...users: readonly number[]) =>
      [...(await sessions.lastSignIns(users.map((n) => userId(n))))].sort(
        ([, left], [, right]) => left - right,
      );
    equal(await signIns(1, 2, 9), [], 'before');
    await insertSession(sessions, sampleSession(1, { createdAt: momentOf(7) }));
    await insertSession(sessions, sampleSession(2, { createdAt: momentOf(3) }));
    await sessions.insert(sampleSession(3, { createdAt: momentOf(9) }), 'another');
    await sessions.insert(sampleSession(4, { userId: userId(2) }), 'another');
    const first = [userId(1), momentOf(7)] as const;
    equal(await signIns(1, 2, 9), [first], 'of one account');
    await insertSession(sessions, sampleSession(5, { userId: userId(2), createdAt: momentOf(8) }));
    const second = [userId(2), momentOf(8)] as const;
    equal(await signIns(1, 2, 9), [first, second], 'of both accounts');
    equal(await signIns(2), [second], 'of one of them');
    equal(await signIns(), [], 'of none');
  },

  'lastSignIns stays when the sessions have ended, and goes with the account': async ({
    repositories,
  }) => {
    const { sessions, users } = await withUsers(repositories);
    const last = async () => (await sessions.lastSignIns([userId(1)])).get(userId(1));
    await insertSession(sessions, sampleSession(1));
    await sessions.deleteByUser(userId(1), undefined);
    equal(await last(), momentOf(1), 'after the session');
    ok(await users.delete(userId(1)), 'the account was there');
    equal(await last(), undefined, 'after the account');
  },

  'storeSeen replaces the expected time of that session only': async ({ repositories }) => {
    const { sessions } = await withUsers(repositories);
    for (const n of [1, 2]) await insertSession(sessions, sampleSession(n, { lastSeenAt: 10 }));
    const seen = async () => [
      (await sessions.find(sessionId(1)))?.session.lastSeenAt,
      (await sessions.find(sessionId(2)))?.session.lastSeenAt,
    ];
    await sessions.storeSeen(sessionId(1), 10, 20);
    equal(await seen(), [20, 10], 'after a time that was expected');
    await sessions.storeSeen(sessionId(1), 10, 30);
    equal(await seen(), [20, 10], 'after another one');
    await sessions.storeSeen(sessionId(9), 10, 30);
    equal(await seen(), [20, 10], 'after that of an unknown session');
    const [, first] = await sessions.listByUser(userId(1));
    equal(first, sampleSession(1, { lastSeenAt: 20 }), 'the session in the list');
  },

  'deleteByPublicId removes a session of that account only': async ({ repositories }) => {
    await withSessions(repositories);
    const { sessions } = repositories;
    const remove = (user: number, n: number) =>
      sessions.deleteByPublicId(userId(user), contentId(n));
    equal(await remove(1, 2), true, 'an own session');
    equal(await existing(repositories), [1, 3, 4, 5], 'sessions');
    equal(await remove(1, 2), false, 'a second time');
    equal(await remove(1, 4), false, 'a session of another account');
    equal(await sessions.deleteByPublicId(userId(1), sessionId(1)), false, 'by the other id');
    equal(await existing(repositories), [1, 3, 4, 5], 'sessions after all');
  },

  'delete removes that session only': async ({ repositories }) => {
    await withSessions(repositories);
    await repositories.sessions.delete(sessionId(2));
    equal(await existing(repositories), [1, 3, 4, 5], 'sessions');
    await repositories.sessions.delete(sessionId(2));
    equal(await existing(repositories), [1, 3, 4, 5], 'sessions after a second delete');
  },

  'deleteByUser removes the sessions of that account except one': async ({ repositories }) => {
    await withSessions(repositories);
    await repositories.sessions.deleteByUser(userId(1), sessionId(2));
    equal(await existing(repositories), [2, 4, 5], 'sessions');
  },

  'deleteByUser removes all sessions of that account without an exception': async ({
    repositories,
  }) => {
    await withSessions(repositories);
    await repositories.sessions.deleteByUser(userId(1), undefined);
    equal(await existing(repositories), [4, 5], 'sessions');
  },

  'deleteByUser ignores an exception of another account': async ({ repositories }) => {
    await withSessions(repositories);
    await repositories.sessions.deleteByUser(userId(1), sessionId(4));
    equal(await existing(repositories), [4, 5], 'sessions');
  },

  'find returns expired sessions, too': async ({ repositories }) => {
    const { sessions } = await withUsers(repositories);
    const session = sampleSession(1, { createdAt: 1, expiresAt: 2 });
    await insertSession(sessions, session);
    equal((await sessions.find(session.id))?.session, stateOf(session), 'the session');
  },

  'stored records do not share objects with callers': async ({ repositories }) => {
    const { sessions } = await withUsers(repositories);
    const given = sampleSession(1);
    await insertSession(sessions, given);
    modifyAll(given);
    modifyAll(await sessions.find(sessionId(1)));
    modifyAll(await sessions.listByUser(userId(1)));
    const expected = { session: stateOf(sampleSession(1)), user: sampleUser(1) };
    equal(await found(sessions, sessionId(1)), expected, 'session and account');
  },
});

const withUsers = async (repositories: Repositories): Promise<Repositories> => {
  for (const n of [1, 2]) await repositories.users.insert(sampleUser(n));
  return repositories;
};

/** Three sessions of the first account, two of the second. */
const withSessions = async (repositories: Repositories): Promise<void> => {
  const { sessions } = await withUsers(repositories);
  for (const n of [1, 2, 3]) await insertSession(sessions, sampleSession(n));
  for (const n of [4, 5]) await insertSession(sessions, sampleSession(n, { userId: userId(2) }));
  equal(await existing(repositories), [1, 2, 3, 4, 5], 'sessions before');
};

/** What `find` returns of a session. */
const stateOf = ({ id, userId: user, expiresAt, lastSeenAt, method }: Session) => ({
  id,
  userId: user,
  expiresAt,
  lastSeenAt,
  method,
});

/** A session and its account, without their stamp. */
const found = async (sessions: SessionRepository, id: string) => {
  const { session, user } = (await sessions.find(id)) ?? {};
  return { session, user };
};

/** The numbers of those of the first five sessions that exist. */
const existing = async ({ sessions }: Repositories): Promise<readonly number[]> => {
  const numbers: number[] = [];
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) {
    if ((await sessions.find(sessionId(n))) !== undefined) numbers.push(n);
  }
  return numbers;
};

import type { LiveSession, User } from '../../../core/store.ts';
import { sessionRepositorySuite } from '../../conformance/accounts/session-repository.ts';
import { broken, type RepositorySuiteMutants } from './repository-mutant.ts';

export const sessionMutants: RepositorySuiteMutants = {
  suite: sessionRepositorySuite,
  mutants: [
    {
      fault: 'stores sessions whatever the password of the account is',
      caughtBy:
        'insert stores only a session of an active account with this password hash, or without one',
      make: broken('sessions', (intact, { repositories }) => ({
        insert: async (session) => {
          const user = await repositories.users.findById(session.userId);
          return intact.insert(session, user?.passwordHash ?? '');
        },
      })),
    },
    {
      fault: 'stores sessions of any account for no password hash',
      caughtBy:
        'insert stores only a session of an active account with this password hash, or without one',
      make: broken('sessions', (intact, { repositories }) => ({
        insert: async (session, passwordHash) => {
          const user = await repositories.users.findById(session.userId);
          return intact.insert(session, passwordHash ?? user?.passwordHash);
        },
      })),
    },
    {
      fault: 'stores sessions by a password alone, whatever the account has',
      caughtBy: 'insert stores no session by a password alone of an account with a second factor',
      make: broken('sessions', (_, { memory }) => ({
        insert: (session, passwordHash) =>
          memory.write(({ sessions, signIns, users }) => {
            const user = users.get(session.userId);
            if (user?.isActive !== true || user.passwordHash !== passwordHash) return false;
            sessions.set(session.id, session);
            signIns.set(session.userId, session.createdAt);
            return true;
          }),
      })),
    },
    {
      fault: 'returns the first account for every session',
      caughtBy: 'find returns a session with its account',
      make: broken('sessions', (intact, { repositories }) => ({
        find: async (id) => {
          const live = await intact.find(id);
          const [user] = await repositories.users.list({ limit: 1, offset: 0 });
          return live && user && { ...live, user };
        },
      })),
    },
    {
      fault: 'never says who needs a second factor',
      caughtBy: 'find returns who needs a second factor, as the settings say at that moment',
      make: broken('sessions', (intact) => ({
        find: async (id) => {
          const live = await intact.find(id);
          return live && { ...live, factorPolicy: {} };
        },
      })),
    },
    {
      fault: 'says who needed a second factor when it was first asked',
      caughtBy: 'find returns who needs a second factor, as the settings say at that moment',
      make: broken('sessions', (intact) => {
        let first: LiveSession['factorPolicy'] | undefined;
        return {
          find: async (id) => {
            const live = await intact.find(id);
            first ??= live?.factorPolicy;
            return live && first && { ...live, factorPolicy: first };
          },
        };
      }),
    },
    {
      fault: 'finds a session by the id of its account',
      caughtBy: 'finders return undefined for what was never stored',
      make: broken('sessions', (intact, { memory }) => ({
        find: async (id) => {
          const own = await memory.read(({ sessions }) =>
            [...sessions.values()].find(({ userId }) => userId === id),
          );
          return intact.find(own?.id ?? id);
        },
      })),
    },
    {
      fault: 'returns the account as it was at login',
      caughtBy: 'find returns the current account',
      make: broken('sessions', (intact, { repositories }) => {
        const accounts = new Map<string, User | undefined>();
        return {
          insert: async (session, passwordHash) => {
            accounts.set(session.id, await repositories.users.findById(session.userId));
            return intact.insert(session, passwordHash);
          },
          find: async (id) => {
            const live = await intact.find(id);
            const user = accounts.get(id);
            return live && user && { ...live, user };
          },
        };
      }),
    },
    {
      fault: 'hides accounts that are not active',
      caughtBy: 'find returns the current account',
      make: broken('sessions', (intact) => ({
        find: async (id) => {
          const live = await intact.find(id);
          return live?.user.isActive === true ? live : undefined;
        },
      })),
    },
    {
      fault: 'lists the sessions of all accounts',
      caughtBy: 'listByUser returns the sessions of that account, newest first',
      make: broken('sessions', (_, { memory }) => ({
        listByUser: () =>
          memory.read(({ sessions }) =>
            [...sessions.values()].toSorted((left, right) => right.createdAt - left.createdAt),
          ),
      })),
    },
    {
      fault: 'lists the oldest session first',
      caughtBy: 'listByUser returns the sessions of that account, newest first',
      make: broken('sessions', (intact) => ({
        listByUser: async (id) => (await intact.listByUser(id)).toReversed(),
      })),
    },
    {
      fault: 'lists only what identifies a session',
      caughtBy: 'listByUser returns all members of a session',
      make: broken('sessions', (intact) => ({
        listByUser: async (id) =>
          (await intact.listByUser(id)).map((each) => ({ ...each, client: undefined })),
      })),
    },
    {
      fault: 'takes the last sign-ins from the sessions that exist',
      caughtBy: 'lastSignIns stays when the sessions have ended, and goes with the account',
      make: broken('sessions', (intact) => ({
        lastSignIns: async (ids) => {
          const found = new Map<string, number>();
          for (const id of ids) {
            const [newest] = await intact.listByUser(id);
            if (newest !== undefined) found.set(id, newest.createdAt);
          }
          return found;
        },
      })),
    },
    {
      fault: 'notes a sign-in although the session is not stored',
      caughtBy: 'lastSignIns returns the newest session that was stored of each account',
      make: broken('sessions', (intact, { memory }) => ({
        insert: async (session, passwordHash) => {
          await memory.write(({ signIns }) => signIns.set(session.userId, session.createdAt));
          return intact.insert(session, passwordHash);
        },
      })),
    },
    {
      fault: 'stores when a session was seen whatever is stored',
      caughtBy: 'storeSeen replaces the expected time of that session only',
      make: broken('sessions', (intact) => ({
        storeSeen: async (id, _, seenAt) => {
          const { lastSeenAt } = (await intact.find(id))?.session ?? { lastSeenAt: 0 };
          await intact.storeSeen(id, lastSeenAt, seenAt);
        },
      })),
    },
    {
      fault: 'deletes the session of another account by its public id',
      caughtBy: 'deleteByPublicId removes a session of that account only',
      make: broken('sessions', (intact, { memory }) => ({
        deleteByPublicId: async (_, publicId) => {
          const found = await memory.read(({ sessions }) =>
            [...sessions.values()].find((each) => each.publicId === publicId),
          );
          if (found === undefined) return false;
          await intact.delete(found.id);
          return true;
        },
      })),
    },
    {
      fault: 'deletes all sessions of an account instead of one',
      caughtBy: 'delete removes that session only',
      make: broken('sessions', (intact) => ({
        delete: async (id) => {
          const live = await intact.find(id);
          if (live !== undefined) await intact.deleteByUser(live.user.id, undefined);
        },
      })),
    },
    {
      fault: 'throws when it deletes a missing session',
      caughtBy: 'delete removes that session only',
      make: broken('sessions', (intact) => ({
        delete: async (id) => {
          if ((await intact.find(id)) === undefined) throw new Error('no such session');
          await intact.delete(id);
        },
      })),
    },
    {
      fault: 'deletes the excepted session',
      caughtBy: 'deleteByUser removes the sessions of that account except one',
      make: broken('sessions', (intact) => ({
        deleteByUser: (userId) => intact.deleteByUser(userId, undefined),
      })),
    },
    {
      fault: 'deletes nothing without an excepted session',
      caughtBy: 'deleteByUser removes all sessions of that account without an exception',
      make: broken('sessions', (intact) => ({
        deleteByUser: async (userId, exceptId) => {
          if (exceptId !== undefined) await intact.deleteByUser(userId, exceptId);
        },
      })),
    },
    {
      fault: 'deletes the sessions of all accounts except one session',
      caughtBy: 'deleteByUser ignores an exception of another account',
      make: broken('sessions', (_, { memory }) => ({
        deleteByUser: (__, exceptId) =>
          memory.write(({ sessions }) => {
            for (const { id } of sessions.values()) if (id !== exceptId) sessions.delete(id);
          }),
      })),
    },
    {
      fault: 'does not return expired sessions',
      caughtBy: 'find returns expired sessions, too',
      make: broken('sessions', (intact) => ({
        find: async (id) => {
          const live = await intact.find(id);
          return live !== undefined && live.session.expiresAt > Date.now() ? live : undefined;
        },
      })),
    },
    {
      fault: "stores the caller's object without copying it",
      caughtBy: 'stored records do not share objects with callers',
      make: broken('sessions', (_, { memory }) => ({
        insert: (session) =>
          memory.write(({ sessions }) => {
            sessions.set(session.id, session);
            return true;
          }),
      })),
    },
  ],
};

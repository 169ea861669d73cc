import type { User } from '../../../core/index.ts';
import { sessionRepositorySuite } from '../../conformance/session-repository.ts';
import { broken, type RepositorySuiteMutants } from './repository-mutant.ts';

export const sessionMutants: RepositorySuiteMutants = {
  suite: sessionRepositorySuite,
  mutants: [
    {
      fault: 'finds the first account for every session',
      caughtBy: 'a session is found with its account',
      make: broken('sessions', (intact, { repositories }) => ({
        find: async (id) => {
          const live = await intact.find(id);
          const [user] = await repositories.users.list({ limit: 1, offset: 0 });
          return live && user && { ...live, user };
        },
      })),
    },
    {
      fault: 'finds a session by the id of its account',
      caughtBy: 'what was never stored is not found',
      make: broken('sessions', (intact, { store }) => ({
        find: async (id) => {
          const own = await store.read(({ sessions }) =>
            [...sessions.values()].find(({ userId }) => userId === id),
          );
          return intact.find(own?.id ?? id);
        },
      })),
    },
    {
      fault: 'remembers the account as it was at log-in',
      caughtBy: 'find answers the account as it is now',
      make: broken('sessions', (intact, { repositories }) => {
        const accounts = new Map<string, User | undefined>();
        return {
          insert: async (session) => {
            accounts.set(session.id, await repositories.users.findById(session.userId));
            await intact.insert(session);
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
      caughtBy: 'find answers the account as it is now',
      make: broken('sessions', (intact) => ({
        find: async (id) => {
          const live = await intact.find(id);
          return live?.user.isActive === true ? live : undefined;
        },
      })),
    },
    {
      fault: 'ends all sessions of the account with one of them',
      caughtBy: 'delete ends that session and no other',
      make: broken('sessions', (intact) => ({
        delete: async (id) => {
          const live = await intact.find(id);
          if (live !== undefined) await intact.deleteByUser(live.user.id, undefined);
        },
      })),
    },
    {
      fault: 'fails to end a session that is not there',
      caughtBy: 'delete ends that session and no other',
      make: broken('sessions', (intact) => ({
        delete: async (id) => {
          if ((await intact.find(id)) === undefined) throw new Error('no such session');
          await intact.delete(id);
        },
      })),
    },
    {
      fault: 'ends the session that it is to spare',
      caughtBy: 'deleteByUser ends the sessions of that account but one',
      make: broken('sessions', (intact) => ({
        deleteByUser: (userId) => intact.deleteByUser(userId, undefined),
      })),
    },
    {
      fault: 'ends nothing when no session is to be spared',
      caughtBy: 'deleteByUser ends all sessions of that account when none is named',
      make: broken('sessions', (intact) => ({
        deleteByUser: async (userId, exceptId) => {
          if (exceptId !== undefined) await intact.deleteByUser(userId, exceptId);
        },
      })),
    },
    {
      fault: 'ends the sessions of everybody but one',
      caughtBy: 'deleteByUser spares nothing for the session of another account',
      make: broken('sessions', (_, { store }) => ({
        deleteByUser: (__, exceptId) =>
          store.write(({ sessions }) => {
            for (const { id } of sessions.values()) if (id !== exceptId) sessions.delete(id);
          }),
      })),
    },
    {
      fault: 'judges by creation whether a session is over',
      caughtBy: 'deleteExpired forgets the sessions that were over',
      make: broken('sessions', (_, { store }) => ({
        deleteExpired: (time) =>
          store.write(({ sessions }) => {
            for (const { id, createdAt } of sessions.values()) {
              if (createdAt < time) sessions.delete(id);
            }
          }),
      })),
    },
    {
      fault: 'forgets no session',
      caughtBy: 'deleteExpired forgets the sessions that were over',
      make: broken('sessions', () => ({ deleteExpired: async () => undefined })),
    },
    {
      fault: 'hides sessions that are over',
      caughtBy: 'find does not judge whether a session is over',
      make: broken('sessions', (intact) => ({
        find: async (id) => {
          const live = await intact.find(id);
          return live !== undefined && live.session.expiresAt > Date.now() ? live : undefined;
        },
      })),
    },
    {
      fault: 'keeps the object that it was given',
      caughtBy: 'changing an object that went in or came out changes nothing stored',
      make: broken('sessions', (_, { store }) => ({
        insert: (session) =>
          store.write(({ sessions }) => {
            sessions.set(session.id, session);
          }),
      })),
    },
  ],
};

import { apiTokenRepositorySuite } from '../../conformance/accounts/api-token-repository.ts';
import { broken, type RepositorySuiteMutants } from './repository-mutant.ts';

export const apiTokenMutants: RepositorySuiteMutants = {
  suite: apiTokenRepositorySuite,
  mutants: [
    {
      fault: 'trims names',
      caughtBy: 'findByDigest returns a new token unchanged',
      make: broken('apiTokens', (intact) => ({
        insert: (token) => intact.insert({ ...token, name: token.name.trim() }),
      })),
    },
    {
      fault: 'stores an expiry for every token',
      caughtBy: 'absent members of a token stay absent',
      make: broken('apiTokens', (intact) => ({
        insert: (token) => intact.insert({ ...token, expiresAt: token.expiresAt ?? 0 }),
      })),
    },
    {
      fault: 'stores an empty scope as all collections',
      caughtBy: 'a scope of all, of no and of some collections are kept apart',
      make: broken('apiTokens', (intact) => ({
        insert: (token) =>
          intact.insert({ ...token, scope: token.scope.length === 0 ? 'all' : token.scope }),
      })),
    },
    {
      fault: 'stores a scope of all collections as empty',
      caughtBy: 'a scope of all, of no and of some collections are kept apart',
      make: broken('apiTokens', (intact) => ({
        insert: (token) =>
          intact.insert({ ...token, scope: token.scope === 'all' ? [] : token.scope }),
      })),
    },
    {
      fault: 'ignores the case of digests',
      caughtBy: 'findByDigest matches the whole digest only',
      make: broken('apiTokens', (intact) => ({
        findByDigest: (digest) => intact.findByDigest(digest.toLowerCase()),
      })),
    },
    {
      fault: 'finds tokens whose digest starts with the given one',
      caughtBy: 'findByDigest matches the whole digest only',
      make: broken('apiTokens', (intact) => ({
        findByDigest: async (digest) => {
          const token = (await intact.list()).find((each) => each.digest.startsWith(digest));
          return token && { token, stamp: '' };
        },
      })),
    },
    {
      fault: 'sorts tokens of the same time by ascending id',
      caughtBy: 'list is sorted by creation time, then id, both descending',
      make: broken('apiTokens', (intact) => ({
        list: async () =>
          (await intact.list()).toSorted(
            (left, right) => right.createdAt - left.createdAt || (left.id < right.id ? -1 : 1),
          ),
      })),
    },
    {
      fault: 'finds the newest token for every id',
      caughtBy: 'findById returns the token with this id, and the same stamp',
      make: broken('apiTokens', (intact) => ({
        findById: async () => {
          const [token] = await intact.list();
          return token && intact.findByDigest(token.digest);
        },
      })),
    },
    {
      fault: 'stamps a token differently by its id',
      caughtBy: 'findById returns the token with this id, and the same stamp',
      make: broken('apiTokens', (intact) => ({
        findById: async (id) => {
          const found = await intact.findById(id);
          return found && { ...found, stamp: id };
        },
      })),
    },
    {
      fault: 'sets the last use of all tokens',
      caughtBy: 'storeUses sets the last uses of these tokens only',
      make: broken('apiTokens', (intact) => ({
        storeUses: async (uses) => {
          const [usedAt] = uses.values();
          if (usedAt === undefined) return;
          const tokens = await intact.list();
          await intact.storeUses(new Map(tokens.map(({ id }) => [id, usedAt])));
        },
      })),
    },
    {
      fault: 'stores only the first of several uses',
      caughtBy: 'storeUses sets the last uses of these tokens only',
      make: broken('apiTokens', (intact) => ({
        storeUses: (uses) => intact.storeUses(new Map([...uses].slice(0, 1))),
      })),
    },
    {
      fault: 'replaces a use by an earlier one',
      caughtBy: 'a stored use is never followed by an earlier one',
      make: broken('apiTokens', (_, { memory }) => ({
        storeUses: (uses) =>
          memory.write(({ apiTokens }) => {
            for (const [id, lastUsedAt] of uses) {
              const token = apiTokens.get(id);
              if (token !== undefined) apiTokens.set(id, { ...token, lastUsedAt });
            }
          }),
      })),
    },
    {
      fault: 'restores a deleted token when it is used',
      caughtBy: 'storeUses ignores unknown tokens',
      make: broken('apiTokens', (intact, { memory }) => ({
        delete: async (id) => {
          const token = (await intact.list()).find((it) => it.id === id);
          const deleted = await intact.delete(id);
          // The state after a concurrent use of the token.
          const restored = token && { ...token, lastUsedAt: 1 };
          if (restored) await memory.write(({ apiTokens }) => apiTokens.set(id, restored));
          return deleted;
        },
      })),
    },
    {
      fault: 'throws when a deleted token is used',
      caughtBy: 'storeUses ignores unknown tokens',
      make: broken('apiTokens', (intact) => ({
        storeUses: async (uses) => {
          const known = new Set((await intact.list()).map(({ id }) => id));
          if (!uses.keys().every((id) => known.has(id))) throw new Error('missing');
          await intact.storeUses(uses);
        },
      })),
    },
    {
      fault: 'hides deleted tokens from lists only',
      caughtBy: 'delete removes that token only',
      make: broken('apiTokens', (intact) => {
        const deleted = new Set<string>();
        return {
          delete: async (id) => !deleted.has(id) && deleted.add(id).has(id),
          list: async () => (await intact.list()).filter(({ id }) => !deleted.has(id)),
        };
      }),
    },
    {
      fault: "stores the caller's object without copying it",
      caughtBy: 'stored records do not share objects with callers',
      make: broken('apiTokens', (_, { memory }) => ({
        insert: (token) =>
          memory.write(({ apiTokens }) => {
            apiTokens.set(token.id, token);
          }),
      })),
    },
  ],
};

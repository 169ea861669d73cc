import type { ContentChange } from '../../../core/store.ts';
import { previewTokenSuite } from '../../conformance/accounts/preview-tokens.ts';
import {
  broken,
  brokenStore,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Stores tokens without a check. */
const insertingAll = broken('previewTokens', (_, { memory }) => ({
  insert: (token, lifetimeMs) =>
    memory.write(({ previewTokens }) => {
      const expiresAt = Date.now() + lifetimeMs;
      previewTokens.set(token.id, { ...token, expiresAt });
      return expiresAt;
    }),
}));

/** Brings tokens back that a commit has deleted. */
const keepingTokens = (isKept: (change: ContentChange) => boolean): RepositoryMutant['make'] =>
  brokenStore(({ store, memory }) => ({
    commit: async (changes) => {
      const before = await memory.read(({ previewTokens }) => [...previewTokens.values()]);
      const isStored = await store.commit(changes);
      const kept = new Set(changes.filter(isKept).map(({ item }) => item.id));
      await memory.write(({ previewTokens }) => {
        for (const token of before) {
          if (kept.has(token.contentId ?? '')) previewTokens.set(token.id, token);
        }
      });
      return isStored;
    },
  }));

/** Stores a token after its condition was checked in another state. */
const insertingLate = broken('previewTokens', (intact, { memory }) => ({
  insert: async (token, lifetimeMs) => {
    const expiresAt = await intact.insert(token, lifetimeMs);
    if (expiresAt !== undefined) {
      await Promise.resolve();
      await memory.write(({ previewTokens }) =>
        previewTokens.set(token.id, { ...token, expiresAt }),
      );
    }
    return expiresAt;
  },
}));

export const previewTokenMutants: RepositorySuiteMutants = {
  suite: previewTokenSuite,
  mutants: [
    {
      fault: 'keeps the oldest tokens',
      caughtBy: 'the oldest tokens of a user for the same item, or for the site, end',
      make: insertingAll,
    },
    {
      fault: 'stores every token for the whole site',
      caughtBy: 'a token is found by its digest and by its id, with its account',
      make: broken('previewTokens', (intact) => ({
        insert: (token, ms) => intact.insert({ ...token, contentId: undefined }, ms),
      })),
    },
    {
      fault: 'returns accounts without their grants',
      caughtBy: 'a token is found by its digest and by its id, with its account',
      make: broken('previewTokens', (intact) => ({
        findByDigest: async (digest) => {
          const found = await intact.findByDigest(digest);
          return found && { ...found, user: { ...found.user, grants: [] } };
        },
      })),
    },
    {
      fault: 'ignores the case of digests',
      caughtBy: 'it is found by the whole digest only',
      make: broken('previewTokens', (intact) => ({
        findByDigest: (digest) => intact.findByDigest(digest.toLowerCase()),
      })),
    },
    {
      fault: 'finds expired tokens by their digest',
      caughtBy: 'insert returns when it expires, and from then on it is not found',
      make: broken('previewTokens', (intact, { memory }) => ({
        findByDigest: async (digest) => {
          const token = await memory.read(({ previewTokens }) =>
            [...previewTokens.values()].find((each) => each.digest === digest),
          );
          const user = token && (await memory.read(({ users }) => users.get(token.userId)));
          return (
            (await intact.findByDigest(digest)) ?? (token && user && { token, user, stamp: '' })
          );
        },
      })),
    },
    {
      fault: 'returns the lifetime in place of the time',
      caughtBy: 'insert returns when it expires, and from then on it is not found',
      make: broken('previewTokens', (intact) => ({
        insert: async (token, ms) => (await intact.insert(token, ms)) && ms * 2,
      })),
    },
    {
      fault: 'stores tokens of unknown items',
      caughtBy: 'a token of an item that does not exist is not stored',
      make: insertingAll,
    },
    {
      fault: 'stores tokens of inactive accounts',
      caughtBy: 'a token of an account that is inactive or unknown is not stored, and not found',
      make: insertingAll,
    },
    {
      fault: 'deletes only one token of an item',
      caughtBy: 'deleteByContent deletes the tokens of this item, of all accounts',
      make: broken('previewTokens', (_, { memory }) => ({
        deleteByContent: (id) =>
          memory.write(({ previewTokens }) => {
            const [first] = [...previewTokens.values()].filter((each) => each.contentId === id);
            return first !== undefined && previewTokens.delete(first.id) ? 1 : 0;
          }),
      })),
    },
    {
      fault: 'deletes the tokens of items with those for the site',
      caughtBy: 'deleteForSite deletes the tokens of this account for the site',
      make: broken('previewTokens', (intact) => ({
        deleteForSite: async (id) => {
          const count = await intact.deleteForSite(id);
          await intact.deleteByUser(id);
          return count;
        },
      })),
    },
    {
      fault: 'keeps the tokens of items of an account',
      caughtBy: 'deleteByUser deletes all tokens of this account',
      make: broken('previewTokens', (intact) => ({
        deleteByUser: async (id) => void (await intact.deleteForSite(id)),
      })),
    },
    {
      fault: 'keeps the tokens of deleted accounts',
      caughtBy: 'deleting an account deletes its tokens only',
      make: broken('users', (intact, { memory }) => ({
        delete: async (id) => {
          const tokens = await memory.read(({ previewTokens }) => [...previewTokens.values()]);
          const isDeleted = await intact.delete(id);
          await memory.write(({ previewTokens }) => {
            for (const token of tokens) previewTokens.set(token.id, token);
          });
          return isDeleted;
        },
      })),
    },
    {
      fault: 'deletes all tokens as expired',
      caughtBy: 'a sweep removes tokens that have expired',
      make: broken('previewTokens', (_, { memory }) => ({
        sweep: async () => {
          await memory.write(({ previewTokens }) => previewTokens.clear());
          return false;
        },
      })),
    },
    {
      fault: 'keeps expired tokens',
      caughtBy: 'a sweep removes tokens that have expired',
      make: broken('previewTokens', () => ({ sweep: async () => false })),
    },
    {
      fault: 'keeps the tokens of deleted items',
      caughtBy: 'a commit that deletes an item deletes its tokens only, with and without the trash',
      make: keepingTokens((change) => change.kind === 'delete' && change.trash === undefined),
    },
    {
      fault: 'keeps the tokens of items in the trash',
      caughtBy: 'a commit that deletes an item deletes its tokens only, with and without the trash',
      make: keepingTokens((change) => change.kind === 'delete' && change.trash !== undefined),
    },
    {
      fault: 'stores a token after the item was deleted',
      caughtBy: 'a concurrent deletion of the item leaves no token',
      make: insertingLate,
    },
    {
      fault: 'stores a token after the account was deactivated',
      caughtBy: 'a concurrent deactivation leaves no token',
      make: insertingLate,
    },
    {
      fault: "stores the caller's object without copying it",
      caughtBy: 'stored records do not share objects with callers',
      make: broken('previewTokens', (_, { memory }) => ({
        insert: (token, ms) =>
          memory.write(({ previewTokens }) => {
            const expiresAt = Date.now() + ms;
            previewTokens.set(token.id, Object.assign(token, { expiresAt }));
            return expiresAt;
          }),
      })),
    },
  ],
};

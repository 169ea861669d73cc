import { defaultSettings, type Settings } from '../../../core/index.ts';
import { apiTokenRepositorySuite } from '../../conformance/api-token-repository.ts';
import { siteRepositorySuite } from '../../conformance/site-repository.ts';
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
        findByDigest: async (digest) =>
          (await intact.list()).find((token) => token.digest.startsWith(digest)),
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
      fault: 'sets the last use of all tokens',
      caughtBy: 'touch sets the last use of that token only',
      make: broken('apiTokens', (intact) => ({
        touch: async (_, usedAt) => {
          for (const { id } of await intact.list()) await intact.touch(id, usedAt);
        },
      })),
    },
    {
      fault: 'restores a deleted token when it is used',
      caughtBy: 'touch does not restore a deleted token',
      make: broken('apiTokens', (intact, { store }) => ({
        delete: async (id) => {
          const token = (await intact.list()).find((it) => it.id === id);
          const deleted = await intact.delete(id);
          // The state after a concurrent use of the token.
          const restored = token && { ...token, lastUsedAt: 1 };
          if (restored) await store.write(({ apiTokens }) => apiTokens.set(id, restored));
          return deleted;
        },
      })),
    },
    {
      fault: 'throws when a deleted token is used',
      caughtBy: 'touch does not restore a deleted token',
      make: broken('apiTokens', (intact) => ({
        touch: async (id, usedAt) => {
          if (!(await intact.list()).some((token) => token.id === id)) throw new Error('missing');
          await intact.touch(id, usedAt);
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
      make: broken('apiTokens', (_, { store }) => ({
        insert: (token) =>
          store.write(({ apiTokens }) => {
            apiTokens.set(token.id, token);
          }),
      })),
    },
  ],
};

/** Saves the settings one by one, so that two saves can interleave. */
const saveInParts = broken('site', (intact) => {
  const saveOver = async (part: Partial<Settings>): Promise<void> =>
    intact.saveSettings({ ...(await intact.load()).settings, ...part });
  return {
    saveSettings: async ({ plugins, ...rest }) => {
      await saveOver(rest);
      await saveOver({ plugins });
    },
  };
});

export const siteMutants: RepositorySuiteMutants = {
  suite: siteRepositorySuite,
  mutants: [
    {
      fault: 'enables the registration by default',
      caughtBy: 'load returns the defaults until something is saved',
      make: broken('site', (intact) => ({
        load: async () => ({
          ...(await intact.load()),
          settings: { ...defaultSettings, registrationEnabled: true },
        }),
      })),
    },
    {
      fault: 'drops the settings of inactive plugins',
      caughtBy: 'saved settings are loaded unchanged',
      make: broken('site', (intact) => ({
        saveSettings: ({ plugins, ...rest }) =>
          intact.saveSettings({
            ...rest,
            plugins: Object.fromEntries(Object.entries(plugins).filter(([, { active }]) => active)),
          }),
      })),
    },
    {
      fault: 'merges plugins with the stored ones',
      caughtBy: 'saving settings replaces all of them',
      make: broken('site', (intact) => ({
        saveSettings: async (settings) => {
          const { plugins } = (await intact.load()).settings;
          await intact.saveSettings({ ...settings, plugins: { ...plugins, ...settings.plugins } });
        },
      })),
    },
    {
      fault: 'saves settings in several steps',
      caughtBy: 'concurrent saves of settings do not mix',
      make: saveInParts,
    },
    {
      fault: 'drops the claim of the starter collections when settings are saved',
      caughtBy: 'settings and claim do not overwrite each other',
      make: broken('site', (intact) => {
        let isDropped = false;
        return {
          saveSettings: async (settings) => {
            await intact.saveSettings(settings);
            isDropped = true;
          },
          claimStarterCollections: async () => {
            const isClaimed = (await intact.claimStarterCollections()) || isDropped;
            isDropped = false;
            return isClaimed;
          },
        };
      }),
    },
    {
      fault: 'grants every claim of the starter collections',
      caughtBy: 'the starter collections are claimed once',
      make: broken('site', () => ({ claimStarterCollections: async () => true })),
    },
    {
      fault: 'lists inactive collections as active',
      caughtBy:
        'activeCollections is all while no collection is inactive, otherwise the active ones',
      make: broken('site', (intact) => ({
        load: async () => ({ ...(await intact.load()), activeCollections: 'all' }),
      })),
    },
    {
      fault: "stores the caller's object without copying it",
      caughtBy: 'modifying an object that was saved or loaded does not change the store',
      make: broken('site', (_, { store }) => ({
        saveSettings: (settings) =>
          store.write(({ site }) => {
            site.set('current', { settings });
          }),
      })),
    },
  ],
};

import { defaultSettings, type Settings } from '../../../core/index.ts';
import { apiTokenRepositorySuite } from '../../conformance/api-token-repository.ts';
import { settingsRepositorySuite } from '../../conformance/settings-repository.ts';
import { broken, type RepositorySuiteMutants } from './repository-mutant.ts';

export const apiTokenMutants: RepositorySuiteMutants = {
  suite: apiTokenRepositorySuite,
  mutants: [
    {
      fault: 'trims names',
      caughtBy: 'a new token is found by its digest, as it was',
      make: broken('apiTokens', (intact) => ({
        insert: (token) => intact.insert({ ...token, name: token.name.trim() }),
      })),
    },
    {
      fault: 'lets every token expire',
      caughtBy: 'what is absent from a token stays absent',
      make: broken('apiTokens', (intact) => ({
        insert: (token) => intact.insert({ ...token, expiresAt: token.expiresAt ?? 0 }),
      })),
    },
    {
      fault: 'makes everything of an empty scope',
      caughtBy: 'a scope of everything, of nothing and of some collections are three things',
      make: broken('apiTokens', (intact) => ({
        insert: (token) =>
          intact.insert({ ...token, scope: token.scope.length === 0 ? 'all' : token.scope }),
      })),
    },
    {
      fault: 'makes an empty scope of everything',
      caughtBy: 'a scope of everything, of nothing and of some collections are three things',
      make: broken('apiTokens', (intact) => ({
        insert: (token) =>
          intact.insert({ ...token, scope: token.scope === 'all' ? [] : token.scope }),
      })),
    },
    {
      fault: 'compares digests without regard to case',
      caughtBy: 'only the whole digest finds a token',
      make: broken('apiTokens', (intact) => ({
        findByDigest: (digest) => intact.findByDigest(digest.toLowerCase()),
      })),
    },
    {
      fault: 'finds tokens by the beginning of their digest',
      caughtBy: 'only the whole digest finds a token',
      make: broken('apiTokens', (intact) => ({
        findByDigest: async (digest) =>
          (await intact.list()).find((token) => token.digest.startsWith(digest)),
      })),
    },
    {
      fault: 'breaks ties by id, ascending',
      caughtBy: 'list begins with the newest and breaks ties by id, descending',
      make: broken('apiTokens', (intact) => ({
        list: async () =>
          (await intact.list()).toSorted(
            (left, right) => right.createdAt - left.createdAt || (left.id < right.id ? -1 : 1),
          ),
      })),
    },
    {
      fault: 'notes the use of one token for all',
      caughtBy: 'touch notes the use of that token and no other',
      make: broken('apiTokens', (intact) => ({
        touch: async (_, usedAt) => {
          for (const { id } of await intact.list()) await intact.touch(id, usedAt);
        },
      })),
    },
    {
      fault: 'stores a token anew when it is used',
      caughtBy: 'touch does not bring a deleted token back',
      make: broken('apiTokens', (intact, { store }) => ({
        delete: async (id) => {
          const token = (await intact.list()).find((it) => it.id === id);
          const deleted = await intact.delete(id);
          // What a use that was under way would do.
          const revived = token && { ...token, lastUsedAt: 1 };
          if (revived) await store.write(({ apiTokens }) => apiTokens.set(id, revived));
          return deleted;
        },
      })),
    },
    {
      fault: 'fails to note the use of a token that is gone',
      caughtBy: 'touch does not bring a deleted token back',
      make: broken('apiTokens', (intact) => ({
        touch: async (id, usedAt) => {
          if (!(await intact.list()).some((token) => token.id === id)) throw new Error('gone');
          await intact.touch(id, usedAt);
        },
      })),
    },
    {
      fault: 'hides deleted tokens from lists only',
      caughtBy: 'delete removes that token and no other',
      make: broken('apiTokens', (intact) => {
        const deleted = new Set<string>();
        return {
          delete: async (id) => !deleted.has(id) && deleted.add(id).has(id),
          list: async () => (await intact.list()).filter(({ id }) => !deleted.has(id)),
        };
      }),
    },
    {
      fault: 'keeps the object that it was given',
      caughtBy: 'changing an object that went in or came out changes nothing stored',
      make: broken('apiTokens', (_, { store }) => ({
        insert: (token) =>
          store.write(({ apiTokens }) => {
            apiTokens.set(token.id, token);
          }),
      })),
    },
  ],
};

/** Saves one setting after another, so that two savings can mix. */
const saveInParts = broken('settings', (intact) => {
  const saveOver = async (part: Partial<Settings>): Promise<void> =>
    intact.save({ ...(await intact.load()), ...part });
  return {
    save: async ({ plugins, ...rest }) => {
      await saveOver(rest);
      await saveOver({ plugins });
    },
  };
});

export const settingsMutants: RepositorySuiteMutants = {
  suite: settingsRepositorySuite,
  mutants: [
    {
      fault: 'opens the registration by default',
      caughtBy: 'the defaults hold until something is saved',
      make: broken('settings', () => ({
        load: async () => ({ ...defaultSettings, registrationEnabled: true }),
      })),
    },
    {
      fault: 'forgets the settings of plugins that are not active',
      caughtBy: 'what was saved is loaded, as it was',
      make: broken('settings', (intact) => ({
        save: ({ plugins, ...rest }) =>
          intact.save({
            ...rest,
            plugins: Object.fromEntries(Object.entries(plugins).filter(([, { active }]) => active)),
          }),
      })),
    },
    {
      fault: 'adds plugins to those that are there',
      caughtBy: 'saving replaces everything that was saved before',
      make: broken('settings', (intact) => ({
        save: async (settings) => {
          const { plugins } = await intact.load();
          await intact.save({ ...settings, plugins: { ...plugins, ...settings.plugins } });
        },
      })),
    },
    {
      fault: 'saves in parts',
      caughtBy: 'of settings saved at the same time one set is kept whole',
      make: saveInParts,
    },
    {
      fault: 'keeps the object that it was given',
      caughtBy: 'changing an object that went in or came out changes nothing stored',
      make: broken('settings', (_, { store }) => ({
        save: (settings) =>
          store.write((tables) => {
            tables.settings.set('current', settings);
          }),
      })),
    },
  ],
};

import type { SiteState } from '../../../core/store.ts';
import { defaultSettings, type Settings } from '../../../core/vocabulary.ts';
import { siteRepositorySuite } from '../../conformance/site-repository.ts';
import { broken, type RepositorySuiteMutants } from './repository-mutant.ts';

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
      fault: 'has one stamp for all settings',
      caughtBy: 'saved settings are loaded unchanged, with another stamp',
      make: broken('site', (intact) => ({
        load: async () => ({ ...(await intact.load()), stamp: 'constant' }),
      })),
    },
    {
      fault: 'drops the settings of inactive plugins',
      caughtBy: 'saved settings are loaded unchanged, with another stamp',
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
      fault: 'keeps members that are absent',
      caughtBy: 'saving settings replaces all of them',
      make: broken('site', (intact) => ({
        saveSettings: async (settings) =>
          intact.saveSettings({ ...(await intact.load()).settings, ...settings }),
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
      fault: 'does not tell the states of collections',
      caughtBy:
        'collectionStates is undefined while each collection is active, public and not localised, otherwise it has all of them',
      make: broken('site', (intact) => ({
        load: async () => ({ ...(await intact.load()), collectionStates: undefined }),
      })),
    },
    {
      fault: 'lists private collections as public',
      caughtBy:
        'collectionStates is undefined while each collection is active, public and not localised, otherwise it has all of them',
      make: broken('site', (intact) => ({
        load: async () => {
          const site = await intact.load();
          const collectionStates = site.collectionStates?.map(({ id, isActive }) => ({
            id,
            isActive,
          }));
          return { ...site, collectionStates };
        },
      })),
    },
    {
      fault: 'does not tell which collections are localised',
      caughtBy:
        'collectionStates is undefined while each collection is active, public and not localised, otherwise it has all of them',
      make: broken('site', (intact) => ({
        load: async () => {
          const site = await intact.load();
          const collectionStates = site.collectionStates?.map(
            ({ baseLocale: _, ...state }) => state,
          );
          return { ...site, collectionStates };
        },
      })),
    },
    {
      fault: 'finds only active collections by their name',
      caughtBy: 'load returns the collection that was asked for by name',
      make: broken('site', (intact) => ({
        load: async (name) => {
          const site = await intact.load(name);
          return { ...site, collection: site.collection?.isActive ? site.collection : undefined };
        },
      })),
    },
    {
      fault: 'gives concurrent loads the collection of the first one',
      caughtBy: 'load returns the collection that was asked for by name',
      make: broken('site', (intact) => {
        let shared: Promise<SiteState> | undefined;
        return {
          load: (name) => {
            if (shared === undefined) setImmediate(() => (shared = undefined));
            shared ??= intact.load(name);
            return shared;
          },
        };
      }),
    },
    {
      fault: "stores the caller's object without copying it",
      caughtBy: 'modifying an object that was saved or loaded does not change the store',
      make: broken('site', (_, { memory }) => ({
        saveSettings: (settings) =>
          memory.write(({ site }) => {
            site.set('current', { settings });
          }),
      })),
    },
  ],
};

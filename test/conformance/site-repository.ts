import type { Store } from '../../core/store.ts';
import { defaultSettings, type Settings } from '../../core/vocabulary.ts';
import { equal, ok } from './assert.ts';
import { racers, modifyAll, times } from './cases.ts';
import { awkwardText, collectionId, sampleCollection } from './samples.ts';
import { suite } from './suite.ts';

/** The settings of the site, and the internal state of the service. */
export const siteRepositorySuite = suite<Store>('SiteRepository', {
  'load returns the defaults until something is saved': async ({ repositories: { site } }) => {
    const { stamp: _, ...state } = await site.load();
    const defaults = {
      settings: defaultSettings,
      collectionStates: undefined,
      collection: undefined,
    };
    equal(state, defaults, 'state');
  },

  'saved settings are loaded unchanged, with another stamp': async ({ repositories: { site } }) => {
    const { stamp } = await site.load();
    await site.saveSettings(changedSettings());
    const loaded = await site.load();
    equal(loaded.settings, changedSettings(), 'settings');
    ok(loaded.stamp !== stamp, `another stamp after other settings, got ${stamp} again`);
  },

  'saving settings replaces all of them': async ({ repositories: { site } }) => {
    await site.saveSettings(changedSettings());
    equal((await site.load()).settings, changedSettings(), 'settings before');
    const plugins = { cache: { active: false, settings: { ttl: 1 } } };
    await site.saveSettings({ ...defaultSettings, plugins });
    equal((await site.load()).settings, { ...defaultSettings, plugins }, 'with one plugin');
    await site.saveSettings(defaultSettings);
    equal((await site.load()).settings, defaultSettings, 'settings');
  },

  'concurrent saves of settings do not mix': async ({ repositories: { site } }) => {
    const sets = times(10, (n) => ({
      ...changedSettings(),
      siteName: `Site ${n}`,
      plugins: { [`plugin-${n}`]: { active: true, settings: { n } } },
    }));
    await Promise.all(sets.map((set) => site.saveSettings(set)));
    const { settings } = await site.load();
    equal(
      settings,
      sets.find(({ siteName }) => siteName === settings.siteName),
      'settings',
    );
  },

  'settings and claim do not overwrite each other': async ({ repositories: { site } }) => {
    await Promise.all([site.saveSettings(changedSettings()), site.claimStarterCollections()]);
    equal((await site.load()).settings, changedSettings(), 'settings');
    await site.saveSettings(defaultSettings);
    equal(await site.claimStarterCollections(), false, 'a claim after settings were saved');
  },

  'the starter collections are claimed once': async ({ repositories: { site } }) => {
    const claims = await Promise.all(times(racers, () => site.claimStarterCollections()));
    equal(claims.filter(Boolean).length, 1, 'successful claims');
    equal(await site.claimStarterCollections(), false, 'a later claim');
  },

  'collectionStates is undefined while each collection is active, public and not localised, otherwise it has all of them':
    async ({ repositories: { site, collections } }) => {
      const states = async () =>
        (await site.load()).collectionStates?.toSorted((left, right) =>
          left.id < right.id ? -1 : 1,
        );
      const [one, two, three] = [1, 2, 3].map((n) => ({ id: collectionId(n), isActive: true }));
      for (const n of [1, 2, 3]) await collections.insert(sampleCollection(n));
      equal(await states(), undefined, 'with three ordinary ones');
      ok(await collections.update(sampleCollection(2, { isActive: false })), 'one was deactivated');
      equal(await states(), [one, { ...two, isActive: false }, three], 'with an inactive one');
      await collections.update(sampleCollection(2, { isPrivate: true }));
      equal(await states(), [one, { ...two, isPrivate: true }, three], 'with a private one');
      await collections.update(sampleCollection(2));
      equal(await states(), undefined, 'after it was opened');
      await collections.update(sampleCollection(2, { baseLocale: 'pt-BR' }));
      equal(await states(), [one, { ...two, baseLocale: 'pt-BR' }, three], 'with a localised one');
      await collections.update(sampleCollection(2));
      equal(await states(), undefined, 'after it is not localised any more');
      for (const n of [1, 2, 3]) await collections.delete(collectionId(n));
      equal(await states(), undefined, 'without collections');
    },

  'load returns the collection that was asked for by name': async ({
    repositories: { site, collections },
  }) => {
    for (const n of [1, 2]) {
      await collections.insert(sampleCollection(n, { isActive: n === 1 }));
    }
    const found = async (name?: string) => (await site.load(name)).collection;
    const [first, second] = [1, 2].map((n) => ({ id: collectionId(n), name: `collection-${n}` }));
    equal(await found('collection-1'), { ...first, isActive: true }, 'an active one');
    equal(await found('collection-2'), { ...second, isActive: false }, 'an inactive one');
    equal(await found('collection'), undefined, 'an unknown one');
    equal(await found(), undefined, 'without a name');
    const both = await Promise.all([found('collection-2'), found('collection-1'), found()]);
    equal(
      both.map((one) => one?.id),
      [collectionId(2), collectionId(1), undefined],
      'concurrent loads',
    );
  },

  'modifying an object that was saved or loaded does not change the store': async ({
    repositories: { site },
  }) => {
    const before = JSON.stringify(defaultSettings);
    modifyAll(await site.load());
    equal(JSON.stringify((await site.load()).settings), before, 'the defaults');
    const given = changedSettings();
    await site.saveSettings(given);
    modifyAll(given);
    modifyAll(await site.load());
    equal((await site.load()).settings, changedSettings(), 'settings');
  },
});

const changedSettings = (): Settings => ({
  siteName: awkwardText,
  registrationEnabled: true,
  publicContent: 'published',
  locales: [
    { code: 'de', name: 'Deutsch', fallback: [], searchLanguage: 'german' },
    { code: 'pt-BR', name: awkwardText, fallback: ['de'] },
  ],
  plugins: {
    cache: { active: true, settings: { ttl: 300, nested: { list: [1, null, 'a', { b: false }] } } },
    [awkwardText]: { active: false, settings: {} },
  },
});

import { defaultSettings, type Settings } from '../../core/index.ts';
import { equal } from './assert.ts';
import { spoil, times } from './cases.ts';
import type { RepositoriesSubject } from './repositories-subject.ts';
import { awkwardText } from './samples.ts';
import { suite } from './suite.ts';

export const settingsRepositorySuite = suite<RepositoriesSubject>('SettingsRepository', {
  'the defaults hold until something is saved': async ({ repositories: { settings } }) => {
    equal(await settings.load(), defaultSettings, 'settings');
  },

  'what was saved is loaded, as it was': async ({ repositories: { settings } }) => {
    await settings.save(changedSettings());
    equal(await settings.load(), changedSettings(), 'settings');
  },

  'saving replaces everything that was saved before': async ({ repositories: { settings } }) => {
    await settings.save(changedSettings());
    equal(await settings.load(), changedSettings(), 'settings before');
    const plugins = { cache: { active: false, settings: { ttl: 1 } } };
    await settings.save({ ...defaultSettings, plugins });
    equal(await settings.load(), { ...defaultSettings, plugins }, 'settings with one plugin');
    await settings.save(defaultSettings);
    equal(await settings.load(), defaultSettings, 'settings');
  },

  'of settings saved at the same time one set is kept whole': async ({
    repositories: { settings },
  }) => {
    const sets = times(10, (n) => ({
      ...changedSettings(),
      siteName: `Site ${n}`,
      plugins: { [`plugin-${n}`]: { active: true, settings: { n } } },
    }));
    await Promise.all(sets.map((set) => settings.save(set)));
    const loaded = await settings.load();
    const kept = sets.find(({ siteName }) => siteName === loaded.siteName);
    equal(loaded, kept, 'settings');
  },

  'changing an object that went in or came out changes nothing stored': async ({
    repositories: { settings },
  }) => {
    const before = JSON.stringify(defaultSettings);
    spoil(await settings.load());
    equal(JSON.stringify(await settings.load()), before, 'the defaults');
    const given = changedSettings();
    await settings.save(given);
    spoil(given);
    spoil(await settings.load());
    equal(await settings.load(), changedSettings(), 'settings');
  },
});

const changedSettings = (): Settings => ({
  siteName: awkwardText,
  registrationEnabled: true,
  publicContent: 'published',
  plugins: {
    cache: { active: true, settings: { ttl: 300, nested: { list: [1, null, 'a', { b: false }] } } },
    [awkwardText]: { active: false, settings: {} },
  },
  planted: true,
  cacheEpoch: 'x',
});

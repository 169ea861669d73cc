import { describe, expect, test } from 'vitest';
import { anonymous, operator, type Actor, type Cms } from '../../core/index.ts';
import { noId, type JsonObject } from '../../core/vocabulary.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';

const token: Actor = { kind: 'token', tokenId: noId, scope: 'all' };

const useCases: readonly (readonly [string, (cms: Cms, actor: Actor) => Promise<unknown>])[] = [
  ['read settings', ({ settings }, actor) => settings.get(actor)],
  ['change settings', ({ settings }, actor) => settings.update(actor, { siteName: '' })],
  ['list plugins', ({ plugins }, actor) => plugins.list(actor)],
  ['configure plugins', ({ plugins }, actor) => plugins.configure(actor, 'nothing', {})],
];
for (const [name, ask] of useCases) {
  test(`only administrators may ${name}`, async () => {
    const { cms, person } = await coreWorld();
    await rejectsWith('not_authenticated', ask(cms, anonymous));
    await rejectsWith('token_read_only', ask(cms, token));
    for (const role of ['viewer', 'author', 'editor'] as const) {
      await rejectsWith('forbidden', ask(cms, await person(role)));
    }
    for (const actor of [operator, await person('admin')]) {
      await ask(cms, actor).catch((error: unknown) =>
        expect(error).not.toMatchObject({ kind: 'forbidden' }),
      );
    }
  });
}

describe('settings', () => {
  test('have defaults until they are changed, one by one', async () => {
    const { cms, another } = await coreWorld();
    const defaults = { siteName: 'Quoin', registrationEnabled: false, publicContent: 'all' };
    expect(await cms.settings.get(operator)).toMatchObject(defaults);
    const named = await cms.settings.update(operator, { siteName: ' Our site ' });
    expect(named).toMatchObject({ ...defaults, siteName: 'Our site' });
    await another().settings.update(operator, { registrationEnabled: true });
    await cms.settings.update(operator, { publicContent: 'published' });
    expect(await cms.settings.get(operator)).toEqual({
      ...named,
      registrationEnabled: true,
      publicContent: 'published',
    });
    expect(await cms.settings.update(operator, {})).toEqual(await cms.settings.get(operator));
  });

  test('contain the name of the site, which everybody may read', async () => {
    const { cms, another } = await coreWorld();
    expect(await cms.settings.siteName()).toBe('Quoin');
    await another().settings.update(operator, { siteName: 'Our site' });
    expect(await cms.settings.siteName()).toBe('Our site');
  });

  test('can be changed concurrently without losing a change', async () => {
    const { cms, another } = await coreWorld();
    const other = another();
    await Promise.all([
      cms.settings.update(operator, { siteName: 'Site' }),
      other.settings.update(operator, { registrationEnabled: true }),
      cms.plugins.configure(operator, 'cache', { active: true }),
      other.settings.update(operator, { publicContent: 'published' }),
      other.plugins.configure(operator, 'cache', { settings: { ttlSeconds: 7 } }),
    ]);
    const siteName = 'Site';
    const expected = { siteName, registrationEnabled: true, publicContent: 'published' };
    expect(await cms.settings.get(operator)).toMatchObject(expected);
    const [cache] = await cms.plugins.list(operator);
    expect(cache).toMatchObject({ active: true, settings: { ttlSeconds: 7 } });
  });

  test('have a name of 1 to 200 characters', async () => {
    const { cms } = await coreWorld();
    const before = await cms.settings.get(operator);
    for (const siteName of ['', '  ', 'x'.repeat(201)]) {
      const { issues } = await rejectsWith(
        'invalid_input',
        cms.settings.update(operator, { siteName }),
      );
      expect(issues).toMatchObject([{ path: 'siteName' }]);
    }
    await rejectsWith('invalid_text', cms.settings.update(operator, { siteName: 'a\u0000' }));
    const plugins = await cms.plugins.list(operator);
    const extra = { planted: false, plugins: { cache: { active: false } }, cacheEpoch: 'x' };
    expect(await cms.settings.update(operator, extra as never)).toEqual(before);
    expect(await cms.plugins.list(operator)).toEqual(plugins);
    const longest = '😀'.repeat(200);
    const { siteName } = await cms.settings.update(operator, { siteName: longest });
    expect(siteName).toBe(longest);
  });
});

describe('plugins', () => {
  const configure = (cms: Cms, command: { active?: boolean; settings?: JsonObject }) =>
    cms.plugins.configure(operator, 'cache', command);

  test('have their defaults until they are configured', async () => {
    const { cms } = await coreWorld();
    const [cache, ...others] = await cms.plugins.list(operator);
    expect(others).toEqual([]);
    expect(cache).toMatchObject({
      name: 'cache',
      title: 'Cache',
      active: true,
      settings: { ttlSeconds: 300, requestsPerMinute: 0 },
      settingsSchema: { properties: { ttlSeconds: { type: 'number', minimum: 1 } } },
    });
  });

  test('are configured by member; absent members keep their value', async () => {
    const { cms, another } = await coreWorld();
    await configure(cms, { active: true });
    await configure(cms, { settings: { ttlSeconds: 60 } });
    const last = await configure(another(), { settings: { requestsPerMinute: 9 } });
    const settings = { ttlSeconds: 60, requestsPerMinute: 9 };
    expect(last).toMatchObject({ name: 'cache', active: true, settings });
    expect(await cms.plugins.list(operator)).toEqual([last]);
    expect((await configure(cms, { active: false })).settings).toEqual(settings);
  });

  test('accept only whole numbers, and null for a default', async () => {
    const { cms } = await coreWorld();
    const settings = { ttlSeconds: 1.5, requestsPerMinute: 0.5 };
    await expect(configure(cms, { settings })).rejects.toMatchObject({
      code: 'invalid_data',
      issues: [
        { path: 'settings.ttlSeconds', message: 'must be a whole number' },
        { path: 'settings.requestsPerMinute', message: 'must be a whole number' },
      ],
    });
    await configure(cms, { settings: { ttlSeconds: 60, requestsPerMinute: 5 } });
    const reset = await configure(cms, { settings: { ttlSeconds: null } });
    expect(reset.settings).toEqual({ ttlSeconds: 300, requestsPerMinute: 5 });
  });

  test('reject an invalid setting and change nothing', async () => {
    const { cms } = await coreWorld();
    const misfits = [
      { ttlSeconds: 0 },
      { ttlSeconds: 86_401 },
      { ttlSeconds: '60' },
      { requestsPerMinute: -1 },
      { requestsPerMinute: 1_000_001 },
      { requestsPerMinute: [1] },
    ];
    for (const settings of misfits) {
      const refusal = await rejectsWith(
        'invalid_data',
        configure(cms, { active: false, settings }),
      );
      expect(refusal.issues).toMatchObject([{ path: `settings.${Object.keys(settings)[0]}` }]);
    }
    expect((await cms.plugins.list(operator))[0]?.active).toBe(true);
    for (const settings of [{ ttlSeconds: 1 }, { ttlSeconds: 86_400, requestsPerMinute: 1e6 }]) {
      expect((await configure(cms, { settings })).settings).toMatchObject(settings);
    }
  });

  test('ignore unknown settings, including names that every object has', async () => {
    const { cms, ports } = await coreWorld();
    const settings = JSON.parse('{"other":1,"__proto__":{"x":1},"constructor":2}');
    const configured = await configure(cms, { settings });
    expect(configured.settings).toEqual({ ttlSeconds: 300, requestsPerMinute: 0 });
    expect(JSON.stringify((await ports.store.repositories.site.load()).settings)).not.toMatch(
      /other|__proto__|constructor/,
    );
  });

  test('reset a setting that is null or empty to its default', async () => {
    const { cms } = await coreWorld();
    for (const blank of [null, '']) {
      await configure(cms, { settings: { ttlSeconds: 60 } });
      const { settings } = await configure(cms, { settings: { ttlSeconds: blank } });
      expect(settings).toEqual({ ttlSeconds: 300, requestsPerMinute: 0 });
      expect((await cms.plugins.list(operator))[0]?.settings).toEqual(settings);
    }
  });

  test('that are not installed are not found', async () => {
    const { cms } = await coreWorld();
    for (const name of ['nothing', 'constructor', '__proto__', '']) {
      await rejectsWith('not_found', cms.plugins.configure(operator, name, { active: true }));
    }
  });
});

import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { second, settingDefaults, settingsTable } from '../../core/vocabulary.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { everyField } from '../support/core/every-field.ts';
import { localeWorld } from '../support/core/locale-world.ts';

test('the schema has what developers decide, in the order of names and of fields', async () => {
  const { cms, localise, posts } = await localeWorld();
  await localise(posts.name);
  await cms.settings.update(operator, { siteName: 'Harbour', trashDays: 7 });
  await cms.plugins.configure(operator, 'cache', { settings: { ttlSeconds: 20 } });
  await cms.locales.update(operator, {
    locales: [{ code: 'fr', fallback: ['de'], searchLanguage: 'simple' }, { code: 'de' }],
  });
  const schema = {
    properties: {
      zeal: { unique: true, maxLength: 4, type: 'string' },
      area: { type: 'number', default: 2, title: 'Size' },
    },
    required: ['area', 'zeal'],
  };
  await cms.collections.create(operator, {
    name: 'a-notes',
    schema,
    singleton: true,
    access: 'private',
    previewUrl: 'https://example.org/{slug}',
    icon: 'leaf',
    isActive: false,
  });
  const read = await cms.siteSchema.read(operator);
  expect(Object.keys(read)).toEqual(['version', 'locales', 'collections', 'settings', 'plugins']);
  expect(read.locales).toEqual([
    { code: 'fr', name: 'fr', fallback: ['de'], searchLanguage: 'simple' },
    { code: 'de', name: 'de', fallback: [], searchLanguage: null },
  ]);
  expect(read.collections.map(({ name }) => name)).toEqual(['a-notes', 'blog-posts', 'pages']);
  const ordered = {
    type: 'object',
    properties: {
      zeal: { type: 'string', maxLength: 4, unique: true },
      area: { type: 'number', default: 2, title: 'Size' },
    },
    required: ['zeal', 'area'],
  };
  expect(JSON.stringify(read.collections[0])).toBe(
    JSON.stringify({
      name: 'a-notes',
      displayName: 'a-notes',
      description: '',
      schema: ordered,
      singleton: true,
      localized: false,
      baseLocale: null,
      previewUrl: 'https://example.org/{slug}',
      access: 'private',
      isActive: false,
    }),
  );
  expect(read.collections[1]).toMatchObject({
    localized: true,
    baseLocale: 'de',
    access: 'public',
  });
  expect(read.settings).toEqual({ ...settingDefaults, siteName: 'Harbour', trashDays: 7 });
  expect(Object.keys(read.settings)).toEqual(Object.keys(settingsTable).toSorted());
  expect(read.plugins).toEqual({
    cache: { active: true, settings: { requestsPerMinute: 0, ttlSeconds: 20 } },
  });
});

test('services in the same state have the same text, whenever and in whichever order they got there', async () => {
  const texts: string[] = [];
  for (const names of [
    ['x', 'm'],
    ['m', 'x'],
  ]) {
    const { cms, clock } = await localeWorld();
    clock.advance(second * texts.length);
    const properties = Object.fromEntries(
      Object.entries(everyField.properties).map(([name, field]) => [
        name,
        texts.length === 0 ? field : Object.fromEntries(Object.entries(field).toReversed()),
      ]),
    );
    const required = texts.length === 0 ? everyField.required : everyField.required.toReversed();
    for (const name of names) {
      await cms.collections.create(operator, { name, schema: { properties, required } as never });
    }
    const changes = [{ trashDays: 3 }, { changesDays: 4 }];
    for (const change of texts.length === 0 ? changes : changes.toReversed()) {
      await cms.settings.update(operator, change);
    }
    texts.push(JSON.stringify(await cms.siteSchema.read(operator)));
  }
  expect(texts[1]).toBe(texts[0]);
});

test('members of fields that were stored in another order are in the same one', async () => {
  const { cms, ports, posts } = await localeWorld();
  await cms.collections.update(operator, posts.name, { schema: everyField as never });
  const before = JSON.stringify(await cms.siteSchema.read(operator));
  const turned = (value: unknown, isMap = false): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const members = Object.entries(value).map(([name, each]) => {
      const isOrdered = !isMap && (name === 'properties' || name === 'blocks');
      return [name, turned(each, isOrdered)] as const;
    });
    return Object.fromEntries(isMap ? members : members.toReversed());
  };
  const stored = await cms.collections.get(operator, posts.name);
  const schema = turned(stored.schema) as typeof stored.schema;
  expect(JSON.stringify(schema)).not.toBe(JSON.stringify(stored.schema));
  await ports.store.repositories.collections.update({ ...stored, schema });
  expect(JSON.stringify(await cms.siteSchema.read(operator))).toBe(before);
});

test('another order of the fields is another schema', async () => {
  const { cms } = await localeWorld();
  const name = 'ordered';
  const [a, b] = [{ type: 'string' }, { type: 'number' }];
  await cms.collections.create(operator, { name, schema: { properties: { a, b } } });
  const before = JSON.stringify(await cms.siteSchema.read(operator));
  await cms.collections.update(operator, name, { schema: { properties: { b, a } } });
  expect(JSON.stringify(await cms.siteSchema.read(operator))).not.toBe(before);
});

test('only administrators read it', async () => {
  const { cms, person } = await localeWorld();
  await rejectsWith('forbidden', cms.siteSchema.read(await person('editor')));
  expect(await cms.siteSchema.read(await person('admin'))).toMatchObject({ version: 1 });
});

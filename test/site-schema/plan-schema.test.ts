import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import {
  second,
  type ContentItem,
  type JsonObject,
  type SchemaFile,
} from '../../core/vocabulary.ts';
import { fingerprint } from '../support/access/fingerprint.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { everyField } from '../support/core/every-field.ts';
import { localeWorld } from '../support/core/locale-world.ts';

const world = async () => {
  const given = await localeWorld();
  const { cms } = given;
  const plan = async (file: SchemaFile) => (await cms.siteSchema.plan(operator, file)).changes;
  const notes = (schema: JsonObject, members: object = {}) =>
    plan({ partial: true, collections: [{ name: 'notes', schema, ...members }] });
  const create = (schema: JsonObject = {}, members: object = {}) =>
    cms.collections.create(operator, { name: 'notes', schema, ...members });
  return { ...given, plan, notes, create };
};

const field = (name: string) => `collections.notes.schema.properties.${name}`;

describe('a plan', () => {
  test('of the schema of the service itself has no changes, and neither has an empty file', async () => {
    const { cms, plan, localise, posts } = await world();
    await localise(posts.name);
    await cms.collections.create(operator, { name: 'all', schema: everyField as never });
    await cms.plugins.configure(operator, 'cache', { settings: { ttlSeconds: 20 } });
    const schema = await cms.siteSchema.read(operator);
    expect(await plan(JSON.parse(JSON.stringify(schema)) as SchemaFile)).toEqual([]);
    expect(await plan({})).toEqual([]);
    expect(await plan({ collections: schema.collections.map(({ name }) => ({ name })) })).toEqual(
      [],
    );
  });

  test('names what differs, with new names, once for each field', async () => {
    const { cms, plan, create } = await world();
    await create({
      properties: { a: { type: 'string' }, b: { type: 'string' }, gone: { type: 'url' } },
    });
    await cms.collections.create(operator, { name: 'former', previewUrl: 'https://x.example' });
    const properties = {
      b: { type: 'string', title: 'B' },
      a: { type: 'string' },
      added: { type: 'number' },
    };
    const changes = await plan({
      locales: [
        { code: 'fr-CH', renamedFrom: 'fr' },
        { code: 'de', name: 'Deutsch' },
        { code: 'it' },
      ],
      collections: [
        { name: 'notes', schema: { properties } },
        { name: 'present', renamedFrom: 'former' },
        { name: 'fresh', renamedFrom: 'never-there' },
        { name: 'pages', displayName: 'Pages of the site' },
      ],
      settings: { siteName: 'Harbour', trashDays: 30 },
      plugins: { cache: { settings: { ttlSeconds: 5 } }, other: { active: true } },
    });
    expect(changes).toEqual([
      { path: 'locales.fr-CH', change: 'rename', effect: 'safe' },
      { path: 'locales.fr-CH', change: 'update', effect: 'safe' },
      { path: 'locales.de', change: 'update', effect: 'safe' },
      { path: 'locales.it', change: 'create', effect: 'safe' },
      { path: 'collections.notes', change: 'update', effect: 'safe' },
      { path: field('b'), change: 'update', effect: 'safe' },
      { path: field('added'), change: 'create', effect: 'safe' },
      { path: field('gone'), change: 'delete', effect: 'safe' },
      { path: 'collections.present', change: 'rename', effect: 'safe' },
      { path: 'collections.fresh', change: 'create', effect: 'safe', access: 'public' },
      { path: 'collections.pages', change: 'update', effect: 'safe' },
      { path: 'collections.blog-posts', change: 'delete', effect: 'safe' },
      { path: 'settings.siteName', change: 'update', effect: 'safe' },
      { path: 'plugins.cache', change: 'update', effect: 'safe' },
      { path: 'plugins.other', change: 'update', effect: 'blocked', code: 'not_found' },
    ]);
  });

  test('counts the items that their next write would reject, for each field that is stricter', async () => {
    const { create, notes, person, write, clock } = await world();
    const { id: collectionId } = await create({
      properties: { text: { type: 'string' }, odd: { type: 'json' } },
    });
    const editor = await person('editor');
    const items: ContentItem[] = [];
    for (let index = 0; index < 12; index += 1) {
      clock.advance(second);
      const status = index % 2 === 0 ? 'published' : 'draft';
      items.push(
        await write(editor, { collectionId, status, data: { text: 'x'.repeat(index), n: 'one' } }),
      );
    }
    const properties = {
      text: { type: 'string', maxLength: 0, title: 'Text' },
      odd: { type: 'json' },
      n: { type: 'number' },
    };
    const [text, odd, n, ...more] = await notes({ properties, required: ['odd'] });
    expect(more).toEqual([]);
    const newest = items.at(-1)!;
    expect(text).toMatchObject({ path: field('text'), effect: 'breaking', items: 11 });
    expect(text?.examples).toHaveLength(10);
    expect(text?.examples?.[0]).toEqual({
      id: newest.id,
      title: newest.title,
      path: 'data.text',
      message: 'must have at most 0 characters',
    });
    // A draft may lack what is required.
    expect(odd).toMatchObject({ path: field('odd'), effect: 'breaking', items: 6 });
    // What was stored under the name before the field.
    expect(n).toMatchObject({ path: field('n'), change: 'create', effect: 'breaking', items: 12 });
    const texts = { text: { type: 'string', help: 'Short' }, odd: { type: 'json' } };
    expect(await notes({ properties: texts })).toEqual([
      { path: field('text'), change: 'update', effect: 'safe' },
    ]);
  });

  test('items in the trash and working copies do not count', async () => {
    const { cms, create, notes, person, write } = await world();
    const { id: collectionId } = await create({ properties: { text: { type: 'string' } } });
    const editor = await person('editor');
    const deleted = await write(editor, { collectionId, data: { text: 'long' } });
    await cms.content.delete(editor, deleted.id);
    const item = await write(editor, { collectionId, status: 'published', data: { text: 'l' } });
    await cms.drafts.save(editor, item.id, { data: { text: 'long' } });
    const stricter = { properties: { text: { type: 'string', maxLength: 1 } } };
    expect(await notes(stricter)).toEqual([
      { path: field('text'), change: 'update', effect: 'safe' },
    ]);
  });

  test('says when the time was not enough for all items', async () => {
    const { create, notes, person, write, ports, clock } = await world();
    const { id: collectionId } = await create({ properties: { text: { type: 'string' } } });
    const editor = await person('editor');
    await write(editor, { collectionId, data: { text: 'fine' } });
    const { contents } = ports.store.repositories;
    const list = contents.listOfCollectionAfter.bind(contents);
    contents.listOfCollectionAfter = async (...of) => {
      clock.advance(10 * second);
      return list(...of);
    };
    expect(await notes({ properties: { text: { type: 'string', maxLength: 9 } } })).toEqual([
      {
        path: field('text'),
        change: 'update',
        effect: 'breaking',
        items: 0,
        isLowerBound: true,
        examples: [],
      },
    ]);
  });
});

describe('what is impossible now is blocked, with the code of the operation', () => {
  const filled = async (given: Awaited<ReturnType<typeof world>>, texts: readonly string[]) => {
    const editor = await given.person('editor');
    const schema = { properties: { text: { type: 'string' } } };
    const { id: collectionId } = await given.create(schema);
    const ids: string[] = [];
    for (const text of texts) {
      ids.push((await given.write(editor, { collectionId, data: { text } })).id);
    }
    return { editor, collectionId, ids };
  };

  test('a unique field with equal values', async () => {
    const given = await world();
    await filled(given, ['a', 'a']);
    expect(await given.notes({ properties: { text: { type: 'string', unique: true } } })).toEqual([
      { path: field('text'), change: 'update', effect: 'blocked', code: 'not_unique' },
    ]);
  });

  test('a singleton with several items', async () => {
    const given = await world();
    const { editor, collectionId } = await filled(given, ['a']);
    const plan = () =>
      given.plan({ partial: true, collections: [{ name: 'notes', singleton: true }] });
    const path = 'collections.notes';
    expect(await plan()).toEqual([{ path, change: 'update', effect: 'safe' }]);
    await given.write(editor, { collectionId });
    expect(await plan()).toEqual([
      { path, change: 'update', effect: 'blocked', code: 'not_singleton' },
    ]);
  });

  test('the deletion of a collection with items, also in the trash only', async () => {
    const given = await world();
    const {
      editor,
      ids: [id],
    } = await filled(given, ['a']);
    const names = ['blog-posts', 'pages'].map((name) => ({ name }));
    const path = 'collections.notes';
    const expected = [{ path, change: 'delete', effect: 'blocked', code: 'collection_not_empty' }];
    expect(await given.plan({ collections: names })).toEqual(expected);
    await given.cms.content.delete(editor, id!);
    expect(await given.plan({ collections: names })).toEqual(expected);
    await given.cms.trash.empty(operator, { collection: 'notes' });
    expect(await given.plan({ collections: names })).toEqual([
      { path, change: 'delete', effect: 'safe' },
    ]);
    expect(await given.plan({ collections: names, partial: true })).toEqual([]);
  });

  test('the removal of a locale that is used, and localised items of a collection that would not be', async () => {
    const given = await world();
    await given.create({}, { localized: true });
    const editor = await given.person('editor');
    const { id: collectionId } = await given.cms.collections.get(operator, 'notes');
    await given.cms.content.create(editor, { collectionId, title: 'Bonjour', locale: 'fr' });
    expect(await given.plan({ locales: [{ code: 'de' }] })).toEqual([
      { path: 'locales.fr', change: 'delete', effect: 'blocked', code: 'locale_in_use' },
    ]);
    const plain = [{ name: 'notes', localized: false }];
    expect(await given.plan({ partial: true, collections: plain })).toEqual([
      {
        path: 'collections.notes',
        change: 'update',
        effect: 'blocked',
        code: 'has_translations',
      },
    ]);
  });

  test('a field that translations have different values of', async () => {
    const given = await world();
    const schema = { properties: { text: { type: 'string' } } };
    const { id: collectionId } = await given.create(schema, { localized: true });
    const editor = await given.person('editor');
    const create = (fields: object) =>
      given.cms.content.create(editor, { collectionId, title: 'A', ...fields });
    const { id } = await create({ data: { text: 'a' } });
    await create({ locale: 'fr', translationOf: id, data: { text: 'b' } });
    expect(
      await given.notes({ properties: { text: { type: 'string', localized: false } } }),
    ).toEqual([{ path: field('text'), change: 'update', effect: 'blocked', code: 'not_shared' }]);
  });
});

test('that a private collection becomes public is breaking', async () => {
  const { plan, create } = await world();
  await create({}, { access: 'private' });
  const of = (access?: 'public' | 'private') =>
    plan({ partial: true, collections: [{ name: 'notes', access }] });
  expect(await of('public')).toEqual([
    { path: 'collections.notes', change: 'update', effect: 'breaking' },
  ]);
  expect(await of()).toEqual([]);
});

test('a mistake is named by its place in the file, with all others', async () => {
  const { cms, create } = await world();
  await create({ properties: { old: { type: 'string' } } });
  const file = {
    partial: true,
    collections: [
      { name: 'No Name' },
      { name: 'notes', schema: { properties: { a: { type: 'text' } } } },
      { name: 'notes', displayName: 'x'.repeat(201) },
      { name: 'moved', renamedFrom: 'notes' },
      { name: 'plain', baseLocale: 'de' },
      { name: 'spoken', localized: true, baseLocale: 'en' },
    ],
    settings: { trashDays: -1, timeZone: 'Nowhere' },
    plugins: { cache: { settings: { ttlSeconds: 1.5 } } },
  };
  const { issues } = await rejectsWith('invalid_input', cms.siteSchema.plan(operator, file));
  expect(issues?.map(({ path }) => path)).toEqual([
    'schema.collections.0.name',
    'schema.collections.1.schema.properties.a.type',
    'schema.collections.2.name',
    'schema.collections.2.displayName',
    'schema.collections.3.renamedFrom',
    'schema.collections.4.baseLocale',
    'schema.collections.5.baseLocale',
    'schema.settings.timeZone',
    'schema.settings.trashDays',
    'schema.plugins.cache.settings.ttlSeconds',
  ]);
  const locales = { locales: [{ code: 'de' }, { code: 'fr-CH', renamedFrom: 'de' }] };
  const wrong = await rejectsWith('invalid_input', cms.siteSchema.plan(operator, locales));
  expect(wrong.issues?.[0]?.path).toBe('schema.locales.1.renamedFrom');
});

test('values are not moved and not removed: a file that asks for it is rejected', async () => {
  const { cms, create, plan } = await world();
  await create({ properties: { old: { type: 'string' } } });
  const of = (properties: JsonObject): SchemaFile => ({
    partial: true,
    collections: [{ name: 'notes', schema: { properties } }],
  });
  for (const properties of [
    { next: { type: 'string', renamedFrom: 'old' } },
    { old: { type: 'string', purge: true } },
  ]) {
    await rejectsWith('invalid_input', cms.siteSchema.plan(operator, of(properties)));
  }
  // The old name is gone: a file may keep it.
  const kept = { old: { type: 'string', renamedFrom: 'older' } };
  expect(await plan(of(kept))).toEqual([]);
  const locales = [{ code: 'de' }, { code: 'fr', renamedFrom: 'fr-FR' }];
  expect(await plan({ locales })).toEqual([]);
});

test('nothing is changed, and the digest follows the state, the file and the effects', async () => {
  const { cms, ports, create, person, write } = await world();
  const { id: collectionId } = await create({ properties: { text: { type: 'string' } } });
  const editor = await person('editor');
  const file = (maxLength: number): SchemaFile => ({
    locales: [{ code: 'de' }],
    collections: [
      {
        name: 'notes',
        singleton: true,
        schema: { properties: { text: { type: 'string', maxLength } } },
      },
    ],
    settings: { siteName: 'Harbour' },
  });
  const digestOf = async (max = 3) => (await cms.siteSchema.plan(operator, file(max))).digest;
  const state = await fingerprint(ports);
  const digest = await digestOf();
  expect(await digestOf()).toBe(digest);
  expect(await fingerprint(ports)).toBe(state);
  const digests = new Set([digest, await digestOf(2)]);
  await write(editor, { collectionId, data: { text: 'longer' } });
  digests.add(await digestOf());
  await cms.settings.update(operator, { trashDays: 3 });
  digests.add(await digestOf());
  expect(digests.size).toBe(4);
});

test('only administrators plan', async () => {
  const { cms, person } = await world();
  await rejectsWith('forbidden', cms.siteSchema.plan(await person('editor'), {}));
});

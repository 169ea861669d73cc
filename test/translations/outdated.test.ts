import { beforeEach, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { ContentItem } from '../../core/vocabulary.ts';
import type { CoreWorld } from '../support/core/core-world.ts';
import { localizedWorld } from '../support/core/localized-world.ts';

let world: CoreWorld;
beforeEach(async () => {
  world = await localizedWorld();
});

const client = '192.0.2.1';

const post = async (title: string, more: object = {}): Promise<ContentItem> => {
  world.clock.advance(1_000);
  const command = { collectionId: world.posts.id, locale: 'en', title, ...more };
  return world.cms.content.create(operator, command);
};

const translate = async ({ id }: Pick<ContentItem, 'id'>, locale = 'de'): Promise<ContentItem> =>
  world.cms.translations.create(operator, id, { locale });

const save = (item: Pick<ContentItem, 'id'>, changes: object): Promise<ContentItem> =>
  world.cms.content.update(operator, item.id, changes);

const listOf = async ({ id }: Pick<ContentItem, 'id'>) =>
  (await world.cms.translations.list(operator, { id, client })).translations;

/** What the translation in a locale is, as a line. */
const stateIn = async (item: Pick<ContentItem, 'id'>, locale = 'de'): Promise<string> => {
  const found = (await listOf(item)).find((each) => each.locale === locale);
  return [found?.state, ...(found?.changed ?? [])].join(' ');
};

const data = { excerpt: 'Twice a day.', body: ['water'] };

test('each locale has a state: a source, a current or an outdated translation, or a missing one', async () => {
  const item = await post('Tides', { data });
  const german = await translate(item);
  expect(await listOf(german)).toEqual([
    {
      locale: 'de',
      state: 'current',
      id: german.id,
      title: 'Tides',
      slug: 'tides',
      status: 'draft',
      updatedAt: german.updatedAt,
      source: { id: item.id, version: 1 },
    },
    {
      locale: 'en',
      state: 'source',
      id: item.id,
      title: 'Tides',
      slug: 'tides',
      status: 'draft',
      updatedAt: item.updatedAt,
    },
    { locale: 'fr', state: 'missing' },
  ]);
  await save(item, { title: 'Tides and moons', data: { ...data, excerpt: 'Mostly.', new: null } });
  const [outdated] = await listOf(item);
  expect(outdated).toMatchObject({
    state: 'outdated',
    source: { id: item.id, version: 1 },
    changed: ['data.excerpt', 'data.new', 'title'],
  });
});

test('a translation that is created with translationOf records its source, too', async () => {
  const item = await post('Tides');
  const german = await post('Gezeiten', { locale: 'de', translationOf: item.id });
  expect(await stateIn(german)).toBe('current');
  const french = await post('Marées', { locale: 'fr', translationOf: german.id });
  await save(german, { title: 'Ebbe und Flut' });
  expect(await stateIn(french, 'fr')).toBe('outdated title');
  expect(await stateIn(german)).toBe('current');
});

test('states are compared: what leaves the texts as they were makes nothing outdated', async () => {
  const item = await post('Tides', { data });
  await translate(item);
  const changes: readonly object[] = [
    { status: 'published' },
    { slug: 'other' },
    { title: 'Tides' },
    { data: { body: ['water'], excerpt: 'Twice a day.' } },
  ];
  for (const change of changes) {
    await save(item, change);
    expect(await stateIn(item), JSON.stringify(change)).toBe('current');
  }
  await save(item, { data: { ...data, body: ['water', 'salt'] } });
  expect(await stateIn(item)).toBe('outdated data.body');
  await save(item, { data });
  expect(await stateIn(item), 'taken back').toBe('current');
});

test('a working copy of the source makes nothing outdated until it is published', async () => {
  const item = await post('Tides', { status: 'published' });
  await translate(item);
  await world.cms.drafts.save(operator, item.id, { title: 'Moons' });
  expect(await stateIn(item)).toBe('current');
  await world.cms.drafts.publish(operator, item.id, {});
  expect(await stateIn(item)).toBe('outdated title');
});

test('saving a translation does not make it current', async () => {
  const item = await post('Tides');
  const german = await translate(item);
  await save(item, { title: 'Moons' });
  await save(german, { title: 'Monde' });
  expect(await stateIn(item)).toBe('outdated title');
});

test('history that is pruned makes no difference', async () => {
  const item = await post('Tides');
  await translate(item);
  await save(item, { title: 'Moons' });
  await world.ports.store.repositories.revisions.prune({ maxPerItem: 0, maxDays: 0 });
  expect(await stateIn(item)).toBe('outdated title');
  await save(item, { title: 'Tides' });
  expect(await stateIn(item)).toBe('current');
});

const share = (localized?: false) =>
  world.cms.collections.update(operator, world.posts.name, {
    schema: {
      type: 'object',
      properties: { price: { type: 'number', ...(localized === false && { localized }) } },
    },
  });

test('shared fields make nothing outdated, whichever fields were shared then', async () => {
  const item = await post('Tides', { data: { price: 1, note: 'a' } });
  const german = await translate(item);
  await save(item, { data: { price: 2, note: 'a' } });
  await save(german, { data: { price: 2, note: 'a' } });
  expect(await stateIn(item), 'while it is not shared').toBe('outdated data.price');
  await share(false);
  expect(await stateIn(item), 'when it becomes shared').toBe('current');
  await save(item, { data: { price: 3, note: 'a' } });
  expect(await stateIn(item), 'a change of it').toBe('current');
  await share();
  expect(await stateIn(item), 'when it is shared no longer').toBe('current');
  await save(item, { data: { price: 3, note: 'b' } });
  expect(await stateIn(item), 'after another change').toBe('outdated data.note');
});

test('a field that an import of its collection makes shared makes nothing outdated', async () => {
  await share();
  const item = await post('Tides', { data: { price: 1 } });
  const german = await translate(item);
  for (const each of [item, german]) await save(each, { data: { price: 2 } });
  expect(await stateIn(item)).toBe('outdated data.price');
  const { id, name, displayName, description, createdAt, schema } = await world.cms.collections.get(
    operator,
    world.posts.name,
  );
  const record = {
    id,
    name,
    displayName,
    description,
    createdAt,
    isActive: true,
    isSingleton: false,
    updatedAt: world.clock.now() + 1_000,
    schema: { properties: { ...schema.properties, price: { type: 'number', localized: false } } },
  };
  const [outcome] = await world.cms.transfer.importCollections(operator, [record], {
    overwrite: true,
  });
  expect(outcome).toMatchObject({ outcome: 'updated' });
  expect(await stateIn(item)).toBe('current');
});

test('a translation that changes a shared field of its source is made from what that becomes', async () => {
  await share(false);
  const item = await post('Tides', { status: 'published', data: { price: 1 } });
  const german = await post('Gezeiten', {
    locale: 'de',
    translationOf: item.id,
    status: 'published',
    data: { price: 2 },
  });
  expect((await listOf(german))[0]).toMatchObject({
    state: 'current',
    source: { id: item.id, version: 2 },
  });
});

test('without its source in the group, an item is a source', async () => {
  const item = await post('Tides');
  const german = await translate(item);
  await save(item, { title: 'Moons' });
  await world.cms.content.delete(operator, item.id);
  expect(await stateIn(german)).toBe('source');
  await world.cms.trash.restore(operator, item.id);
  expect(await stateIn(german)).toBe('outdated title');
  await save(german, { slug: 'monde' });
  await world.cms.translations.leave(operator, german.id);
  expect(await stateIn(german)).toBe('source');
  await world.cms.translations.join(operator, german.id, { with: item.id });
  expect(await stateIn(german)).toBe('outdated title');
});

test('the source may change while the translation is made: no change is missed', async () => {
  const item = await post('Tides');
  const [german] = await Promise.all([translate(item), save(item, { title: 'Moons' })]);
  const isOfBefore = german.title === 'Tides';
  expect(await stateIn(item)).toBe(isOfBefore ? 'outdated title' : 'current');
});

test('a translation is up to date again once that is recorded, which is no write of it', async () => {
  const item = await post('Tides');
  const german = await translate(item);
  await save(item, { title: 'Moons' });
  const answer = await world.cms.translations.updateSource(operator, german.id, {});
  expect(answer).toMatchObject({
    locale: 'de',
    state: 'current',
    source: { id: item.id, version: 2 },
  });
  expect(await stateIn(item)).toBe('current');
  expect((await world.ports.store.repositories.contents.findById(german.id))?.version).toBe(1);
});

test('an earlier version and another source can be recorded', async () => {
  const item = await post('Tides');
  const german = await translate(item);
  await save(item, { title: 'Moons' });
  const french = await translate(item, 'fr');
  const { updateSource } = world.cms.translations;
  await updateSource(operator, french.id, { version: 1 });
  expect(await stateIn(item, 'fr')).toBe('outdated title');
  const other = await updateSource(operator, french.id, { id: german.id.toUpperCase() });
  expect(other.source).toEqual({ id: german.id, version: 1 });
  await save(item, { title: 'Suns' });
  expect(await stateIn(item, 'fr')).toBe('current');
});

test('by default the source is recorded that there is, or the item without one whose locale comes first', async () => {
  const item = await post('Tides');
  const german = await translate(item);
  const french = await post('Marées', { locale: 'fr', translationOf: german.id });
  const { updateSource } = world.cms.translations;
  expect((await updateSource(operator, french.id, {})).source?.id).toBe(german.id);
  await world.cms.content.delete(operator, german.id);
  expect((await updateSource(operator, french.id, {})).source?.id).toBe(item.id);
  expect((await updateSource(operator, item.id, {})).source?.id).toBe(french.id);
});

test('a source must be another item of the group, in a version that the history has', async () => {
  const item = await post('Tides');
  const german = await translate(item);
  const stranger = await post('Rocks');
  const { updateSource } = world.cms.translations;
  for (const id of [german.id, stranger.id, world.posts.id, 'no id']) {
    await expect(updateSource(operator, german.id, { id }), id).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'id', message: 'must be the id of another item of the group' }],
    });
  }
  await expect(updateSource(operator, stranger.id, {})).rejects.toMatchObject({
    code: 'invalid_input',
  });
  for (const version of [0, 2, 1.5]) {
    const update = updateSource(operator, german.id, { version });
    await expect(update, `${version}`).rejects.toMatchObject({ code: 'not_found' });
  }
  expect(await stateIn(german)).toBe('current');
});

test('what is not localised has no translations', async () => {
  const command = { collectionId: world.pages.id, title: 'About' };
  const page = await world.cms.content.create(operator, command);
  const { list, updateSource } = world.cms.translations;
  for (const refused of [
    list(operator, { id: page.id, client }),
    updateSource(operator, page.id, {}),
  ]) {
    await expect(refused).rejects.toMatchObject({ code: 'not_localized' });
  }
});

test('the work in a locale is what is missing there and what is outdated, the newest group first', async () => {
  const items = [await post('Tides'), await post('Rocks'), await post('Birds')];
  const [tides, rocks, birds] = items;
  if (tides === undefined || rocks === undefined || birds === undefined) throw new Error();
  const german = await translate(tides);
  await translate(rocks);
  await save(tides, { title: 'Moons' });
  await world.cms.content.create(operator, { collectionId: world.pages.id, title: 'About' });
  const listWork = async (more: object = {}) =>
    (await world.cms.translations.listWork(operator, { locale: 'DE', client, ...more })).work;
  const common = { locale: 'de', collectionId: world.posts.id };
  const missing = {
    ...common,
    groupId: birds.id,
    state: 'missing',
    title: 'Birds',
    source: { id: birds.id, version: 1 },
  };
  const outdated = {
    ...common,
    groupId: tides.id,
    state: 'outdated',
    id: german.id,
    title: 'Tides',
    source: { id: tides.id, version: 1 },
  };
  expect(await listWork()).toEqual([missing, outdated]);
  expect(await listWork({ state: 'missing' })).toEqual([missing]);
  expect(await listWork({ state: 'outdated' })).toEqual([outdated]);
  expect(await listWork({ collection: 'pages' })).toEqual([]);
  expect(await listWork({ collection: 'none' })).toEqual([]);
  expect(await listWork({ collection: world.posts.name })).toEqual([missing, outdated]);
  expect(await listWork({ offset: 1 })).toEqual([outdated]);
  const first = await world.cms.translations.listWork(operator, { locale: 'de', limit: 1, client });
  expect([first.work, first.hasMore]).toEqual([[missing], true]);
  await expect(listWork({ locale: 'it' })).rejects.toMatchObject({
    code: 'invalid_input',
    issues: [{ path: 'locale', message: 'must be one of de, en, fr' }],
  });
});

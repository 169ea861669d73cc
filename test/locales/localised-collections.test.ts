import { expect, test } from 'vitest';
import { anonymous, operator } from '../../core/index.ts';
import { placedAlone } from '../../core/vocabulary.ts';
import { coreWorld, rejectsWith } from '../support/core/core-world.ts';
import { localeWorld } from '../support/core/locale-world.ts';

const issue = (path: string, message: string) => ({ issues: [{ path, message }] });

test('without locales, no collection is localised', async () => {
  const { cms, posts } = await coreWorld();
  const none = issue('localized', 'needs locales, and there are none yet');
  const created = cms.collections.create(operator, { name: 'news', localized: true });
  expect(await rejectsWith('invalid_input', created)).toMatchObject(none);
  const updated = cms.collections.update(operator, posts.name, {
    localized: true,
    baseLocale: 'de',
  });
  expect(await rejectsWith('invalid_input', updated)).toMatchObject(none);
  // What says that it is not localised changes nothing.
  const { baseLocale } = await cms.collections.update(operator, posts.name, { localized: false });
  expect(baseLocale).toBeUndefined();
});

test('the base locale of a collection is the default one, or the one that is named', async () => {
  const { cms, localise, posts, pages, another } = await localeWorld();
  expect((await localise(posts.name)).baseLocale).toBe('de');
  expect((await localise(pages.name, { baseLocale: 'FR' })).baseLocale).toBe('fr');
  const created = [
    await cms.collections.create(operator, { name: 'news', localized: true }),
    await cms.collections.create(operator, { name: 'notes', localized: true, baseLocale: 'fr' }),
    await cms.collections.create(operator, { name: 'plain', localized: false }),
  ];
  expect(created.map(({ baseLocale }) => baseLocale)).toEqual(['de', 'fr', undefined]);
  const listed = await another().collections.list(anonymous);
  expect(listed.map(({ name, baseLocale }) => `${name} ${baseLocale}`)).toEqual([
    `${posts.name} de`,
    'news de',
    'notes fr',
    `${pages.name} fr`,
    'plain undefined',
  ]);
});

test('a base locale must be a locale of the service', async () => {
  const { cms, localise, posts } = await localeWorld();
  for (const baseLocale of ['it', '', '?']) {
    const unknown = issue('baseLocale', 'must be one of: de, fr');
    expect(await rejectsWith('invalid_input', localise(posts.name, { baseLocale }))).toMatchObject(
      unknown,
    );
    const created = cms.collections.create(operator, { name: 'news', localized: true, baseLocale });
    expect(await rejectsWith('invalid_input', created)).toMatchObject(unknown);
  }
});

test('a base locale needs a localised collection', async () => {
  const { cms, posts } = await localeWorld();
  const needs = issue('baseLocale', 'needs localized: true');
  for (const command of [{ baseLocale: 'de' }, { localized: false, baseLocale: 'de' }]) {
    const updated = cms.collections.update(operator, posts.name, command);
    expect(await rejectsWith('invalid_input', updated)).toMatchObject(needs);
    const created = cms.collections.create(operator, { name: 'news', ...command });
    expect(await rejectsWith('invalid_input', created)).toMatchObject(needs);
  }
});

test('a base locale is fixed while the collection is localised', async () => {
  const { cms, localise, posts } = await localeWorld();
  await localise(posts.name);
  for (const command of [{ localized: true, baseLocale: 'fr' }, { baseLocale: 'FR' }]) {
    const updated = cms.collections.update(operator, posts.name, command);
    expect(await rejectsWith('invalid_input', updated)).toMatchObject(
      issue('baseLocale', 'is de, and changes only with the code of that locale'),
    );
  }
  for (const command of [{ localized: true }, { baseLocale: 'DE' }, { description: 'Changed' }]) {
    const { baseLocale } = await cms.collections.update(operator, posts.name, command);
    expect(baseLocale).toBe('de');
  }
  await cms.collections.update(operator, posts.name, { localized: false });
  expect((await localise(posts.name, { baseLocale: 'fr' })).baseLocale).toBe('fr');
});

test('localising a collection writes no item', async () => {
  const { cms, localise, posts, person, write } = await localeWorld();
  const editor = await person('editor');
  const { id } = await write(editor, { status: 'published' });
  const read = async () =>
    (await cms.content.readItem(editor, { of: { id }, client: '192.0.2.1' })).value;
  const before = await read();
  await localise(posts.name);
  const { item } = before;
  expect(await read()).toEqual({ item: { ...item, ...placedAlone(item, 'de') } });
});

test('who sees which collection does not depend on their locales', async () => {
  const { cms, localise, posts, pages, person, write } = await localeWorld();
  const editor = await person('editor');
  for (const collectionId of [posts.id, pages.id]) {
    await write(editor, { collectionId, status: 'published' });
  }
  await cms.collections.update(operator, pages.name, { isActive: false });
  await localise(posts.name);
  const count = async (collection?: string) => {
    const of = { list: { collection } };
    return (await cms.content.readPage(anonymous, { of, client: '192.0.2.1' })).value.count;
  };
  expect([await count(), await count(posts.name), await count(pages.name)]).toEqual([1, 1, 0]);
});

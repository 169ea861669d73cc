import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { localeWorld } from '../support/core/locale-world.ts';

/** A localised singleton with a German item, which is translated into French. */
const homeWorld = async () => {
  const world = await localeWorld();
  const { cms } = world;
  const home = { name: 'home', singleton: true, localized: true } as const;
  await cms.collections.create(operator, home);
  const german = await cms.content.create(operator, { collection: 'home', title: 'Start' });
  const translate = (title = 'Accueil') =>
    cms.translations.create(operator, german.id, { locale: 'fr', title });
  return { ...world, german, french: await translate(), translate };
};

test('a translation cannot leave its group, because a singleton has one', async () => {
  const { cms, french, german } = await homeWorld();
  await rejectsWith('singleton_exists', cms.translations.leave(operator, french.id));
  await rejectsWith('singleton_exists', cms.translations.leave(operator, german.id));
  await cms.content.delete(operator, german.id);
  expect(await cms.translations.leave(operator, french.id)).toEqual(french);
});

test('a translation comes back from the trash, also with others in one commit, but not alone', async () => {
  const { cms, french, german } = await homeWorld();
  await cms.content.delete(operator, french.id);
  await rejectsWith(
    'singleton_exists',
    cms.trash.restore(operator, french.id, { alone: true, slug: 'another' }),
  );
  await cms.trash.restore(operator, french.id);
  const ids = [french.id, german.id];
  for (const id of ids) await cms.content.delete(operator, id);
  const report = await cms.content.bulk(operator, { action: 'restore', ids, atomic: true });
  expect(report).toMatchObject({ results: [{ outcome: 'done' }, { outcome: 'done' }] });
});

test('a collection with the translations of one item becomes a singleton', async () => {
  const { cms, posts, localise } = await localeWorld();
  await localise(posts.name);
  const first = await cms.content.create(operator, { collectionId: posts.id, title: 'One' });
  await cms.translations.create(operator, first.id, { locale: 'fr' });
  const become = (singleton: boolean) =>
    cms.collections.update(operator, posts.name, { singleton });
  expect(await become(true)).toMatchObject({ isSingleton: true });
  await become(false);
  await cms.content.create(operator, { collectionId: posts.id, title: 'Two' });
  await rejectsWith('not_singleton', become(true));
});

test.each([true, false])(
  'translations of a singleton are imported, dry run: %s',
  async (dryRun) => {
    const { cms } = await localeWorld();
    await cms.collections.create(operator, { name: 'home', singleton: true, localized: true });
    const group = '01a1fafe-d4eb-74e9-b7f9-0cdaf7e52f06';
    const record = (locale: string, more: object = {}) => ({
      collection: 'home',
      title: `Home ${locale}`,
      locale,
      group,
      ...more,
    });
    const records = [
      record('de'),
      record('fr'),
      record('de', { title: 'Other', group: undefined }),
    ];
    const outcomes = await cms.transfer.importContent(operator, { records, dryRun });
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'failed']);
    expect(outcomes[2]).toMatchObject({ error: { code: 'singleton_exists' } });
  },
);

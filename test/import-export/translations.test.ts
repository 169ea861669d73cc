import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { operator, type ImportContent } from '../../core/index.ts';
import type { ContentItem, ContentRecord, RestorableLine } from '../../core/vocabulary.ts';
import type { CoreWorld } from '../support/core/core-world.ts';
import { localizedWorld, translatedPost } from '../support/core/localized-world.ts';
import { post } from '../support/import/imports.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { freshDatabase } from '../support/postgres/fresh-database.ts';

let stack: AsyncDisposableStack;

beforeEach(() => {
  stack = new AsyncDisposableStack();
});

afterEach(() => stack.disposeAsync());

const postgresWorld = async (): Promise<CoreWorld | undefined> => {
  const fresh = await freshDatabase();
  if ('unavailable' in fresh) return undefined;
  stack.use(fresh);
  const pool = openPool({ url: fresh.url, poolMax: 4 }, new SystemTimer());
  stack.defer(() => pool.knex.destroy());
  return localizedWorld({ ports: { store: storeOver(pool) } });
};

const worldOf = (kind: string): Promise<CoreWorld | undefined> =>
  kind === 'memory' ? localizedWorld() : postgresWorld();

const exported = async ({ cms }: CoreWorld) => {
  const records: ContentRecord[] = [];
  const lines: RestorableLine[] = [];
  await cms.transfer.exportEverything(
    operator,
    async (each) => void (each.type === 'content' && records.push(each.record)),
    async (line) => void lines.push(line),
  );
  return { records, lines };
};

const importAll = async (
  { cms }: CoreWorld,
  records: readonly ContentRecord[],
  rules: Omit<ImportContent, 'records'> = { verbatim: true },
) =>
  (await cms.transfer.importContent(operator, { records, ...rules })).map((one) =>
    one.outcome === 'failed' ? one.error.code : one.outcome,
  );

const itemsOf = ({ ports }: CoreWorld): Promise<readonly ContentItem[]> =>
  ports.store.repositories.contents.listAfter(undefined, 1_000);

/** What is the same in both services. */
const comparable = (items: readonly ContentItem[]) =>
  items.map(({ origin: _origin, authorId: _author, collectionId: _collection, ...item }) => item);

const findPlace = async (world: CoreWorld, title: string) => {
  const found = (await itemsOf(world)).find((item) => item.title === title);
  return { locale: found?.locale, group: found?.group, slug: found?.slug };
};

/** Groups with and without their originals, joined ones, one in part in the trash, and an item without translations. */
const fill = async (world: CoreWorld) => {
  const { cms, clock } = world;
  await translatedPost(world, 'shared');
  const [deleted, kept] = await translatedPost(world, 'kept');
  await cms.translations.create(operator, deleted.id, { locale: 'fr', title: 'Gardé' });
  await cms.content.delete(operator, deleted.id);
  await cms.trash.delete(operator, deleted.id);
  const [original, trashed] = await translatedPost(world, 'half');
  await cms.content.delete(operator, trashed.id);
  const [first] = await translatedPost(world, 'first');
  clock.advance(1_000);
  const command = { collectionId: world.posts.id, title: 'Joined', locale: 'fr' };
  const joined = await cms.content.create(operator, command);
  await cms.translations.join(operator, joined.id, { with: first.id });
  await cms.content.create(operator, { collectionId: world.pages.id, title: 'Page' });
  return { kept, original, trashed, deleted };
};

describe('translations', () => {
  for (const kind of ['memory', 'PostgreSQL']) {
    test(`are the same after an export and an import into ${kind}, in any order`, async ({
      skip,
    }) => {
      const source = await localizedWorld();
      const { kept, trashed, deleted } = await fill(source);
      const { records, lines } = await exported(source);
      const former = records.flatMap(({ formerIds = [] }) => formerIds);
      expect(former.toSorted()).toEqual([deleted.id, trashed.id].toSorted());
      for (const reorder of [
        (all: readonly ContentRecord[]) => all,
        (all: readonly ContentRecord[]) => all.toReversed(),
      ]) {
        const target = await worldOf(kind);
        if (target === undefined) return skip('there is no server');
        const ordered = reorder(records);
        // In two batches, so that an item meets translations that are stored already.
        const half = Math.ceil(ordered.length / 2);
        for (const batch of [ordered.slice(0, half), ordered.slice(half)]) {
          expect(new Set(await importAll(target, batch))).toEqual(new Set(['created']));
        }
        await target.cms.transfer.restoreLines(operator, { lines });
        expect(comparable(await itemsOf(target))).toEqual(comparable(await itemsOf(source)));
        const found = await target.ports.store.repositories.trash.find(trashed.id);
        expect(comparable([found!.item])).toEqual(comparable([trashed]));
        expect(new Set(await importAll(target, ordered))).toEqual(new Set(['unchanged']));
        const again = await exported(target);
        const places = (all: readonly ContentRecord[]) =>
          all.map(({ id, locale, group, groupSince, formerIds }) => {
            return [id, locale, group, groupSince, formerIds];
          });
        expect(places(again.records)).toEqual(places(records));
        expect(again.lines.filter(({ type }) => type === 'trash')).toMatchObject(
          lines
            .filter(({ type }) => type === 'trash')
            .map(() => ({
              trashed: { item: { id: trashed.id, locale: 'de', group: trashed.group?.id } },
            })),
        );
        expect((await itemsOf(target)).find(({ id }) => id === kept.id)?.group).toEqual(kept.group);
      }
    });

    test(`of one group meet, in whatever order they come into ${kind}`, async ({ skip }) => {
      const world = await worldOf(kind);
      if (world === undefined) return skip('there is no server');
      const [first, second, third] = [0, 1, 2].map(() => world.ports.ids.next());
      const original = post({ id: first!, locale: 'en', group: first!, createdAt: 5 });
      const translation = post({ id: second!, locale: 'de', group: first!, groupSince: 5 });
      const same = post({ id: third!, locale: 'de', group: first!, groupSince: 5, slug: 'other' });
      expect(await importAll(world, [translation])).toEqual(['created']);
      const english = { ...original, locale: 'de' };
      expect(await importAll(world, [english])).toEqual(['locale_taken']);
      expect(await importAll(world, [original, same])).toEqual(['created', 'locale_taken']);
      const stranger = post({ title: 'Stranger' });
      expect(await importAll(world, [{ ...stranger, locale: 'en', id: third! }])).toEqual([
        'slug_taken',
      ]);
    });
  }

  test('bring the ids that lead to their group, unless nothing is stored', async () => {
    const world = await localizedWorld();
    const [id, formerId] = [0, 1].map(() => world.ports.ids.next());
    const record = post({ id: id!, locale: 'en', group: id!, formerIds: [formerId!] });
    const { references } = world.ports.store.repositories;
    expect(await importAll(world, [record], { dryRun: true })).toEqual(['created']);
    expect(await importAll(world, [{ ...record, formerIds: ['x'] }])).toEqual(['invalid_input']);
    expect(await importAll(world, [{ ...record, formerIds: [] }])).toEqual(['created']);
    expect(await references.findGroups([formerId!])).toEqual([]);
    expect(await importAll(world, [record])).toEqual(['unchanged']);
    expect(await references.findGroups([formerId!])).toMatchObject([
      { items: [id], formerIds: [formerId] },
    ]);
  });

  test('without an id are found by slug and locale', async () => {
    const world = await localizedWorld();
    const group = world.ports.ids.next();
    const records = ['en', 'de', 'fr'].map((locale) => post({ title: locale, locale, group }));
    expect(await importAll(world, records, {})).toEqual(['created', 'created', 'created']);
    expect(await importAll(world, records, {})).toEqual(['unchanged', 'unchanged', 'unchanged']);
    const changed = records.map((each) => ({ ...each, data: { text: each.title } }));
    expect(await importAll(world, changed, {})).toEqual(['updated', 'updated', 'updated']);
    const items = await itemsOf(world);
    expect(new Set(items.map(({ title, locale, slug }) => `${title} ${locale} ${slug}`))).toEqual(
      new Set(['de de slug', 'en en slug', 'fr fr slug']),
    );
    expect(new Set(items.map((item) => item.group?.since)).size).toBe(1);
    const alone = post({ title: 'Another', locale: 'en', slug: 'slug' });
    expect(await importAll(world, [alone], {})).toEqual(['updated']);
    const again = post({ title: 'Another', locale: 'EN', slug: 'slug' });
    expect(await importAll(world, [again, again], {})).toEqual(['unchanged', 'slug_taken']);
  });

  test('keep their place if a line does not name it', async () => {
    const world = await localizedWorld();
    const [, translation] = await translatedPost(world, 'one');
    await importAll(world, [post({ title: 'Old', slug: 'old' })], {});
    expect(await findPlace(world, 'Old')).toMatchObject({ locale: 'en', slug: 'old' });
    const { id } = translation;
    const line = post({ id, slug: 'eins', title: 'Eins' });
    expect(await importAll(world, [line], { overwrite: true })).toEqual(['updated']);
    expect(await findPlace(world, 'Eins')).toEqual({
      locale: 'de',
      group: translation.group,
      slug: 'eins',
    });
  });

  test('change with another locale, and with another group', async () => {
    const world = await localizedWorld();
    const [first, id] = [world.ports.ids.next(), world.ports.ids.next()];
    const original = post({ id: first, title: 'First', slug: 'first', locale: 'en', createdAt: 5 });
    const line = post({ id, locale: 'en' });
    expect(await importAll(world, [original, line], {})).toEqual(['created', 'created']);
    expect(await importAll(world, [{ ...line, locale: 'de' }], {})).toEqual(['updated']);
    const moved = { ...line, locale: 'de', group: first };
    expect(await importAll(world, [moved], {})).toEqual(['updated']);
    expect(await findPlace(world, 'Title')).toMatchObject({ group: { id: first, since: 5 } });
    expect(await importAll(world, [moved], {})).toEqual(['unchanged']);
    const taken = { ...moved, locale: 'en' };
    expect(await importAll(world, [taken], {})).toEqual(['locale_taken']);
    expect(await importAll(world, [{ ...moved, group: id }], {})).toEqual(['updated']);
    expect(await findPlace(world, 'Title')).toMatchObject({ locale: 'de', group: { id } });
  });

  test('into a collection without locales, and in an unknown locale, fail', async () => {
    const world = await localizedWorld();
    const group = world.ports.ids.next();
    const records = [
      post({ collection: 'pages', locale: 'en' }),
      post({ collection: 'pages', group }),
      post({ locale: 'tlh' }),
      post({ locale: 'en', group: 'none' }),
      post({ locale: 'en', group, groupSince: 0.5 }),
    ];
    const codes = [
      'not_localized',
      'not_localized',
      'invalid_input',
      'invalid_input',
      'invalid_input',
    ];
    expect(await importAll(world, records, {})).toEqual(codes);
    expect(await importAll(world, records)).toEqual(codes);
  });

  test('share a slug in a dry run, also with earlier batches, and meet there', async () => {
    const world = await localizedWorld();
    const [stored] = await translatedPost(world, 'stored');
    const group = world.ports.ids.next();
    const dryRun = (
      records: readonly ContentRecord[],
      rules: Omit<ImportContent, 'records'> = {},
    ) => importAll(world, records, { dryRun: true, ...rules });
    const [en, de, fr] = ['en', 'de', 'fr'].map((locale) => post({ locale, group })) as [
      ContentRecord,
      ContentRecord,
      ContentRecord,
    ];
    expect(await dryRun([en, de])).toEqual(['created', 'created']);
    const other = post({ locale: 'fr', group: world.ports.ids.next() });
    expect(await dryRun([en, other])).toEqual(['created', 'slug_taken']);
    expect(
      await dryRun([
        { ...en, slug: 'x' },
        { ...en, slug: 'y' },
      ]),
    ).toEqual(['created', 'locale_taken']);
    const french = post({ locale: 'fr', slug: 'stored', group: stored.id });
    const german = post({ locale: 'de', slug: 'german', group: stored.id });
    expect(await dryRun([french, german])).toEqual(['created', 'locale_taken']);

    const id = world.ports.ids.next();
    const held = { slug: 'slug', id, collection: 'blog-posts', locale: 'en', group };
    const planned = (slugs: readonly object[]) => ({ planned: { slugs: slugs as never } });
    expect(await dryRun([en, de, fr], planned([held]))).toEqual(['created', 'created', 'created']);
    expect(await dryRun([other], planned([held]))).toEqual(['slug_taken']);
    expect(await dryRun([{ ...en, slug: 'y' }], planned([held]))).toEqual(['locale_taken']);
    const freed = { slug: 'slug', locale: 'de', group };
    expect(await dryRun([other], planned([held, freed]))).toEqual(['slug_taken']);
    expect(await itemsOf(world)).toHaveLength(2);
  });
});

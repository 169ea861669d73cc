import { describe, expect, test } from 'vitest';
import { anonymous, operator, type ImportContent } from '../../core/index.ts';
import type { ContentRecord } from '../../core/vocabulary.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';
import { post } from '../support/import/imports.ts';
import { chunks, mediaWorld, picture } from '../support/media/media-world.ts';
import { tellEvents } from '../support/core/tell-events.ts';

const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
const otherId = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e01';

const dryRun = async (
  { cms }: CoreWorld,
  records: readonly ContentRecord[],
  rules: Omit<ImportContent, 'records'> = {},
) =>
  (await cms.transfer.importContent(operator, { records, dryRun: true, ...rules })).map((one) =>
    one.outcome === 'failed' ? one.error.code : `${one.outcome} ${one.slug}`,
  );

describe('a dry run of content', () => {
  test('needs the rights of the import', async () => {
    const world = await coreWorld();
    const command = { records: [post()], dryRun: true };
    await rejectsWith('not_authenticated', world.cms.transfer.importContent(anonymous, command));
    const editor = await world.person('editor');
    await rejectsWith('forbidden', world.cms.transfer.importContent(editor, command));
  });

  test('asks hooks, stores nothing and reports no domain event', async () => {
    const events: string[] = [];
    const asked: string[] = [];
    const world = await coreWorld({
      onEvent: ({ type }) => void events.push(type),
      hooks: [
        {
          name: 'watch',
          operations: ['content.create', 'content.publish'],
          decide: ({ operation }) => void asked.push(operation),
        },
      ],
    });
    expect(await dryRun(world, [post({ status: 'published' })])).toEqual(['created slug']);
    expect(asked).toEqual(['content.create', 'content.publish']);
    await tellEvents(world.cms);
    expect(events).toEqual([]);
    expect(await world.ports.store.repositories.contents.listAfter(undefined, 10)).toEqual([]);
  });

  test('uses what its earlier batches would have stored', async () => {
    const world = await coreWorld();
    await world.cms.transfer.importContent(operator, { records: [post({ id, slug: 'moving' })] });
    const slugs = [
      { slug: 'slug', id: otherId, collection: 'pages' },
      { slug: 'slug-2', id: otherId, collection: 'pages' },
      { slug: 'moving' },
    ];
    const planned = { slugs };
    expect(await dryRun(world, [post()], { planned })).toEqual(['slug_taken']);
    const suffix = { planned, onSlugClash: 'suffix' } as const;
    expect(await dryRun(world, [post()], suffix)).toEqual(['created slug-3']);
    expect(await dryRun(world, [post({ slug: 'moving', title: 'A' })], { planned })).toEqual([
      'updated moving',
    ]);
    const other = post({ collection: 'pages', slug: 'moving' });
    expect(await dryRun(world, [other], { planned })).toEqual(['created moving']);
    expect(await dryRun(world, [other])).toEqual(['slug_taken']);
    // The same item as in an earlier batch.
    expect(await dryRun(world, [post({ collection: 'pages' })], { planned })).toEqual([
      'created slug',
    ]);
  });

  test('knows collections that do not exist yet, and rejects invalid ones', async () => {
    const world = await coreWorld();
    const collection = {
      ...world.pages,
      id,
      name: 'notes',
      schema: { properties: { rating: { type: 'number' } } },
    };
    const planned = { collections: [collection] };
    const records = [1, 'x'].map((rating) => post({ collection: 'notes', data: { rating } }));
    expect(await dryRun(world, records, { planned })).toEqual(['created slug', 'invalid_data']);
    const invalid = { collections: [{ ...collection, name: 'BAD' }] };
    await rejectsWith('invalid_input', dryRun(world, records, { planned: invalid }));
  });

  test('is not affected by planned state if it is not a dry run', async () => {
    const world = await coreWorld();
    const planned = {
      slugs: [{ slug: 'slug', id: otherId, collection: 'pages' }],
      collections: [{ ...world.pages, id, name: 'notes', schema: {} }],
    };
    const records = [post(), post({ collection: 'notes', slug: 'b' })];
    expect(await dryRun(world, records, { planned, dryRun: false })).toEqual([
      'created slug',
      'collection_not_found',
    ]);
  });
});

describe('the time of an import', () => {
  test('is the creation time of new items without one, and does not change stored items', async () => {
    const world = await coreWorld();
    const records = [post(), post({ slug: 'dated', createdAt: 7 })];
    await world.cms.transfer.importContent(operator, { records, importedAt: 5_000 });
    const times = async () =>
      (await world.ports.store.repositories.contents.listAfter(undefined, 9))
        .map(({ slug, createdAt, updatedAt }) => `${slug} ${createdAt} ${updatedAt}`)
        .toSorted();
    const expected = ['dated 7 7', 'slug 5000 5000'];
    expect(await times()).toEqual(expected);
    await world.cms.transfer.importContent(operator, { records, importedAt: 6_000 });
    expect(await times()).toEqual(expected);
  });

  test('must be a time', async () => {
    const world = await coreWorld();
    expect(await dryRun(world, [post()], { importedAt: 1.5 })).toEqual(['invalid_input']);
  });
});

describe('a dry run of collections', () => {
  test('has the outcomes of the import and changes nothing', async () => {
    const events: string[] = [];
    const world = await coreWorld({ onEvent: ({ type }) => void events.push(type) });
    await world.write(await world.person('author'), { slug: 'mine' });
    await tellEvents(world.cms);
    events.length = 0;
    const { posts, pages } = world;
    const records = [
      { ...pages, schema: {}, id, name: 'notes' },
      // Without items, so it takes the id. The other one has an item and keeps its id.
      { ...pages, schema: {}, id: otherId },
      { ...posts, schema: {}, id: otherId },
      { ...pages, schema: {}, name: 'BAD' },
    ];
    const outcomes: string[] = [];
    for (const record of records) {
      const before = await world.ports.store.repositories.collections.list();
      const site = await world.ports.store.repositories.site.load();
      const { importCollections } = world.cms.transfer;
      const dry = await importCollections(operator, [record], { dryRun: true });
      expect(await world.ports.store.repositories.collections.list()).toEqual(before);
      expect(await world.ports.store.repositories.site.load()).toEqual(site);
      await tellEvents(world.cms);
      expect(events).toEqual([]);
      expect(await importCollections(operator, [record])).toEqual(dry);
      await tellEvents(world.cms);
      events.length = 0;
      outcomes.push(...dry.map(({ outcome, id: given }) => `${outcome} ${given}`));
    }
    expect(outcomes).toEqual([
      `created ${id}`,
      `updated ${otherId}`,
      `updated ${posts.id}`,
      `failed ${pages.id}`,
    ]);
  });
});

describe('a dry run of a file', () => {
  const record = { id, originalName: 'a.png', key: `${'Key0'.repeat(7)}/a.png` };

  test('reads the whole file, asks hooks and stores nothing', async () => {
    const asked: string[] = [];
    const world = await mediaWorld({
      hooks: [
        {
          name: 'watch',
          operations: ['media.upload'],
          decide: (attempt) => void ('file' in attempt && asked.push(`${attempt.file.size}`)),
        },
      ],
    });
    const { transfer } = world.cms;
    const dry = await transfer.importMedia(operator, record, () => chunks(picture), {
      dryRun: true,
    });
    expect(dry.file).toMatchObject({ id, mimeType: 'image/png', size: picture.length });
    expect(asked).toEqual([`${picture.length}`]);
    expect(await world.ports.store.repositories.media.listByKey(undefined, 10)).toEqual([]);
    const real = await transfer.importMedia(operator, record, () => chunks(picture));
    expect(real).toEqual(dry);
    const again = await transfer.importMedia(operator, record, () => chunks(picture), {
      dryRun: true,
    });
    expect(again).toEqual({ ...real, outcome: 'unchanged' });
  });

  test('finds a key that another file has', async () => {
    const { cms } = await mediaWorld();
    await cms.transfer.importMedia(operator, record, () => chunks(picture));
    const thief = { ...record, id: otherId };
    const rules = { dryRun: true };
    const body = () => chunks(picture);
    await rejectsWith('id_taken', cms.transfer.importMedia(operator, thief, body, rules));
  });
});

import { describe, expect, test } from 'vitest';
import { operator, type ImportContent } from '../../core/index.ts';
import type { ContentRecord } from '../../core/vocabulary.ts';
import { coreWorld, type CoreWorld } from '../support/core/core-world.ts';
import { post, stored } from '../support/import/imports.ts';

const idOf = (n: number): string => `0198c0de-1a2b-7c3d-8e4f-${String(n).padStart(12, '0')}`;
const ours = idOf(1);

/** The slugs of the outcomes, or the error codes. */
const importAll = async (
  { cms }: CoreWorld,
  records: readonly ContentRecord[],
  rules: Omit<ImportContent, 'records'> = {},
) =>
  (await cms.transfer.importContent(operator, { records, ...rules })).map((one) =>
    one.outcome === 'failed' ? one.error.code : `${one.outcome} ${one.slug}`,
  );

/** Another item has the slug. */
const worldWithClash = async (): Promise<CoreWorld> => {
  const world = await coreWorld();
  await world.write(await world.person('author'), { slug: 'slug', title: 'First' });
  return world;
};

describe('a record whose slug another item has', () => {
  test('is skipped by default, and the error names a free slug', async () => {
    const world = await worldWithClash();
    await world.write(await world.person('author'), { slug: 'slug-2' });
    const records = [post({ id: ours })];
    const [outcome] = await world.cms.transfer.importContent(operator, { records });
    expect(outcome).toMatchObject({
      outcome: 'failed',
      error: { code: 'slug_taken', details: "'slug-3' is free" },
    });
  });

  test('gets a free slug with suffix, and every later import leaves it unchanged', async () => {
    const world = await worldWithClash();
    const suffix = { onSlugClash: 'suffix' } as const;
    expect(await importAll(world, [post({ id: ours })], suffix)).toEqual(['created slug-2']);
    for (const rules of [suffix, {}, { ...suffix, overwrite: true }, { overwrite: true }]) {
      expect(await importAll(world, [post({ id: ours })], rules)).toEqual(['unchanged slug-2']);
    }
    expect(await stored(world, 'slug-2')).toMatchObject({ id: ours, version: 1 });
    expect((await stored(world)).title).toBe('First');
  });

  test('keeps its slug when its source changes, with every rule', async () => {
    const world = await worldWithClash();
    await importAll(world, [post({ id: ours })], { onSlugClash: 'suffix' });
    for (const [title, rules] of [
      ['B', {}],
      ['C', { onSlugClash: 'suffix' }],
      ['D', { overwrite: true }],
    ] as const) {
      expect(await importAll(world, [post({ id: ours, title })], rules)).toEqual([
        'updated slug-2',
      ]);
      expect(await importAll(world, [post({ id: ours, title })])).toEqual(['unchanged slug-2']);
    }
  });

  test('keeps its slug when the other item is deleted, unless overwrite is set', async () => {
    const world = await worldWithClash();
    await importAll(world, [post({ id: ours })], { onSlugClash: 'suffix' });
    await world.cms.content.delete(operator, (await stored(world)).id);
    expect(await importAll(world, [post({ id: ours, title: 'B' })])).toEqual(['updated slug-2']);
    const overwrite = { overwrite: true };
    expect(await importAll(world, [post({ id: ours })], overwrite)).toEqual(['updated slug']);
    expect(await importAll(world, [post({ id: ours })], overwrite)).toEqual(['unchanged slug']);
  });

  test('follows its source when that has another slug', async () => {
    const world = await worldWithClash();
    await importAll(world, [post({ id: ours })], { onSlugClash: 'suffix' });
    const records = [post({ id: ours, slug: 'other' })];
    const [outcome] = await world.cms.transfer.importContent(operator, { records });
    expect(outcome).toMatchObject({ outcome: 'updated', slug: 'other', previousSlug: 'slug-2' });
  });

  test('and that was edited here is kept', async () => {
    const world = await worldWithClash();
    const suffix = { onSlugClash: 'suffix' } as const;
    await importAll(world, [post({ id: ours })], suffix);
    await world.cms.content.update(operator, ours, { title: 'Edited' });
    expect(await importAll(world, [post({ id: ours })], suffix)).toEqual(['unchanged slug-2']);
    const changed = [post({ id: ours, title: 'New' })];
    expect(await importAll(world, changed, suffix)).toEqual(['edited_since_import']);
    expect(await importAll(world, changed, { ...suffix, overwrite: true })).toEqual([
      'updated slug-2',
    ]);
  });

  test('gets its alternative slug, and keeps it', async () => {
    const world = await worldWithClash();
    const record = post({ id: ours, alternativeSlug: 'From Here' });
    expect(await importAll(world, [record])).toEqual(['created from-here']);
    expect(await importAll(world, [record])).toEqual(['unchanged from-here']);
    expect(await importAll(world, [{ ...record, title: 'B' }])).toEqual(['updated from-here']);
    const other = { ...record, id: idOf(2) };
    expect(await importAll(world, [other])).toEqual(['slug_taken']);
    expect(await importAll(world, [other], { onSlugClash: 'suffix' })).toEqual(['created slug-2']);
  });

  test('never gets the slug of another record of the batch', async () => {
    const world = await worldWithClash();
    const records = [1, 2, 3].map((n) => post({ id: idOf(n), title: `T${n}` }));
    const named = post({ id: idOf(4), slug: 'slug-3' });
    const suffix = { onSlugClash: 'suffix' } as const;
    const slugs = ['slug-2', 'slug-3', 'slug-4', 'slug-3-2'];
    for (const outcome of ['created', 'unchanged']) {
      expect(await importAll(world, [...records, named], suffix)).toEqual(
        slugs.map((slug) => `${outcome} ${slug}`),
      );
    }
  });

  test('can take a slug that an earlier record of the batch gives up', async () => {
    const world = await coreWorld();
    await importAll(world, [post({ id: ours })]);
    const records = [post({ id: ours, slug: 'moved' }), post({ id: idOf(2), title: 'New' })];
    expect(await importAll(world, records, { onSlugClash: 'suffix' })).toEqual([
      'updated moved',
      'created slug',
    ]);
  });
});

describe('a record without an id', () => {
  const suffix = { onSlugClash: 'suffix' } as const;

  test('is found again under the slug that it got', async () => {
    const world = await coreWorld();
    await importAll(world, [post({ collection: 'pages' })]);
    expect(await importAll(world, [post()], suffix)).toEqual(['created slug-2']);
    expect(await importAll(world, [post()], suffix)).toEqual(['unchanged slug-2']);
    expect(await importAll(world, [post({ title: 'B' })])).toEqual(['updated slug-2']);
  });

  test('is not mistaken for an item that got its slug because of a clash', async () => {
    const world = await coreWorld();
    await importAll(world, [post({ collection: 'pages' })]);
    await importAll(world, [post()], suffix);
    const other = post({ slug: 'slug-2', title: 'Other' });
    expect(await importAll(world, [other])).toEqual(['slug_taken']);
    expect(await importAll(world, [other], suffix)).toEqual(['created slug-2-2']);
    expect((await stored(world, 'slug-2')).title).toBe('Title');
  });

  test('is rejected if an earlier one of the batch has its slug and collection', async () => {
    const world = await coreWorld();
    const records = [post(), post({ title: 'Other' })];
    expect(await importAll(world, records, suffix)).toEqual(['created slug', 'slug_taken']);
    expect(await importAll(world, records, suffix)).toEqual(['unchanged slug', 'slug_taken']);
  });
});

test('an export keeps the slug that its item got here', async () => {
  const world = await worldWithClash();
  const rules = { onSlugClash: 'suffix', verbatim: true } as const;
  const record = post({ id: ours, origin: { digest: 'a'.repeat(64), version: 1 } });
  expect(await importAll(world, [record], rules)).toEqual(['created slug-2']);
  expect(await importAll(world, [record], rules)).toEqual(['unchanged slug-2']);
});

import { expect, test, vi } from 'vitest';
import { operator, type ImportContent } from '../../core/index.ts';
import type { ContentRecord, RestorableLine } from '../../core/vocabulary.ts';
import type { CoreWorld } from '../support/core/core-world.ts';
import { localizedWorld } from '../support/core/localized-world.ts';
import { post } from '../support/import/imports.ts';

const client = '192.0.2.1';

const exported = async ({ cms }: CoreWorld): Promise<readonly ContentRecord[]> => {
  const records: ContentRecord[] = [];
  await cms.transfer.exportEverything(
    operator,
    async (each) => void (each.type === 'content' && records.push(each.record)),
  );
  return records;
};

const importAll = async (
  { cms }: CoreWorld,
  records: readonly ContentRecord[],
  rules: Omit<ImportContent, 'records'> = { verbatim: true },
) =>
  (await cms.transfer.importContent(operator, { records, ...rules })).map((one) =>
    one.outcome === 'failed' ? one.error.code : one.outcome,
  );

/** An item, with an outdated and a current translation. */
const fill = async ({ cms, posts }: CoreWorld): Promise<string> => {
  const data = { excerpt: 'Twice a day.', body: 'x'.repeat(1_000) };
  const command = { collectionId: posts.id, locale: 'en', title: 'Tides', data };
  const { id } = await cms.content.create(operator, command);
  await cms.translations.create(operator, id, { locale: 'de' });
  await cms.content.update(operator, id, { title: 'Moons', data: { ...data, body: 'other' } });
  await cms.translations.create(operator, id, { locale: 'fr', title: 'Lunes' });
  return id;
};

const statesOf = async ({ cms }: CoreWorld, id: string) =>
  (await cms.translations.list(operator, { id, client })).translations.map(
    ({ locale, state, source, changed }) => ({ locale, state, source, changed }),
  );

test('a line of an export has what a translation was made from', async () => {
  const world = await localizedWorld();
  const id = await fill(world);
  const records = await exported(world);
  const german = records.find(({ locale }) => locale === 'de');
  expect(german?.source).toEqual({
    id,
    version: 1,
    fields: {
      title: '"Tides"',
      'data.excerpt': '"Twice a day."',
      'data.body': expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  });
  expect(records.find(({ locale }) => locale === 'en')).not.toHaveProperty('source');
});

test('an import restores which translations are outdated, in any order', async () => {
  const source = await localizedWorld();
  const id = await fill(source);
  const records = await exported(source);
  const states = await statesOf(source, id);
  expect(states.map(({ state, changed = [] }) => [state, ...changed])).toEqual([
    ['outdated', 'data.body', 'title'],
    ['source'],
    ['current'],
  ]);
  for (const ordered of [records, records.toReversed()]) {
    const target = await localizedWorld();
    for (const record of ordered) expect(await importAll(target, [record])).toEqual(['created']);
    expect(await statesOf(target, id)).toEqual(states);
    await target.cms.content.update(operator, id, {
      title: 'Tides',
      data: { excerpt: 'Twice a day.', body: 'x'.repeat(1_000) },
    });
    expect((await statesOf(target, id))[0]?.state, 'taken back').toBe('current');
    expect(await exported(target)).toMatchObject(
      records.map(({ source: each }) => (each === undefined ? {} : { source: each })),
    );
    const together = await localizedWorld();
    expect(new Set(await importAll(together, ordered))).toEqual(new Set(['created']));
    expect(await statesOf(together, id)).toEqual(states);
  }
});

test('a dry run records nothing, and a source that is none is rejected', async () => {
  const world = await localizedWorld();
  const id = await fill(world);
  const [german] = (await exported(world)).filter(({ locale }) => locale === 'de');
  const { translations } = world.ports.store.repositories;
  const before = await translations.findSources([german!.id!]);
  const changed = { ...german!, title: 'Gezeiten', source: { id, version: 9, fields: {} } };
  const rules = { verbatim: true, overwrite: true };
  expect(await importAll(world, [changed], { ...rules, dryRun: true })).toEqual(['updated']);
  expect(await translations.findSources([german!.id!])).toEqual(before);
  expect(await importAll(world, [changed], rules)).toEqual(['updated']);
  expect((await statesOf(world, id))[0]).toMatchObject({
    state: 'outdated',
    source: { version: 9 },
  });
  const of = (source: object) => [{ ...changed, source: { ...changed.source, ...source } }];
  expect(await importAll(world, of({ id: 'no id' }), rules)).toEqual(['invalid_input']);
  expect(await importAll(world, of({ version: 0 }), rules)).toEqual(['invalid_input']);
  expect(await importAll(world, of({ fields: { title: '\u0000' } }), rules)).toEqual([
    'invalid_text',
  ]);
  const page = { ...post({ source: changed.source }), collection: 'pages' };
  expect(await importAll(world, [page])).toEqual(['not_localized']);
});

/** What a complete export has of the trash, and what an import makes of it. */
const trashLines = async ({ cms }: CoreWorld) => {
  const lines: Extract<RestorableLine, { readonly type: 'trash' }>[] = [];
  await cms.transfer.exportEverything(
    operator,
    async () => undefined,
    async (line) => {
      if (line.type === 'trash') lines.push(line);
    },
  );
  return lines;
};

test('a line of the trash has what a translation was made from, and an import brings it back', async () => {
  const source = await localizedWorld();
  const id = await fill(source);
  const states = await statesOf(source, id);
  const records = await exported(source);
  const german = records.find(({ locale }) => locale === 'de')!;
  await source.cms.content.delete(operator, german.id!);
  const lines = await trashLines(source);
  expect(lines.map(({ trashed }) => trashed.item.source)).toEqual([german.source]);
  const others = records.filter(({ locale }) => locale !== 'de');
  // Also if the source comes later.
  for (const isFirst of [false, true]) {
    const target = await localizedWorld();
    const restore = () => target.cms.transfer.restoreLines(operator, { lines });
    if (isFirst) expect(await restore()).toEqual([{ outcome: 'created' }]);
    await importAll(target, others);
    if (!isFirst) expect(await restore()).toEqual([{ outcome: 'created' }]);
    expect(await trashLines(target)).toMatchObject([
      { trashed: { item: { source: german.source } } },
    ]);
    await target.cms.trash.restore(operator, german.id!);
    expect(await statesOf(target, id)).toEqual(states);
  }
});

test('a repeated import records the sources that a failed one did not, and no others', async () => {
  const source = await localizedWorld();
  const id = await fill(source);
  const records = await exported(source);
  const states = await statesOf(source, id);
  const german = records.find(({ locale }) => locale === 'de')!;
  await source.cms.content.delete(operator, german.id!);
  const lines = await trashLines(source);
  const target = await localizedWorld();
  const { translations } = target.ports.store.repositories;
  const failing = vi.spyOn(translations, 'record').mockRejectedValue(new Error('Killed'));
  await expect(
    importAll(
      target,
      records.filter((each) => each !== german),
    ),
  ).rejects.toThrow('Killed');
  await expect(target.cms.transfer.restoreLines(operator, { lines })).rejects.toThrow('Killed');
  failing.mockRestore();
  expect((await statesOf(target, id)).map(({ state }) => state)).toEqual([
    'missing',
    'source',
    'source',
  ]);
  expect(
    new Set(
      await importAll(
        target,
        records.filter((each) => each !== german),
      ),
    ),
  ).toEqual(new Set(['unchanged']));
  expect(await target.cms.transfer.restoreLines(operator, { lines })).toEqual([
    { outcome: 'unchanged' },
  ]);
  await target.cms.trash.restore(operator, german.id!);
  expect(await statesOf(target, id)).toEqual(states);
  await target.cms.translations.updateSource(operator, german.id!, {});
  expect(await importAll(target, records)).toEqual(records.map(() => 'unchanged'));
  expect((await statesOf(target, id))[0]?.state).toBe('current');
});

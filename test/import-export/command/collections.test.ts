import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { coreTarget } from '../../../adapters/cli/transfer/targets/core-target.ts';
import { createFolder } from '../../../adapters/cli/transfer/files.ts';
import { exportCollections } from '../../../adapters/cli/transfer/export-archive.ts';
import { operator } from '../../../core/index.ts';
import { memoryCms, type MemoryCms } from '../../support/core/memory-cms.ts';
import { filesOf, mediaBase } from '../../support/import/archive.ts';
import { importFrom } from '../../support/import/import-run.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';

let folder: TemporaryFolder;
let staging: MemoryCms;
let production: MemoryCms;

const at = (path: string): string => join(folder.path, path);

const setSchema = ({ cms, clock }: MemoryCms, properties: object, required: readonly string[]) => {
  clock.advance(1_000);
  const schema = { type: 'object', properties, required } as never;
  return cms.collections.update(operator, 'pages', { schema });
};

beforeEach(async () => {
  folder = await temporaryFolder();
  [staging, production] = [await memoryCms(), await memoryCms()];
  const [pages] = await production.cms.collections.list(operator);
  await production.cms.content.create(operator, {
    collectionId: pages!.id,
    title: 'Kept',
    data: {},
  });
  const rating = { type: 'string', title: 'Rating' };
  await setSchema(production, { old: { type: 'string' }, rating, text: { type: 'markdown' } }, [
    'old',
    'text',
  ]);
  await production.cms.collections.create(operator, { name: 'here-only' });
  staging.clock.advance(5_000);
  await setSchema(
    staging,
    { rating: { ...rating, type: 'number' }, seo: { type: 'string' }, text: { type: 'markdown' } },
    ['seo'],
  );
  await staging.cms.collections.update(operator, 'pages', { description: 'All pages' });
  await createFolder(at('schema'), (draft) =>
    exportCollections(draft, coreTarget(staging.cms, mediaBase)),
  );
});

afterEach(async () => folder[Symbol.asyncDispose]());

const run = (options = {}) =>
  importFrom(at('schema/collections.ndjson'), coreTarget(production.cms, mediaBase), options);

const clause =
  'it adds seo; changes rating (type); removes old; requires seo; no longer requires text; sets description.';

test('an export of the collections only contains no content', async () => {
  expect(Object.keys(await filesOf(at('schema')))).toEqual(['collections.ndjson']);
});

test('a dry run names the fields that would be added, changed and removed', async () => {
  const before = await production.cms.collections.get(operator, 'pages');
  const { findings, counts, isComplete } = await run({ dryRun: true });
  expect(findings).toContain(`The collection 'pages' would change: ${clause}`);
  expect(counts).toMatchObject({ collections: expect.stringContaining('1 updated') });
  expect(isComplete).toBe(true);
  expect(await production.cms.collections.get(operator, 'pages')).toEqual(before);
});

test('an import changes the collections of the file and no other one', async () => {
  expect((await run()).findings).toContain(`The collection 'pages' has changed: ${clause}`);
  const { schema } = await production.cms.collections.get(operator, 'pages');
  expect(Object.keys((schema as { properties: object }).properties)).toEqual([
    'rating',
    'seo',
    'text',
  ]);
  expect((await production.cms.collections.list(operator)).map(({ name }) => name)).toContain(
    'here-only',
  );
  const again = await run();
  expect(again.findings).toEqual([]);
});

test('the icon and the templates of a collection are named if the file has others', async () => {
  const templates = [{ name: 'Empty', data: {} }];
  const { update } = production.cms.collections;
  await update(operator, 'pages', { icon: 'leaf', templates });
  expect((await run({ dryRun: true, overwrite: true })).findings).toContain(
    `The collection 'pages' would change: ${clause}`,
  );
  await staging.cms.collections.update(operator, 'pages', { icon: 'book', templates });
  await createFolder(at('other'), (draft) =>
    exportCollections(draft, coreTarget(staging.cms, mediaBase)),
  );
  const target = coreTarget(production.cms, mediaBase);
  const options = { dryRun: true, overwrite: true };
  const { findings } = await importFrom(at('other/collections.ndjson'), target, options);
  const named = clause.replace('sets description', 'sets description, icon');
  expect(findings).toContain(`The collection 'pages' would change: ${named}`);
});

test('a collection without a change is not named', async () => {
  await createFolder(at('own'), (draft) =>
    exportCollections(draft, coreTarget(production.cms, mediaBase)),
  );
  const target = coreTarget(production.cms, mediaBase);
  const { findings, counts } = await importFrom(at('own/collections.ndjson'), target);
  expect([findings, counts]).toMatchObject([[], { collections: '3 unchanged' }]);
});

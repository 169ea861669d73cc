import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { coreTarget } from '../../../adapters/cli/transfer/targets/core-target.ts';
import { operator, type Cms, type Ports } from '../../../core/index.ts';
import type { ContentItem } from '../../../core/vocabulary.ts';
import { importFrom, type ImportOptions } from '../../support/import/import-run.ts';
import { memoryCms } from '../../support/core/memory-cms.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';

let folder: TemporaryFolder;

let cms: Cms;

let ports: Ports;

beforeEach(async () => {
  folder = await temporaryFolder();
  ({ cms, ports } = await memoryCms());
});

afterEach(async () => folder[Symbol.asyncDispose]());

const run = async (lines: readonly unknown[], options: ImportOptions = {}) => {
  const path = join(folder.path, 'items.ndjson');
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  await writeFile(path, text.join('\n'));
  return importFrom(path, coreTarget(cms, 'https://cms/files'), options);
};

const items = async (): Promise<readonly ContentItem[]> =>
  ports.store.repositories.contents.listAfter(undefined, 1000);

const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';

test('an item of the REST API keeps its id and is stored in the collection of --collection', async () => {
  const shown = {
    id,
    title: 'Tides',
    slug: 'tides',
    status: 'published',
    collectionId: '0198c0de-0000-7000-8000-000000000001',
    data: { content: 'x', 'a.b': [1, null] },
    created_at: 1_700_000_000_000,
    updated_at: 1_700_000_360_000,
    unknown: true,
  };
  expect((await run([shown], { collection: 'pages' })).counts).toMatchObject({ created: '1' });
  const [stored] = await items();
  const pages = await cms.collections.get(operator, 'pages');
  expect(stored).toMatchObject({
    id,
    title: 'Tides',
    status: 'published',
    collectionId: pages.id,
    createdAt: 1_700_000_000_000,
    updatedAt: 1_700_000_360_000,
  });
  expect(JSON.parse(stored!.data)).toEqual({ content: 'x', 'a.b': [1, null] });
  expect((await run([shown], { collection: 'pages' })).counts).toMatchObject({ unchanged: '1' });
});

test('an item is stored in the collection and with the status that it names', async () => {
  const named = { title: 'A', collection: 'pages', status: 'draft' };
  const { findings } = await run([named, { title: 'B', created_at: 1 }], {
    collection: 'blog-posts',
    status: 'published',
  });
  const pages = await cms.collections.get(operator, 'pages');
  const posts = await cms.collections.get(operator, 'blog-posts');
  expect((await items()).toSorted((a, b) => (a.title < b.title ? -1 : 1))).toMatchObject([
    { collectionId: pages.id, status: 'draft' },
    { collectionId: posts.id, status: 'published' },
  ]);
  expect(findings).toContain('1 item keeps the status of its source: 1 draft (status: draft 1).');
});

test('dates have the names of other systems, and dates in the data are no dates of the item', async () => {
  const date = '2024-07-25';
  await run(
    [
      { title: 'A', pubDatetime: date, mod_datetime: '2024-09-25' },
      { title: 'B', published_at: date, updated_at: '2024-09-25' },
      { title: 'C', createdAt: date, last_update: { date: '2024-09-25' } },
      { title: 'D', created_at: Date.parse(date), date: '2020-01-01', updatedDate: '2024-09-25' },
      { title: 'E', data: { date: '2020-01-01' } },
    ],
    { collection: 'pages' },
  );
  const read = (await items()).filter(({ title }) => title !== 'E');
  expect(read.map(({ createdAt, updatedAt }) => [createdAt, updatedAt])).toEqual(
    read.map(() => [Date.parse(date), Date.parse('2024-09-25')]),
  );
  expect((await items()).find(({ title }) => title === 'E')?.createdAt).not.toBe(
    Date.parse('2020-01-01'),
  );
});

test('a value that the schema rejects costs only itself', async () => {
  const data = { tags: 'sea', featuredImage: 5, excerpt: 5, other: true };
  const { counts, notices, isComplete } = await run([{ title: 'A', data }], {
    collection: 'pages',
  });
  expect(counts).toMatchObject({
    created: '1',
    values: '1 not used, converted: tags 1, excerpt 1',
  });
  expect(notices).toEqual(['Not used in line 1: featuredImage 5 (must be text)']);
  expect(isComplete).toBe(false);
  expect(JSON.parse((await items())[0]!.data)).toEqual({
    tags: ['sea'],
    excerpt: '5',
    other: true,
  });
});

test('the lines of an export are imported with their versions and origins', async () => {
  const collection = {
    type: 'collection',
    id,
    name: 'notes',
    displayName: 'Notes',
    description: '',
    schema: { type: 'object', properties: {}, required: [] },
    isActive: true,
    created_at: 1,
    updated_at: 2,
  };
  const content = {
    type: 'content',
    id,
    collection: 'notes',
    title: 'A',
    slug: 'a',
    status: 'draft',
    data: {},
    version: 7,
    origin: { digest: 'd', version: 7 },
    created_at: 1,
    updated_at: 2,
  };
  const manifest = { type: 'manifest', formatVersion: 1, exportedAt: 5 };
  expect(await run([manifest, collection, content])).toMatchObject({
    isComplete: true,
    counts: { created: '1' },
  });
  expect(await items()).toMatchObject([
    { collectionId: id, version: 7, origin: { digest: 'd', version: 7 } },
  ]);
});

test('a broken line is reported with its number, and the others are imported', async () => {
  const { counts, notices, isComplete } = await run(
    [
      '{"title": "Good"}',
      '',
      '{"title": "Bad"',
      '[1]',
      { title: 5 },
      { title: 'Bad id', id: 'x' },
      { data: {} },
      { title: 'Bad data', data: [] },
      { title: 'Nowhere', collection: 'nowhere' },
      { title: '' },
      { type: 'media', id, originalName: 'a.png' },
      { title: 'Good too' },
    ],
    { collection: 'pages' },
  );
  expect(counts).toMatchObject({ created: '2', skipped: '9' });
  expect(isComplete).toBe(false);
  const numbers = notices.map((line) => Number(/^Skipped line (\d+):/.exec(line)?.[1]));
  expect(numbers.toSorted((one, other) => one - other)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11]);
  const reason = (number: number) =>
    notices.find((line) => line.startsWith(`Skipped line ${number}:`));
  expect(reason(3)).toContain('not valid JSON');
  expect(reason(4)).toContain('not an object');
  expect(reason(5)).toContain('its title must be string');
  expect(reason(6)).toContain('its id');
  expect(reason(7)).toContain("'title'");
  expect(reason(8)).toContain('its data must be object');
  expect(reason(9)).toContain('ollection');
});

test('an item without a collection is reported when --collection is missing', async () => {
  expect((await run([{ title: 'A' }])).notices.join()).toContain('--collection');
});

test('an item has no path to make a slug from', async () => {
  await expect(run([{ title: 'A' }], { collection: 'pages', onSlugClash: 'path' })).rejects.toThrow(
    'Only Markdown files have a path',
  );
});

test('fields that the schema lacks are added with --infer-schema, those of an export are not', async () => {
  const lines = [
    { title: 'A', data: { rating: 5 } },
    {
      type: 'content',
      id,
      title: 'B',
      slug: 'b',
      status: 'draft',
      data: { other: 1 },
      version: 1,
      created_at: 1,
      updated_at: 1,
    },
  ];
  const { findings, counts } = await run(lines, { collection: 'pages', inferSchema: true });
  expect(counts).toMatchObject({ created: '2' });
  expect(findings.slice(-2)).toEqual([
    "Added 1 field to the schema of 'pages':",
    '  rating  number',
  ]);
});

test('a line with a number that cannot be stored as it is written is skipped with its path', async () => {
  const line = (number: string) => `{"title":"A","collection":"pages","data":{"ids":[${number}]}}`;
  const { counts, notices } = await run([line('76561198009194284'), line('1e400'), line('1e21')]);
  expect(counts).toMatchObject({ created: '1', skipped: '2' });
  expect(notices.join('\n')).toContain(
    'line 1: its data.ids.0 has more digits than a JSON number keeps; send it as text',
  );
  expect(notices.join('\n')).toContain('line 2: its data.ids.0 must be a number between');
  expect((await items()).map(({ data }) => data)).toEqual(['{"ids":[1e+21]}']);
});

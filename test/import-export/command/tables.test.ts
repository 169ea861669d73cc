import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { coreTarget } from '../../../adapters/cli/transfer/targets/core-target.ts';
import { operator, type Cms, type Ports } from '../../../core/index.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { importFrom, type ImportOptions } from '../../support/import/import-run.ts';
import { memoryCms } from '../../support/core/memory-cms.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';

let folder: TemporaryFolder;

let cms: Cms;

let ports: Ports;

beforeEach(async () => {
  folder = await temporaryFolder();
  ({ cms, ports } = await memoryCms());
  await cms.collections.create(operator, {
    name: 'products',
    schema: {
      type: 'object',
      properties: {
        Price: { type: 'number' },
        inStock: { type: 'boolean' },
        since: { type: 'date' },
        tags: { type: 'array', items: { type: 'string' } },
        note: { type: 'textarea' },
      },
    },
  });
});

afterEach(() => folder[Symbol.asyncDispose]());

const run = async (
  table: string | Uint8Array,
  { name = 'products.csv', ...options }: ImportOptions & { readonly name?: string } = {},
) => {
  const path = join(folder.path, name);
  await writeFile(path, table);
  const target = coreTarget(cms, 'https://cms/files');
  return importFrom(path, target, { collection: 'products', ...options });
};

const items = async () =>
  (await ports.store.repositories.contents.listAfter(undefined, 1_000))
    .map(({ data, ...item }) => ({ ...item, data: JSON.parse(data) as object }))
    .toSorted((a, b) => (a.title < b.title ? -1 : 1));

test('each row becomes an item, with its cells fitted into the schema', async () => {
  const table = [
    'Title,slug,Status,created_at,price,inStock,since,tags,note',
    'Kettle,kettle-1,Published,2024-05-04,12.50,yes,4 May 2024,"steel, new","Says ""boil"",\r\nand waits"',
    'Mug,,draft,,7,no,,,',
    ',,,,,,,,',
  ].join('\r\n');
  const { counts, isComplete } = await run(table);
  expect(counts).toMatchObject({ created: '2', skipped: '0' });
  expect(isComplete).toBe(true);
  expect(await items()).toMatchObject([
    {
      title: 'Kettle',
      slug: 'kettle-1',
      status: 'published',
      createdAt: Date.UTC(2024, 4, 4),
      data: {
        Price: 12.5,
        inStock: true,
        since: '2024-05-04',
        tags: ['steel', 'new'],
        note: 'Says "boil",\r\nand waits',
      },
    },
    { title: 'Mug', slug: 'mug', status: 'draft', data: { Price: 7, inStock: false } },
  ]);
  expect((await items())[1]?.data).not.toHaveProperty('note');
});

describe('the separator', () => {
  test.each([
    ['products.csv', 'title;price\nKettle;"1;5"\n', { Price: undefined }],
    ['products.csv', '"title";"note"\nKettle;"a,b,c,d"\n', { note: 'a,b,c,d' }],
    ['products.csv', 'title\tnote\nKettle\ta,b\n', { note: 'a,b' }],
    ['products.tsv', 'title\tnote\nKettle\ta;b;c\n', { note: 'a;b;c' }],
    ['products.csv', '\uFEFFtitle,note\nKettle,a;b;c\n', { note: 'a;b;c' }],
    ['products.csv', 'title,note\rKettle,last', { note: 'last' }],
  ])('of %s with %j is found', async (name, table, data) => {
    await run(table, { name });
    const [item] = await items();
    expect(item?.title).toBe('Kettle');
    expect(item?.data).toEqual(JSON.parse(JSON.stringify(data)));
  });
});

test('columns are assigned by name, one of them to two parts, and the others are named', async () => {
  const table = 'Name,"Size, in cm",Path,Price\nKettle,20,/kettle,5\n';
  const columns = 'title=Name, data.note=Name, slug=Path, "data.size=Size, in cm"';
  const { findings, isComplete } = await run(table, { columns });
  expect(await items()).toMatchObject([
    { title: 'Kettle', slug: 'kettle', data: { note: 'Kettle', size: 20 } },
  ]);
  expect(findings.join('\n')).toContain('1 column not used: Price.');
  expect(isComplete).toBe(true);
});

test('columns without a field become fields with --infer-schema, and are named without it', async () => {
  const table = [
    'title,colour,data.weight,height,new,postcode,serial,empty,since',
    'Kettle,red,3 kg,20.5,yes,01234,12345678901234567890,,4 May 2024',
    'Mug,7,4,-8,No,99999,1,,',
  ].join('\n');
  expect((await run(table)).findings.join('\n')).toContain(
    '7 columns not used: colour, data.weight,',
  );
  await run(table, { inferSchema: true, overwrite: true });
  const { schema } = await cms.collections.get(operator, 'products');
  const types = Object.entries(schema.properties).map(([name, { type }]) => [name, type]);
  expect(Object.fromEntries(types)).toMatchObject({
    colour: 'string',
    weight: 'string',
    height: 'number',
    new: 'boolean',
    postcode: 'string',
    serial: 'string',
  });
  expect(schema.properties).not.toHaveProperty('empty');
  expect((await items()).map(({ data }) => data)).toEqual([
    {
      colour: 'red',
      weight: '3 kg',
      height: 20.5,
      new: true,
      postcode: '01234',
      serial: '12345678901234567890',
      since: '2024-05-04',
    },
    { colour: '7', weight: '4', height: -8, new: false, postcode: '99999', serial: '1' },
  ]);
});

describe('an item is known', () => {
  test('by its id of any form, also with another title and slug', async () => {
    await run('id,title,slug\n17,Kettle,kettle\n');
    expect((await run('id,title,slug\n17,Kettle,kettle\n')).counts).toMatchObject({
      unchanged: '1',
    });
    expect((await run('id,title,slug\n17,Teapot,teapot\n')).counts).toMatchObject({ updated: '1' });
    expect(await items()).toMatchObject([{ title: 'Teapot', slug: 'teapot' }]);
  });

  test('otherwise by its slug, otherwise by its title', async () => {
    await run('title,slug\nKettle,k-1\nMug,\n');
    expect((await run('title,slug\nTeapot,k-1\nMug,\n')).counts).toMatchObject({
      updated: '1',
      unchanged: '1',
    });
    expect((await items()).map(({ title }) => title)).toEqual(['Mug', 'Teapot']);
  });

  test('once: a row that would replace an earlier one is skipped, or gets a number', async () => {
    const table = 'title,note\nMug,first\nMug,second\n';
    const { notices, counts } = await run(table);
    expect(counts).toMatchObject({ created: '1', skipped: '1' });
    expect(notices).toContain('Skipped row 3: row 2 has the same slug');
    expect((await items()).map(({ data }) => data)).toEqual([{ note: 'first' }]);
    expect((await run(table, { onSlugClash: 'suffix' })).counts).toMatchObject({ created: '1' });
    expect((await items()).map(({ slug }) => slug).toSorted()).toEqual(['mug', 'mug-2']);
    expect((await run(table, { onSlugClash: 'suffix' })).counts).toMatchObject({ unchanged: '2' });
    expect((await run('id,title\n1,A\n1,B\n')).notices).toContain(
      'Skipped row 3: row 2 has the same id',
    );
  });
});

test('an item that was edited since its import stays', async () => {
  await run('title,note\nMug,blue\n');
  const [mug] = await items();
  await cms.content.update(operator, mug!.id, { data: { note: 'green' } });
  const { notices } = await run('title,note\nMug,red\n');
  expect(notices.join()).toContain('--overwrite replaces it');
  expect((await items())[0]?.data).toEqual({ note: 'green' });
});

describe('what cannot be read is skipped with its row', () => {
  test.each([
    ['title,note\nA\nB,b\n', 'row 2: it has 1 cell instead of 2', ['B']],
    ['title,note\nA,a,x\nB,b,\n', 'row 2: it has 3 cells instead of 2', ['B']],
    ['title,status\nA,Wrong\nB,draft\n', 'row 2: its status "Wrong" is none of', ['B']],
    ['title,created_at\nA,soon\nB,2024-01-01\n', 'row 2: its created_at "soon" is no date', ['B']],
    ['title,note\n,a\nB,b\n', 'row 2: it has no title', ['B']],
    ['title,note\nB,b\nA,"a\nC,c\n', 'row 3 and everything below it: a quotation mark at', ['B']],
    ['title,note\nB,b\nA,"a"x\nC,c\n', 'row 3 and everything below it: a quotation mark in', ['B']],
  ])('%j', async (table, notice, titles) => {
    const { notices, isComplete } = await run(table);
    expect(notices.join('\n')).toContain(`Skipped ${notice}`);
    expect(isComplete).toBe(false);
    expect((await items()).map(({ title }) => title)).toEqual(titles);
  });

  test('bytes that are not UTF-8', async () => {
    const table = Buffer.concat([
      Buffer.from('title,note\nB,b\n'),
      Buffer.alloc(100_000, ' '),
      Buffer.from('\nA,'),
      Buffer.from([0xe4]),
      Buffer.from('\n'),
    ]);
    const { notices } = await run(table);
    expect(notices.join()).toContain('and everything below it: it is not UTF-8: save the table as');
  });
});

test.each([
  ['title,Title \nA,b\n', {}, "Two columns are called 'Title'."],
  ['name\nA\n', {}, "No column is called 'title'."],
  ['name\nA\n', { columns: 'title=Nome' }, "There is no column 'Nome'. There are: name."],
  ['name\nA\n', { columns: 'headline=name' }, '--columns: there is no headline.'],
  ['name\nA\n', { columns: 'title' }, '--columns: "title" is not <part>=<column>.'],
  ['name\nA\n', { columns: '"title=name' }, '--columns: a quotation mark has no counterpart.'],
  ['', {}, 'There is no row in '],
  ['title\nA\n', { collection: undefined }, 'A table needs --collection <name>.'],
  ['title\nA\n', { collection: 'nothing' }, "There is no collection 'nothing'."],
  ['title\nA\n', { onSlugClash: 'path' }, 'Only Markdown files have a path'],
  ['title\nA\n', { settings: true }, 'Only the folder of an export has settings'],
] as const)('%j with %j is rejected: %s', async (table, options, message) => {
  // 'Title ' is 'Title' without its space.
  const text = message.startsWith('Two') ? table.replace('title', 'Title') : table;
  await expect(run(text, options)).rejects.toThrow(message);
  expect(await items()).toEqual([]);
});

test('only tables have columns, and a file of any name can be one', async () => {
  await expect(run('{}', { name: 'items.ndjson', columns: 'title=a' })).rejects.toThrow(
    'Only a table has columns: leave out --columns.',
  );
  await run('title\nA\n', { name: 'report.txt', from: 'csv' });
  expect(await items()).toHaveLength(1);
});

test('an import that stopped goes on, and a dry run stores nothing', async () => {
  const rows = Array.from({ length: 250 }, (_, number) => `${number},Item ${number},${number}`);
  const table = ['id,title,price', ...rows].join('\n');
  expect((await run(table, { dryRun: true })).counts).toMatchObject({ created: '250' });
  expect(await items()).toEqual([]);
  const stop = new AbortController();
  const { importContent } = cms.transfer;
  const stopping: Cms = {
    ...cms,
    transfer: {
      ...cms.transfer,
      importContent: async (...batch) => {
        const outcomes = await importContent(...batch);
        stop.abort();
        return outcomes;
      },
    },
  };
  const path = join(folder.path, 'products.csv');
  const options = { collection: 'products', signal: stop.signal };
  await importFrom(path, coreTarget(stopping, 'https://cms/files'), options);
  const before = (await items()).length;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(250);
  expect((await run(table)).counts).toMatchObject({
    created: String(250 - before),
    unchanged: String(before),
  });
  expect(await items()).toHaveLength(250);
});

test('random cells come out as they went in', async () => {
  const random = seededRandom(7);
  const pieces = ['a', '"', ',', ';', '\n', '\r\n', '\t', 'é', '潮', ' x', '=1+1'];
  const text = (): string =>
    Array.from(
      { length: Math.floor(random() * 8) },
      () => pieces[Math.floor(random() * pieces.length)],
    ).join('');
  const cells = Array.from({ length: 200 }, (_, number) => [`${number}`, `x${text()}x`] as const);
  const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
  const table = cells.map(([id, note]) => `${id},Item ${id},${quoted(note)}\r\n`).join('');
  const { counts } = await run(`id,title,note\r\n${table}`);
  expect(counts).toMatchObject({ created: '200' });
  const notes = new Map((await items()).map(({ title, data }) => [title, data]));
  for (const [id, note] of cells) expect(notes.get(`Item ${id}`)).toEqual({ note });
});

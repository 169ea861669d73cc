import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { renderTypes } from '../../adapters/cli/types/render-types.ts';
import { typeErrors } from '../architecture/doc-examples.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { quoin } from '../support/service/command-line.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let app: TestApp;
let folder: TemporaryFolder;

beforeAll(async () => {
  app = await serveApp();
  folder = await temporaryFolder();
  await app.cms.collections.create(operator, {
    name: 'books',
    displayName: 'Books */ and more',
    description: 'What we read.\nAnd why.',
    schema: {
      type: 'object',
      properties: {
        title: { type: 'string', title: 'Title' },
        pages: { type: 'number' },
        'e-book': { type: 'boolean' },
        genre: { type: 'select', enum: ['novel', "writer's"] },
        stars: { type: 'radio', enum: [1, 2] },
        shelves: { type: 'multiselect', enum: ['a', 'b'] },
        anything: { type: 'json' },
        author: { type: 'reference', collection: 'people' },
        cover: { type: 'media' },
        tags: { type: 'array', items: { type: 'string' } },
        seo: {
          type: 'object',
          properties: {
            image: { type: 'media' },
            words: { type: 'array', items: { type: 'number' } },
          },
          required: ['image'],
        },
        sections: {
          type: 'blocks',
          blocks: {
            quote: { properties: { by: { type: 'string' } }, required: ['by'] },
            rule: { properties: {} },
          },
        },
        none: { type: 'blocks' },
      },
      required: ['title', 'seo'],
    },
  });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Lines marked as errors must not compile. */
const program = `import type { Collections, IncludedMedia, Item } from './collections.ts';

export const use = (item: Item<'books'>, block: NonNullable<Collections['books']['sections']>[number]) => {
  const { title, pages, genre, stars, shelves, tags, seo, author, cover } = item.data;
  const texts: string[] = [title, item.id, seo.image, ...(tags ?? [])];
  const numbers: number[] = [pages ?? 0, item.created_at, ...(seo.words ?? [])];
  const either: 'novel' | "writer's" | null | undefined = genre;
  const one: 1 | 2 | null | undefined = stars;
  const some: ('a' | 'b')[] = shelves ?? [];
  const ids: (string | null | undefined)[] = [author, cover];
  const isElectronic: boolean = item.data['e-book'] ?? false;
  const file: IncludedMedia = { url: '', mimeType: '', alt: '', caption: '' };
  numbers.push(file.width ?? 0, file.focus?.x ?? 0.5);
  // @ts-expect-error not every file has a size
  numbers.push(file.height);
  // @ts-expect-error it may be missing
  const count: number = pages;
  // @ts-expect-error no such choice
  const wrong: 'poem' | null | undefined = genre;
  // @ts-expect-error unknown until it is checked
  item.data.anything.member;
  // @ts-expect-error no such field
  item.data.missing;
  // @ts-expect-error no such collection
  const other: Item<'other'> = item;
  if (block.type === 'quote') texts.push(block.by, block.id);
  // @ts-expect-error rules have no author
  if (block.type === 'rule') block.by;
  return [texts, numbers, either, one, some, ids, isElectronic, count, wrong, other];
};
`;

test('the module compiles, and types what the schema says', async () => {
  const { exitCode } = await quoin([
    'types',
    '--url',
    `${app.url}/`,
    '--out',
    join(folder.path, 'collections.ts'),
  ]);
  expect(exitCode).toBe(0);
  const text = await readFile(join(folder.path, 'collections.ts'), 'utf8');
  await writeFile(join(folder.path, 'use.ts'), program);
  const compilerOptions = { strict: true, module: 'nodenext', target: 'es2024' };
  await writeFile(join(folder.path, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  expect(await typeErrors(folder.path, { files: ['use.ts'], types: [] })).toBe('');
  const comment =
    '/**\n * Books *\\/ and more\n * What we read.\n * And why.\n */\nexport interface Books {';
  expect(text).toContain(comment);
  expect(text).toContain('  /** Title */\n  title: string;\n');
});

test('without a file, the module is printed', async () => {
  const { exitCode, printed } = await quoin(['types', '--url', app.url]);
  expect(exitCode).toBe(0);
  expect(printed.join('\n')).toContain('export interface Collections {');
});

test('names of types are words, differ, and begin with a letter', () => {
  const schema = { type: 'object' as const, properties: {}, required: [] };
  const text = renderTypes(
    ['blog-posts', 'blog_posts', 'item', 'included-media', '2024'].map((name) => ({
      name,
      displayName: '',
      description: '',
      schema,
    })),
  );
  expect(text.match(/export interface (\w+)/g)?.map((each) => each.slice(17))).toEqual([
    'Collections',
    'Item',
    'IncludedMedia',
    'BlogPosts',
    'BlogPosts2',
    'Item2',
    'IncludedMedia2',
    'Collection2024',
  ]);
  expect(text).toContain('"blog-posts": BlogPosts;');
});

test.each([
  ['no service', 'http://127.0.0.1:1', 'No answer from http://127.0.0.1:1'],
  ['another server', () => `${app.url}/auth/`, 'The collections could not be read'],
])('%s is reported with its address', async (_, url, message) => {
  const address = typeof url === 'string' ? url : url();
  const { exitCode, notices } = await quoin(['types', '--url', address]);
  expect(exitCode).toBe(1);
  expect(notices.join('\n')).toContain(message);
});

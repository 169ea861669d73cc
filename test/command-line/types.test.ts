import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { CollectionSchemaDto } from '../../contracts/index.ts';
import { renderTypes } from '../../adapters/cli/types/render-types.ts';
import { typeErrors } from '../architecture/doc-examples.ts';
import { projectRoot } from '../architecture/sources.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { quoin } from '../support/service/command-line.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let app: TestApp;
let folder: TemporaryFolder;

beforeAll(async () => {
  app = await serveApp();
  folder = await temporaryFolder();
  await app.cms.collections.create(operator, {
    name: 'people',
    schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  });
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

export const use = (item: Item<'books'>, block: Exclude<NonNullable<Collections['books']['sections']>, ''>[number]) => {
  // @ts-expect-error a draft may lack it
  const early: string = item.data.title;
  if (item.status !== 'published') return [early, item.data.seo?.image];
  const { title, pages, genre, stars, shelves, tags, seo, author, cover } = item.data;
  const texts: (string | null)[] = [title, item.id, seo.image, ...(tags || [])];
  const numbers: number[] = [pages || 0, item.created_at];
  const words: (number | '' | null)[] = seo.words || [];
  const either: 'novel' | "writer's" | '' | null | undefined = genre;
  const one: 1 | 2 | '' | null | undefined = stars;
  const some: ('a' | 'b')[] = shelves || [];
  const ids: (string | null | undefined)[] = [author, cover];
  const isElectronic: boolean = item.data['e-book'] ?? false;
  const file: IncludedMedia = { url: '', mimeType: '', alt: '', caption: '' };
  numbers.push(file.width ?? 0, file.focus?.x ?? 0.5);
  // @ts-expect-error not every file has a size
  numbers.push(file.height);
  // @ts-expect-error it may be missing
  const count: number = pages;
  // @ts-expect-error it may be the empty text
  const chosen: 'novel' | "writer's" | null | undefined = genre;
  // @ts-expect-error no such choice
  const wrong: 'poem' | '' | null | undefined = genre;
  // @ts-expect-error unknown until it is checked
  item.data.anything.member;
  // @ts-expect-error no such field
  item.data.missing;
  // @ts-expect-error no such collection
  const other: Item<'other'> = item;
  if (block.type === 'quote') texts.push(block.by, block.id);
  // @ts-expect-error rules have no author
  if (block.type === 'rule') block.by;
  return [texts, numbers, words, either, one, some, ids, isElectronic, count, chosen, wrong, other];
};

export const words = ({ status, data }: Item<'books'>): string[] => {
  if (status === 'published') return [];
  return (data.sections || []).flatMap((block) => {
    if (block.type !== 'quote') return [block.id];
    // @ts-expect-error a draft may lack it
    const by: string = block.by;
    return [block.id, by];
  });
};
`;

/** Lines marked as errors must not compile. */
const clientProgram = `import { createClient, pagesByCursor } from '${projectRoot}/contracts/client/index.ts';
import type { Collections, Item } from './collections.ts';

const client = createClient<Collections>({ baseUrl: '' });

export const read = async (): Promise<unknown[]> => {
  const name = 'books' as const;
  const { body, headers } = await client.queryContent({
    params: { name: 'books' },
    query: { where: { '[status][eq]': 'published' }, expand: 'author' },
  });
  const tag: string | undefined = headers['X-Quoin-Tags'];
  const texts: string[] = [];
  for (const book of body.data) {
    const item: Item<'books'> = book;
    if (book.status !== 'published') continue;
    texts.push(book.data.title, book.data.seo.image, item.title);
    // @ts-expect-error no such field
    book.data.missing;
    const author = body.included?.[book.data.author || ''];
    const writer = book.data.author ? body.included?.[book.data.author] : undefined;
    if (writer?.status === 'published') texts.push(writer.data.name);
    // @ts-expect-error a person has no pages
    writer?.data.pages;
    // @ts-expect-error it may be of any collection
    author?.data.name;
  }
  const lists = [
    (await client.listContent({ query: { collection: 'books' } })).body.data,
    (await client.listCollectionContent({ params: { name } })).body.data,
    (await client.search({ query: { q: 'sea', collection: 'books' } })).body.data.map((each) => each.item),
    [(await client.getCollectionContent({ params: { name, idOrSlug: 'x' } })).body.data],
    [(await client.getSingleton({ params: { name } })).body.data],
  ];
  const items: (readonly Item<'books'>[])[] = lists;
  const person = (await client.getContent({ params: { id: items[0]?.[0]?.data.author || '' } })).body.data;
  const any = (await client.listContent()).body.data;
  // @ts-expect-error not every collection has it
  any[0]?.data.name;
  const anything: readonly Item[] = any;
  const selected = await client.queryContent({ params: { name }, query: { fields: 'title,data.pages' } });
  // @ts-expect-error the query selects members
  const title: string | undefined = selected.body.data[0]?.title.slice(1);
  const pages: number | '' | null | undefined = selected.body.data[0]?.data?.pages;
  for await (const page of pagesByCursor(client.queryContent<'books'>, { params: { name } })) {
    const [first] = page.data;
    if (first?.status === 'published') texts.push(first.data.title);
  }
  // @ts-expect-error no such collection
  await client.queryContent({ params: { name: 'secrets' } });
  // @ts-expect-error no such parameter
  await client.queryContent({ params: { name }, query: { colour: 'red' } });
  const created = await client.createContent({ body: { collection: 'books', title: 'Sea' } });
  return [tag, texts, person, anything, title, pages, created.body.data.id];
};

/** Without the collections. */
const plain = createClient({ baseUrl: '' });
export const readPlain = async (): Promise<unknown> =>
  (await plain.listContent({ query: { collection: 'secrets' } })).body.data[0]?.data['any'];
`;

test('the module compiles, types what the schema says, and fits the typed client', async () => {
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
  await writeFile(join(folder.path, 'read.ts'), clientProgram);
  const compilerOptions = { strict: true, module: 'nodenext', target: 'es2024' };
  await writeFile(join(folder.path, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  expect(await typeErrors(folder.path, { files: ['use.ts', 'read.ts'], types: [] })).toBe('');
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
    'IncludedMedia',
    'BlogPosts',
    'BlogPosts2',
    'Item2',
    'IncludedMedia2',
    'Collection2024',
  ]);
  expect(text).toContain('"blog-posts": BlogPosts;');
});

/** Lines marked as errors must not compile. */
const localizedProgram = `import { createClient } from '${projectRoot}/contracts/client/index.ts';
import type { Collections, Item, Posts } from './localized.ts';

const client = createClient<Collections>({ baseUrl: '' });
const data: Collections['posts'] = { title: '' } satisfies Posts;

export const read = async (): Promise<unknown[]> => {
  const { body } = await client.queryContent({ params: { name: 'posts' }, query: {} });
  const posts: Item<'posts'>[] = [...body.data];
  const places: string[] = posts.flatMap(({ locale, group }) => [locale, group]);
  const { body: pages } = await client.queryContent({ params: { name: 'pages' }, query: {} });
  const page: Item<'pages'> | undefined = pages.data[0];
  // @ts-expect-error its collection is not localised
  const other: string = page?.locale;
  return [data, places, other];
};
`;

test('items of localised collections have a locale and a group, those of others have not', async () => {
  const schema: CollectionSchemaDto = {
    type: 'object',
    properties: { title: { type: 'string' } },
    required: ['title'],
  };
  const collections = ['posts', 'pages', 'localized'].map((name) => ({
    name,
    displayName: '',
    description: '',
    schema,
  }));
  const before = renderTypes(collections);
  expect(before).toBe(renderTypes(collections.map((each) => ({ ...each, localized: false }))));
  expect(before).not.toMatch(/locale:|group:|__localized/);
  const text = renderTypes(
    collections.map((each) => ({ ...each, localized: each.name === 'posts' })),
  );
  expect(text).toContain('  posts: Localized<Posts>;\n  pages: Pages;\n');
  await writeFile(join(folder.path, 'localized.ts'), text);
  await writeFile(join(folder.path, 'places.ts'), localizedProgram);
  const compilerOptions = { strict: true, module: 'nodenext', target: 'es2024' };
  await writeFile(join(folder.path, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  expect(await typeErrors(folder.path, { files: ['places.ts'], types: [] })).toBe('');
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

import { cp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { typeErrors } from '../architecture/doc-examples.ts';
import { projectRoot } from '../architecture/sources.ts';
import { everyField } from '../support/core/every-field.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { run, withNpmRegistry } from '../support/npm-registry.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

/** A client of `openapi-fetch`. Lines marked as errors must not compile. */
const openapiFetchProgram = (articles: string): string => `import createClient from 'openapi-fetch';
import type { components, operations, paths } from './document.ts';

type Schemas = components['schemas'];

const client = createClient<paths>({ baseUrl: 'https://cms.example.com' });

export const readArticles = async (): Promise<string[]> => {
  const { data, error } = await client.GET('/api/collections/articles/content', {
    params: { query: { limit: 10, expand: 'author' } },
  });
  if (error !== undefined) {
    if (!('code' in error)) return [error.error];
    if (error.code === 'rate_limited' || error.code === 'not_found') return [error.code];
    // @ts-expect-error no read has this code
    if (error.code === 'slug_taken') return [];
    return [error.error];
  }
  return data.data.map((article) => {
    // @ts-expect-error a draft may lack it
    const early: string = article.data.body;
    if (article.status !== 'published') return early;
    const { body, kind, rating, level, topics, tags, seo, hot, extra, sections = [] } = article.data;
    const words: string[] = [body, kind, seo.image, ...tags.map((tag) => tag ?? '')];
    const either: 'news' | 'essay' = kind;
    const stars: number = rating === '' ? 0 : (rating ?? 0);
    const chosen: ('sea' | 'land')[] = topics === '' ? [] : (topics ?? []);
    const one: 1 | 2 | 'x' | '' | null | undefined = level;
    // @ts-expect-error no such choice
    const poem: 'poem' = kind;
    // @ts-expect-error a number is no text
    const text: string = rating;
    // @ts-expect-error it need not be filled in
    const sure: boolean = hot;
    // @ts-expect-error unknown until it is checked
    extra.member;
    // @ts-expect-error no such field
    article.data.missing;
    for (const block of sections === '' ? [] : (sections ?? [])) {
      if (block.type === 'quote') words.push(block.id, block.text);
      // @ts-expect-error a rule has no text
      if (block.type === 'rule') words.push(block.text);
      // @ts-expect-error no such type of block
      if (block.type === 'video') words.push(block.id);
    }
    return [...words, either, stars, chosen, one, poem, text, sure].join();
  });
};

/** The items of all collections, by their collection. */
export const bodyOf = (item: Schemas['ContentItem']): string | null | undefined => {
  // @ts-expect-error not every collection has it
  item.data.body;
  if (item.collectionId !== '${articles}') return item.title;
  return item.data.body;
};

export const write = async (image: Blob): Promise<string> => {
  const { data, error } = await client.POST('/api/content', {
    body: {
      collection: 'articles',
      title: 'Tides',
      status: 'draft',
      data: { kind: 'news', rating: null, sections: [{ type: 'quote', text: 'So it is' }] },
    },
  });
  if (error !== undefined) {
    if (!('code' in error)) return error.error;
    // @ts-expect-error only deletions have this code
    if (error.code === 'referenced') return '';
    return error.code === 'slug_taken' || error.code === 'in_progress' ? error.code : error.error;
  }
  // @ts-expect-error it has no collection
  await client.POST('/api/content', { body: { title: 'Tides' } });
  // @ts-expect-error no such collection
  await client.POST('/api/content', { body: { title: 'Tides', collection: 'secrets' } });
  await client.POST('/api/content', {
    // @ts-expect-error no such choice
    body: { title: 'Tides', collection: 'articles', data: { kind: 'poem' } },
  });
  await client.POST('/api/content/bulk', { body: { action: 'publish', ids: [data.data.id] } });
  // @ts-expect-error a move needs a collection
  await client.POST('/api/content/bulk', { body: { action: 'move', ids: [data.data.id] } });
  await client.POST('/api/media/upload', { body: { file: image, folder: 'tides' } });
  // @ts-expect-error a number is no file
  await client.POST('/api/media/upload', { body: { file: 1 } });
  return data.data.id;
};

export const filterArticles = async (baseUrl: string): Promise<string[]> => {
  const { data } = await createClient<paths>({ baseUrl }).GET('/api/collections/articles/query', {
    params: {
      query: { where: { '[data.kind][eq]': 'news', '[title][startsWith]': 'T' }, fields: 'title' },
    },
  });
  return data?.data.map(({ title = '' }) => title) ?? [];
};

export const readOthers = async (): Promise<unknown[]> => {
  const imprint = await client.GET('/api/collections/imprint/item');
  // @ts-expect-error not a singleton
  await client.GET('/api/collections/articles/item');
  const person = await client.GET('/api/collections/people/content/{idOrSlug}', {
    params: { path: { idOrSlug: 'ada' } },
  });
  // @ts-expect-error a field of another collection
  person.data?.data.data.body;
  const query = await client.GET('/api/collections/articles/query', {
    params: { query: { fields: 'id,data.body' } },
  });
  // @ts-expect-error the query selects members
  const titles = query.data?.data.map((item): string => item.title);
  const revision = await client.GET('/api/content/{id}/revisions/{version}', {
    params: { path: { id: '1', version: '2' } },
  });
  // @ts-expect-error the schema may have been another one
  const body: string | undefined = revision.data?.data.data.body;
  const account = await client.GET('/auth/me');
  if (account.error !== undefined && 'code' in account.error) {
    const code:
      | 'invalid_input'
      | 'malformed_request'
      | 'not_authenticated'
      | 'invalid_session'
      | 'invalid_token'
      | 'forbidden'
      | 'host_not_allowed'
      | 'overloaded'
      | 'dependency_unavailable' = account.error.code;
    return [code];
  }
  return [imprint.data?.data.data.text, titles, body];
};

export const describe = (field: Schemas['Field']): string => {
  if (field.type === 'select') return field.enum.join();
  if (field.type === 'reference') return field.collection ?? '';
  // @ts-expect-error numbers have no pattern
  if (field.type === 'number') return field.pattern ?? '';
  return field.title ?? '';
};

type NotModified = operations['listContent']['responses'][304]['headers'];
export const namesOf = (headers: NotModified): (string | undefined)[] => {
  // @ts-expect-error a list that is too large has none
  const tag: string = headers.ETag;
  return [headers['X-Request-Id'], headers['Cache-Control'], tag];
};

// @ts-expect-error the caller does not see the collection
export type Secret = Schemas['SecretsItem'];
`;

/** A client of `@hey-api/openapi-ts`. Lines marked as errors must not compile. */
const heyApiProgram = (articles: string): string => `import {
  createContent,
  getOnlyImprintItem,
  listArticlesItems,
  logIn,
  queryArticlesItems,
  updateUser,
  uploadMedia,
} from './client/index.ts';
import type { ContentItem, CreateContentError, Field } from './client/index.ts';

export const readArticles = async (): Promise<string[]> => {
  const { data, error } = await listArticlesItems({ query: { limit: 10, status: 'published' } });
  if (error !== undefined) {
    if (!('code' in error)) return [error.error];
    // @ts-expect-error no read has this code
    return error.code === 'slug_taken' ? [] : [error.code];
  }
  return data.data.map((article) => {
    // @ts-expect-error a draft may lack it
    const early: string = article.data.body;
    if (article.status !== 'published') return early;
    const { body, kind, rating, size, code, seo, sections, rows = [] } = article.data;
    const either: 'news' | 'essay' = kind;
    const stars: number | '' | null | undefined = rating;
    const one: 1 | 2 | '' | null | undefined = size;
    const letter: 'a' | 'b' | '' | null | undefined = code;
    // @ts-expect-error a list need not be filled in
    sections.length;
    // @ts-expect-error entries can be without a value
    const cells: number[] = rows.map((row) => row.cell);
    const blocks = sections === '' ? [] : (sections ?? []);
    const words = blocks.flatMap((block) => (block.type === 'quote' ? [block.text] : [block.id]));
    // @ts-expect-error no such field
    article.data.missing;
    return [body, either, stars, one, letter, seo.image, cells, words].join();
  });
};

export const filterArticles = async (baseUrl: string): Promise<string[]> => {
  const { data } = await queryArticlesItems({
    baseUrl,
    query: { where: { '[data.kind][eq]': 'news', '[title][startsWith]': 'T' }, fields: 'title' },
  });
  return data?.data.map(({ title = '' }) => title) ?? [];
};

export const bodyOf = (item: ContentItem): string | null | undefined => {
  // @ts-expect-error not every collection has it
  item.data.body;
  return item.collectionId === '${articles}' ? item.data.body : item.title;
};

export const write = async (image: Blob): Promise<string | undefined> => {
  const data = { kind: 'essay' } as const;
  const { error } = await createContent({ body: { collection: 'articles', title: 'Tides', data } });
  // @ts-expect-error it has no collection
  await createContent({ body: { title: 'Tides' } });
  // @ts-expect-error it is of another collection
  await createContent({ body: { title: 'Tides', collection: 'people', data: { name: 1 } } });
  await uploadMedia({ body: { file: image } });
  // @ts-expect-error a number is no file
  await uploadMedia({ body: { file: 1 } });
  const imprint = await getOnlyImprintItem();
  return error?.error ?? imprint.data?.data.data.text ?? undefined;
};

export const isConflict = (error: CreateContentError): boolean =>
  'code' in error && (error.code === 'slug_taken' || error.code === 'value_taken');

export const findCode = async (): Promise<string> => {
  const { error } = await logIn({ body: { email: 'ada@example.com', password: 'secret' } });
  if (error === undefined || !('code' in error)) return '';
  if (error.code === 'invalid_credentials') return error.code;
  const user = await updateUser({ path: { id: '1' }, body: { role: 'editor' } });
  if (user.error === undefined || !('code' in user.error)) return '';
  if (user.error.code === 'last_admin') return user.error.code;
  // @ts-expect-error a login does not change an administrator
  return error.code === 'last_admin' ? '' : user.error.code;
};

export const describe = (field: Field): string => {
  if (field.type === 'multiselect') return field.enum.join();
  if (field.type === 'array') return field.items?.type ?? '';
  // @ts-expect-error only references name a collection
  return field.collection ?? '';
};
`;

await withNpmRegistry(() => {
  describe('a client that is generated from the document of a service', () => {
    let app: TestApp;
    let folder: TemporaryFolder;
    let articles = '';

    const generate = (...args: readonly string[]) =>
      run(process.execPath, args, { cwd: folder.path });

    beforeAll(async () => {
      app = await serveApp();
      folder = await temporaryFolder(tmpdir());
      const create = (name: string, schema: object, more = {}) =>
        app.cms.collections.create(operator, { name, schema: { ...schema }, ...more });
      ({ id: articles } = await create('articles', everyField, {
        description: 'What */ we\nwrite',
      }));
      const named = { properties: { name: { type: 'string' } }, required: ['name'] };
      await create('people', named);
      await create('imprint', { properties: { text: { type: 'markdown' } } }, { singleton: true });
      await create('secrets', named, { isActive: false });
      for (const [title, kind] of [
        ['Tides', 'news'],
        ['Tents', 'essay'],
        ['Boats', 'news'],
      ] as const) {
        const item = { title, collection: 'articles', status: 'draft', data: { kind } } as const;
        await app.cms.content.create(operator, item);
      }
      const { text } = await app.request('/api/openapi');
      await writeFile(join(folder.path, 'document.json'), text);
      for (const file of ['package.json', 'package-lock.json']) {
        await cp(join(projectRoot, 'test/generated-clients', file), join(folder.path, file));
      }
      await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], {
        cwd: folder.path,
      });
    }, 300_000);
    afterAll(async () => {
      await app[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    });

    const compile = async (file: string, program: string): Promise<string> => {
      await writeFile(join(folder.path, file), program);
      const compilerOptions = { strict: true, module: 'esnext', moduleResolution: 'bundler' };
      await writeFile(join(folder.path, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
      return typeErrors(folder.path, { files: [file], types: [] });
    };

    /** Runs the query of the program in `file`. */
    const filter = async (file: string): Promise<readonly string[]> => {
      const built = join(folder.path, `${file}.mjs`);
      const bundle = await rolldown({ input: join(folder.path, file), platform: 'node' });
      await bundle.write({ file: built });
      await bundle.close();
      const program = (await import(built)) as {
        readonly filterArticles: (baseUrl: string) => Promise<readonly string[]>;
      };
      return program.filterArticles(app.url);
    };

    test('has the types of the collections with openapi-typescript and openapi-fetch', async () => {
      const generator = 'node_modules/openapi-typescript/bin/cli.js';
      const { stderr } = await generate(generator, 'document.json', '-o', 'document.ts');
      expect(stderr).not.toMatch(/warn|invalid/i);
      expect(await compile('use-openapi-fetch.ts', openapiFetchProgram(articles))).toBe('');
    });

    test('sends the conditions of a query with openapi-fetch', async () => {
      expect(await filter('use-openapi-fetch.ts')).toEqual(['Tides']);
    });

    test('has the types of the collections with @hey-api/openapi-ts', async () => {
      const generator = 'node_modules/@hey-api/openapi-ts/bin/run.js';
      await generate(generator, '-i', 'document.json', '-o', 'client');
      expect(await compile('use-hey-api.ts', heyApiProgram(articles))).toBe('');
    });

    test('sends the conditions of a query with @hey-api/openapi-ts', async () => {
      expect(await filter('use-hey-api.ts')).toEqual(['Tides']);
    });
  });
});

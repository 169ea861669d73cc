import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  api,
  ApiError,
  changes,
  createClient,
  paginate,
  pagesByCursor,
  paginateByCursor,
  type ChangeDto,
  type Client,
  type FetchRequest,
} from '../../contracts/index.ts';
import { projectRoot } from '../architecture/sources.ts';
import { serveApp, testPassword, type TestApp } from '../support/http/app.ts';
import { onePixel } from '../support/write-files.ts';

let app: TestApp;
let admin: Client;
let anonymous: Client;
beforeEach(async () => {
  app = await serveApp();
  anonymous = createClient({ baseUrl: app.url, fetch });
  const { token } = await app.signIn('admin');
  admin = createClient({ baseUrl: app.url, fetch, credentials: { sessionToken: token } });
});
afterEach(() => app[Symbol.asyncDispose]());

const blogPosts = async (): Promise<string> => {
  const { body } = await anonymous.listCollections();
  return body.data.find(({ name }) => name === 'blog-posts')!.id;
};

const createPost = async (title: string) => {
  const collectionId = await blogPosts();
  return admin.createContent({ body: { collectionId, title, data: { content: 'ü\n' } } });
};

const errorOf = async (answer: Promise<unknown>): Promise<ApiError> => {
  const error = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

describe('the client', () => {
  test('has a method for each operation', () => {
    expect(Object.keys(anonymous)).toEqual(Object.keys(api));
  });

  test('sends bodies, path parameters, queries and headers, and returns the headers of the answer', async () => {
    const { status, headers, body } = await createPost('Tides & pools');
    expect([status, body.data.slug]).toEqual([201, 'tides-pools']);
    expect(headers.Location).toBe(`/api/content/${body.data.id}`);
    const params = { id: body.data.id };
    const changed = await admin.updateContent({
      params,
      headers: { 'If-Match': headers.ETag },
      body: { status: 'published' },
    });
    expect(changed.body.data).toMatchObject({ status: 'published', data: { content: 'ü\n' } });
    expect((await anonymous.getContent({ params })).body.data.title).toBe('Tides & pools');
    const { body: list } = await anonymous.listContent({
      query: { collection: 'blog-posts', limit: 1, status: 'published' },
    });
    expect(list.data.map(({ id }) => id)).toEqual([params.id]);
    expect(list.meta.filter.limit).toBe(1);
    const { body: queried } = await admin.queryContent({
      params: { name: 'blog-posts' },
      query: { where: { '[title][eq]': 'Tides & pools', 'slug][ne': '-' }, fields: 'title' },
    });
    expect(queried.data).toEqual([{ id: params.id, title: 'Tides & pools' }]);
    const slug = await anonymous.checkSlug({ query: { slug: 'a&b=c?#/' } });
    expect(slug.body.data.slug).toBe('a-b-c');
  });

  test('sends each condition of a query as a parameter of its own', async () => {
    const ids = await Promise.all(
      ['Tides', 'Pools', 'Gulls'].map(async (title) => (await createPost(title)).body.data.id),
    );
    const { body } = await admin.queryContent({
      params: { name: 'blog-posts' },
      query: {
        where: { '[id][in]': ids.slice(0, 2).join(','), '[title][startsWith]': 'T' },
        fields: 'title',
      },
    });
    expect(body.data).toEqual([{ id: ids[0], title: 'Tides' }]);
  });

  test('escapes path parameters', async () => {
    const error = await errorOf(anonymous.getContent({ params: { id: '../collections?x=#' } }));
    expect([error.status, error.code]).toEqual([404, 'not_found']);
  });

  test('signs in, and ends the session without a body', async () => {
    await app.signIn('editor');
    const body = { email: 'editor@example.com', password: testPassword };
    const { token } = (await anonymous.logIn({ body })).body;
    const editor = createClient({
      baseUrl: app.url,
      fetch,
      credentials: { sessionToken: token },
    });
    expect((await editor.getAccount()).body.user.email).toBe('editor@example.com');
    expect((await editor.logOut()).body.data.loggedOut).toBe(true);
    expect((await errorOf(editor.getAccount())).status).toBe(401);
  });

  test('reads with an API token', async () => {
    const created = await admin.createApiToken({ body: { name: 'web' } });
    const reader = createClient({
      baseUrl: app.url,
      fetch,
      credentials: { apiToken: created.body.data.token },
    });
    expect((await reader.listContent()).status).toBe(200);
    expect((await errorOf(reader.getAccount())).status).toBe(403);
  });

  test('uploads files with their fields, and downloads their bytes', async () => {
    const content = new Blob([new Uint8Array(onePixel)]);
    const { body } = await admin.uploadMedia({
      body: { folder: 'pictures', file: { name: 'ü.png', content } },
    });
    expect(body.data).toMatchObject({ originalName: 'ü.png', folder: 'pictures' });
    const record = { id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f', originalName: 'b.png' };
    const imported = await admin.importMedia({
      body: { record, file: { name: 'b.png', content } },
    });
    expect([imported.status, imported.body.data.outcome]).toEqual([201, 'created']);
    expect(
      (await admin.importMedia({ body: { record, file: { name: 'b.png', content } } })).status,
    ).toBe(200);
    const key = new URL(body.data.url).pathname.slice('/files/'.length);
    const file = await anonymous.getFile({ params: { key } });
    expect(file.headers['Content-Type']).toBe('image/png');
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.body) chunks.push(chunk);
    expect(Buffer.concat(chunks)).toEqual(Buffer.from(onePixel));
    const part = await anonymous.getFile({ params: { key }, headers: { Range: 'bytes=0-1' } });
    expect([part.status, part.headers['Content-Length']]).toEqual([206, '2']);
    for await (const _ of part.body) break;
  });

  test('reads lines as they arrive', async () => {
    for (const title of ['One', 'Two']) await createPost(title);
    const { body } = await admin.exportAll();
    const titles: string[] = [];
    for await (const line of body) if (line.type === 'content') titles.push(line.title);
    expect(titles.toSorted()).toEqual(['One', 'Two']);
  });

  test('returns pages as text, and does not follow redirects', async () => {
    expect((await anonymous.showLogin()).body).toContain('<form');
    const { status, headers, body } = await anonymous.logOutByLink();
    expect([status, headers.Location, body]).toEqual([302, '/auth/login', undefined]);
  });
});

describe('an error', () => {
  test('has status, code, message and issues', async () => {
    const collectionId = await blogPosts();
    const wrong = { collectionId, title: 5 as unknown as string };
    const error = await errorOf(admin.createContent({ body: wrong }));
    expect(error).toMatchObject({ name: 'ApiError', status: 400, code: 'invalid_input' });
    expect(error.issues).toEqual([expect.objectContaining({ path: 'title' })]);
    expect(error.message).not.toBe('');
    expect(error.retryAfterMs).toBeUndefined();
  });

  test('has the time after which to retry', async () => {
    const body = { email: 'admin@example.com', password: 'wrong password' };
    const attempts = Array.from({ length: 6 }, () => errorOf(anonymous.logIn({ body })));
    const limited = (await Promise.all(attempts)).find(({ status }) => status === 429);
    expect(limited?.code).toBe('rate_limited');
    expect(limited?.retryAfterMs).toBeGreaterThanOrEqual(1_000);
  });

  const answering = (response: () => Response): Client =>
    createClient({ baseUrl: 'http://cms.test', fetch: async () => response() });

  test('of another server has only its status', async () => {
    const client = answering(() => new Response('<html>', { status: 502, statusText: 'Bad' }));
    expect(await errorOf(client.getHealth())).toMatchObject({
      message: 'The server answered 502 Bad',
      code: undefined,
      issues: undefined,
    });
  });

  test.each([
    ['getHealth', 202],
    ['createContent', 200],
    ['logOutByLink', 200],
    ['logOutByLink', 307],
  ] as const)('is thrown if the answer to %s has the status %i', async (id, status) => {
    const client = answering(() => new Response('{}', { status }));
    const request = { body: { collection: 'pages', title: 'Tides' } };
    expect((await errorOf(client[id](request as never))).status).toBe(status);
  });

  test('is thrown for a redirect, so that credentials are not sent to another server', async () => {
    const redirect = { status: 307, headers: { Location: 'http://other.test' } };
    const error = await errorOf(answering(() => new Response(null, redirect)).getAccount());
    expect(error.status).toBe(307);
  });
});

describe('lines', () => {
  const bytes = new TextEncoder().encode('{"type":"a","x":"ü€"}\n{"type":"b"}\n{"type":"c"}');

  test.each([1, 2, 7, 1_000])('are the same in chunks of %i bytes', async (size) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (let start = 0; start < bytes.length; start += size) {
          controller.enqueue(bytes.slice(start, start + size));
        }
        controller.close();
      },
    });
    const client = createClient({ baseUrl: '', fetch: async () => new Response(body) });
    const lines: unknown[] = [];
    for await (const line of (await client.exportAll()).body) lines.push(line);
    expect(lines).toEqual([{ type: 'a', x: 'ü€' }, { type: 'b' }, { type: 'c' }]);
  });

  test('end the connection when the reader leaves', async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytes.slice(0, 26)),
      cancel: () => {
        isCancelled = true;
      },
    });
    const client = createClient({ baseUrl: '', fetch: async () => new Response(body) });
    for await (const _ of (await client.exportAll()).body) break;
    expect(isCancelled).toBe(true);
  });
});

describe('repetitions', () => {
  const busy = (status: number, headers: Record<string, string> = { 'Retry-After': '0' }) =>
    new Response('{"error":"Busy"}', { status, headers });
  const done = (status = 201) => new Response('{"data":{"id":"1"}}', { status });

  /** A client whose requests get these responses in turn. */
  const answeredBy = (responses: readonly (() => Response)[], options: object = {}) => {
    const requests: FetchRequest[] = [];
    const client = createClient({
      baseUrl: '',
      fetch: async (_, request = {}) => responses[requests.push(request) - 1]!(),
      ...options,
    });
    const keyOf = ({ headers }: FetchRequest) =>
      (headers as Record<string, string>)['Idempotency-Key'];
    return { client, requests, keys: () => requests.map(keyOf) };
  };
  const body = { collection: 'pages', title: 'Tides' };

  test('of a write have the same key, so that it happens once', async () => {
    const { client, keys } = answeredBy([() => busy(503), () => busy(429), done]);
    expect((await client.createContent({ body })).body.data.id).toBe('1');
    expect(keys()).toHaveLength(3);
    expect(new Set(keys()).size).toBe(1);
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('keep the key of the caller', async () => {
    const { client, keys } = answeredBy([() => busy(503), done]);
    await client.createContent({ body, idempotencyKey: 'mine' });
    expect(keys()).toEqual(['mine', 'mine']);
  });

  test('of a read have no key', async () => {
    const { client, keys } = answeredBy([() => busy(503), () => done(200)]);
    await client.getContent({ params: { id: '1' } });
    expect(keys()).toEqual([undefined, undefined]);
  });

  test('end after three, or as many as the caller wants', async () => {
    const usual = answeredBy(Array.from({ length: 5 }, () => () => busy(503)));
    expect((await errorOf(usual.client.getHealth())).status).toBe(503);
    expect(usual.requests).toHaveLength(4);
    const none = answeredBy([() => busy(503)], { retries: 0 });
    expect((await errorOf(none.client.createContent({ body }))).status).toBe(503);
    expect(none.keys()).toEqual([undefined]);
  });

  test.each([
    ['the service does not say when to come back', () => busy(503, {})],
    ['it asks for more than a minute', () => busy(429, { 'Retry-After': '61' })],
    ['it is another error', () => busy(500)],
  ])('do not happen if %s', async (_, response) => {
    const { client, requests } = answeredBy([response]);
    await errorOf(client.listContent());
    expect(requests).toHaveLength(1);
  });

  test('do not happen for a write that could happen twice', async () => {
    const { client, requests, keys } = answeredBy([() => busy(503)]);
    await errorOf(client.logIn({ body: { email: 'a@example.com', password: 'x' } }));
    expect(requests).toHaveLength(1);
    expect(keys()).toEqual([undefined]);
  });

  test('end when the caller does', async () => {
    const ended = new AbortController();
    const { client, requests } = answeredBy([() => busy(503, { 'Retry-After': '60' })]);
    const answer = client.listContent({ signal: ended.signal });
    setImmediate(() => ended.abort(new Error('left')));
    await expect(answer).rejects.toThrow('left');
    expect(requests[0]?.signal).toBe(ended.signal);
    await expect(client.listContent({ signal: ended.signal })).rejects.toThrow();
  });
});

describe('all pages', () => {
  const idsOf = async (
    entries: AsyncIterable<{ readonly id: string }>,
  ): Promise<readonly string[]> => {
    const ids: string[] = [];
    for await (const { id } of entries) ids.push(id);
    return ids;
  };
  const createPosts = async (count: number): Promise<readonly string[]> => {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) ids.push((await createPost(`Post ${n}`)).body.data.id);
    return ids;
  };

  test.each([1, 2, 3, 4, 5, 100])('of %i entries have all entries', async (limit) => {
    const ids = await createPosts(4);
    const list = paginate(anonymous.listContent, { query: { collection: 'blog-posts', limit } });
    expect(await idsOf(list)).toEqual(ids.toReversed());
    const query = paginateByCursor(anonymous.queryContent, {
      params: { name: 'blog-posts' },
      query: { sort: 'created_at', limit },
    });
    expect(await idsOf(query)).toEqual(ids);
    const rest = paginate(anonymous.listContent, { query: { limit, offset: 1 } });
    expect(await idsOf(rest)).toEqual(ids.toReversed().slice(1));
  });

  test('follow a large page that has left out an entry', async () => {
    const pages: Readonly<Record<number, readonly string[]>> = {
      0: ['a'],
      2: ['c', 'd'],
      4: ['e'],
    };
    const read = async ({ query }: { readonly query?: { readonly offset?: number } }) => {
      const data = (pages[query?.offset ?? 0] ?? []).map((id) => ({ id }));
      return { headers: {}, body: { data, meta: { count: data.length } } };
    };
    expect(await idsOf(paginate(read, { query: { limit: 2 } as object }))).toEqual([
      'a',
      'c',
      'd',
      'e',
    ]);
  });

  test('take one request if the only page is not full', async () => {
    await createPosts(2);
    let requests = 0;
    const read: Client['listContent'] = (request) => {
      requests += 1;
      return anonymous.listContent(request);
    };
    expect(await idsOf(paginate(read, { query: { limit: 3 } }))).toHaveLength(2);
    expect(requests).toBe(1);
  });

  test('of a query come with what expand adds', async () => {
    const content = new Blob([new Uint8Array(onePixel)]);
    const { body } = await admin.uploadMedia({ body: { file: { name: 'a.png', content } } });
    const featuredImage = body.data.id;
    for (const [n, data] of [{}, { featuredImage }, { featuredImage }].entries()) {
      await admin.createContent({ body: { collection: 'blog-posts', title: `Post ${n}`, data } });
    }
    const seen: unknown[] = [];
    const pages = pagesByCursor(anonymous.queryContent, {
      params: { name: 'blog-posts' },
      query: { sort: 'created_at', limit: 2, expand: 'featuredImage' },
    });
    for await (const { data, includedMedia = {} } of pages) {
      seen.push([data.length, includedMedia[featuredImage]?.mimeType]);
    }
    expect(seen).toEqual([
      [2, 'image/png'],
      [1, 'image/png'],
    ]);
  });

  test('contain an entry once that a new one moves to the next page', async () => {
    const ids = await createPosts(4);
    const found: string[] = [];
    for await (const { id } of paginate(anonymous.listContent, { query: { limit: 2 } })) {
      found.push(id);
      if (found.length === 2) await createPost('New');
    }
    expect(found).toEqual(ids.toReversed());
  });

  test('have the entries of the lists that have no ids', async () => {
    const ids = await createPosts(3);
    for (const id of ids)
      await admin.updateContent({ params: { id }, body: { status: 'published' } });
    for (const id of ids)
      await admin.updateContent({ params: { id }, body: { slug: `new-${id}` } });
    const sources: string[] = [];
    for await (const { from } of paginate(anonymous.listRedirects, { query: { limit: 1 } })) {
      sources.push(from);
    }
    expect(sources).toEqual(['post-0', 'post-1', 'post-2']);
  });
});

describe('the changes', () => {
  const titlesOf = ({ data }: { readonly data: readonly ChangeDto[] }): readonly string[] =>
    data.flatMap(({ item }) => item?.title ?? []);

  test('come with the items first, then as they happen, until the caller ends', async () => {
    await createPost('One');
    await createPost('Two');
    const ended = new AbortController();
    const pages = changes(anonymous, { collection: 'blog-posts', signal: ended.signal });
    const first = await pages.next();
    expect(titlesOf(first.value)).toEqual(['Two', 'One']);
    const next = pages.next();
    await createPost('Three');
    expect(titlesOf((await next).value)).toEqual(['Three']);
    const last = pages.next();
    ended.abort(new Error('left'));
    await expect(last).rejects.toThrow('left');
    const again = changes(anonymous, { collection: 'blog-posts', after: first.value!.meta.cursor });
    expect(titlesOf((await again.next()).value)).toEqual(['Three']);
    await again.return(undefined);
  });

  test('go on after failures, from the same place', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const asked: string[] = [];
    const page = (cursor: string) => Response.json({ data: [], meta: { cursor } });
    const answers = [
      () => page('a'),
      () => Promise.reject(new TypeError('fetch failed')),
      () => new Response('', { status: 502 }),
      () => page('b'),
    ];
    const client = createClient({
      baseUrl: '',
      fetch: async (url) => {
        asked.push(new URL(url, 'http://cms.test').searchParams.get('after') ?? '');
        return answers[asked.length - 1]!();
      },
    });
    const pages = changes(client, { after: 'first' });
    await pages.next();
    const next = pages.next();
    for (const ms of [1_000, 2_000]) {
      await vi.advanceTimersByTimeAsync(ms - 1);
      const count = asked.length;
      await vi.advanceTimersByTimeAsync(1);
      expect(asked.length).toBe(count + 1);
    }
    expect((await next).value?.meta.cursor).toBe('b');
    expect(asked).toEqual(['first', 'a', 'a', 'a']);
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  test.each([429, 503])(
    'come back after %d, when the service says so and not all at once',
    async (status) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      vi.spyOn(Math, 'random').mockReturnValue(0.8);
      const asked: string[] = [];
      const client = createClient({
        baseUrl: '',
        retries: 0,
        fetch: async (url) => {
          asked.push(new URL(url, 'http://cms.test').searchParams.get('after') ?? '');
          return asked.length < 2
            ? Response.json({ error: 'Busy' }, { status, headers: { 'Retry-After': '5' } })
            : Response.json({ data: [], meta: { cursor: 'next' } });
        },
      });
      const next = changes(client, { after: 'first' }).next();
      await vi.advanceTimersByTimeAsync(5_999);
      expect(asked).toEqual(['first']);
      await vi.advanceTimersByTimeAsync(1);
      expect((await next).value?.meta.cursor).toBe('next');
      expect(asked).toEqual(['first', 'first']);
      vi.restoreAllMocks();
      vi.useRealTimers();
    },
  );

  test('end if the cursor has expired', async () => {
    const gone = () => Response.json({ error: 'Gone', code: 'cursor_expired' }, { status: 410 });
    const client = createClient({ baseUrl: '', fetch: async () => gone() });
    await expect(changes(client).next()).rejects.toMatchObject({ code: 'cursor_expired' });
  });
});

test('the client is smaller than 6 KB for browsers, and imports nothing', async () => {
  const bundle = await rolldown({ input: join(projectRoot, 'contracts/client/index.ts') });
  const { output } = await bundle.generate({ minify: true });
  const [{ code, imports }] = output;
  expect([output.length, imports]).toEqual([1, []]);
  expect(gzipSync(code).length).toBeLessThan(6 * 1_024);
});

test('types come from the contract', () => {
  // Compiled, never run. An unused @ts-expect-error is a compiler error.
  const compiled = async (): Promise<void> => {
    const { body, headers } = await admin.getContent({ params: { id: 'x' } });
    const title: string = body.data.title;
    const etag: string | undefined = headers.ETag;
    // @ts-expect-error the title must be a string
    const wrong: number = body.data.title;
    // @ts-expect-error the id is missing
    await admin.getContent();
    // @ts-expect-error the parameter is called id
    await admin.getContent({ params: { key: 'x' } });
    // @ts-expect-error the operation has no query
    await admin.getDraft({ params: { id: 'x' }, query: {} });
    // @ts-expect-error the status does not exist
    await admin.listContent({ query: { status: 'deleted' } });
    // @ts-expect-error a new item needs a title
    await admin.createContent({ body: { collection: 'pages' } });
    // @ts-expect-error an upload needs a file
    await admin.uploadMedia({ body: { folder: 'x' } });
    // @ts-expect-error the header does not exist
    void (await admin.listUsers()).headers.ETag;
    // @ts-expect-error an entry of the list has no such member
    for await (const { name } of paginate(admin.listContent, {})) void name;
    // @ts-expect-error the list needs its parameters
    paginateByCursor(admin.queryContent, {});
    // @ts-expect-error the operation does not exist
    void admin.dropContent;
    void [title, etag, wrong];
  };
  expect(compiled).toBeTypeOf('function');
});

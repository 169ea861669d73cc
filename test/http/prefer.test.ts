import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prefersStrict } from '../../adapters/koa/body/strict-handling.ts';
import { ApiError, createClient } from '../../contracts/index.ts';
import { operator } from '../../core/index.ts';
import { serveApp, type SignedIn, type TestApp } from '../support/http/app.ts';
import { multipart, multipartType } from '../support/http/multipart.ts';
import { onePixel } from '../support/write-files.ts';

let app: TestApp;
let admin: SignedIn;
const strict = { Prefer: 'handling=strict' };

beforeAll(async () => {
  app = await serveApp();
  admin = await app.signIn('admin');
});

afterAll(() => app[Symbol.asyncDispose]());

describe('the preference', () => {
  test.each([
    'handling=strict',
    'Handling=Strict',
    'HANDLING = STRICT',
    'handling="strict"',
    'handling=strict; wait=10',
    ' handling=strict ; a="b;c" ; d',
    'respond-async, handling=strict',
    'foo="a, b", handling=strict',
    String.raw`foo="a\", b", handling=strict`,
    'foo="handling=lenient", handling=strict',
    ',,handling=strict,',
    'handling=strict, handling=lenient',
    '=, ;, handling=strict',
  ])('%s is strict', (header) => {
    expect(prefersStrict(header)).toBe(true);
  });

  test.each([
    undefined,
    '',
    'handling',
    'handling=',
    'handling=lenient',
    'handling=lenient, handling=strict',
    'handling=other, handling=strict',
    'handling=stricter',
    'handling="strict',
    "handling='strict'",
    'handling==strict',
    'handling: strict',
    'strict',
    'xhandling=strict',
    'foo="a, handling=strict"',
    'foo="a, handling=strict',
    'foo; handling=strict',
    'return=minimal',
    `${'"'.repeat(16_001)}, handling=strict`,
    `${'\\"'.repeat(8_000)} =${' '.repeat(8_000)}`,
  ])('%.40s is lenient', (header) => {
    expect(prefersStrict(header)).toBe(false);
  });

  test('applies from any of several headers, and the response says so', async () => {
    const headers = new Headers([
      ['Prefer', 'respond-async'],
      ['Prefer', 'handling=strict'],
    ]);
    const response = await fetch(`${app.url}/api/content?nothing=1`, { headers });
    await response.text();
    expect([response.status, response.headers.get('preference-applied')]).toEqual([
      400,
      'handling=strict',
    ]);
  });
});

describe('the response', () => {
  test('names the preference, whatever its status', async () => {
    const { id } = await app.cms.content.create(operator, { collection: 'pages', title: 'Status' });
    const tag = (await app.request(`/api/content/${id}`)).headers.get('etag') ?? '';
    const requests = [
      [`/api/content/${id}`, {}, 200],
      [`/api/content/${id}`, { headers: { 'If-None-Match': tag } }, 304],
      ['/api/content/x', {}, 404],
      ['/api/content', { headers: { 'X-API-Key': 'st_x' } }, 401],
      ['/api/settings', {}, 401],
      ['/auth/logout', {}, 302],
      ['/docs', {}, 200],
    ] as const;
    for (const [path, options, status] of requests) {
      const { headers = {} } = options as { headers?: Record<string, string> };
      const answer = await app.request(path, { headers: { ...headers, ...strict } });
      expect([path, answer.status, answer.headers.get('preference-applied')]).toEqual([
        path,
        status,
        'handling=strict',
      ]);
    }
  });

  test('varies by Prefer if the URL has a query, for shared caches', async () => {
    const varies = async (path: string, headers = {}) =>
      (await app.request(path, { headers })).headers.get('vary')?.split(/, */).includes('Prefer');
    expect(await varies('/api/content?limit=1')).toBe(true);
    expect(await varies('/api/content?limit=1', strict)).toBe(true);
    expect(await varies('/api/content')).toBe(false);
    const options = { body: Buffer.from(onePixel) };
    const part = [{ name: 'file', filename: 'p.png' }, options.body] as const;
    const uploaded = await app.request('/api/media/upload', {
      method: 'POST',
      body: multipart(part),
      headers: { ...admin.bearer, ...strict, 'Content-Type': multipartType },
    });
    const { pathname } = new URL(uploaded.json().data.url);
    expect(await varies(pathname)).toBeFalsy();
    expect(await varies(`${pathname}?v=2`)).toBe(true);
    expect((await app.request(`${pathname}?v=2`, { headers: strict })).status).toBe(400);
  });
});

describe('the typed client', () => {
  const query = { limt: 1 } as object;

  test('asks for strict handling', async () => {
    const client = createClient({ baseUrl: app.url, fetch });
    const error = await client.listContent({ query }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, issues: [{ path: 'limt' }] });
  });

  test('sends no preference if it is lenient', async () => {
    const sent: unknown[] = [];
    const client = createClient({
      baseUrl: app.url,
      handling: 'lenient',
      fetch: async (url, request) => {
        sent.push(request?.headers);
        return fetch(url, request as RequestInit);
      },
    });
    expect((await client.listContent({ query })).status).toBe(200);
    expect(sent).toEqual([{}]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csrfTokens } from '../../adapters/http/caller/csrf.ts';
import { operationRouter, type RouterOptions } from '../../adapters/koa/operation-router.ts';
import type { RequestContext } from '../../adapters/http/request-context.ts';
import { operations, type Api, type Handlers } from '../../contracts/index.ts';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import { anonymous } from '../../core/index.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await serveApp();
});

afterAll(() => app[Symbol.asyncDispose]());

describe('paths', () => {
  test('the document is at /api and at /api/', async () => {
    const [bare, slashed] = [await app.request('/api'), await app.request('/api/')];
    expect(bare.json().openapi).toBe('3.0.3');
    expect(slashed.text).toBe(bare.text);
  });

  test.each([
    '/api/content/',
    '/API/content',
    '/api/Content',
    '/api//content',
    '//api/content',
    '/api/content/a/b',
    '/api/content%2F',
    '/nothing',
    '/api/content.json',
    '/auth/Login',
    '/files/',
  ])('%s is not found', async (path) => {
    const { status, json } = await app.request(path);
    expect([status, json().code]).toEqual([404, 'not_found']);
  });

  test('a path segment that no record can have is not found', async () => {
    for (const id of ['%00', '%zz', 'a%2Fb', '%E0%A4%A']) {
      expect((await app.request(`/api/content/${id}`)).status).toBe(404);
    }
  });

  test('a NUL is rejected by the router', async () => {
    // Like a database, which cannot store a NUL.
    const fail = () => Promise.reject(new Error('invalid byte sequence'));
    const store = alteredStore(new MemoryStore(), ({ site }) => ({
      site: altered(site, { load: (name) => (name === undefined ? site.load() : fail()) }),
    }));
    await using failing = await serveApp({ core: { ports: { store } } });
    expect((await failing.request('/api/collections/a/content')).status).toBe(500);
    expect((await failing.request('/api/collections/%00/content')).status).toBe(404);
  });

  test('the root redirects to /admin, and that to the login page', async () => {
    const root = await app.request('/');
    const admin = await app.request('/admin');
    expect([root.status, root.headers.get('location')]).toEqual([302, '/admin']);
    expect([admin.status, admin.headers.get('location')]).toEqual([303, '/auth/login']);
  });
});

describe('methods', () => {
  test.each([
    ['PATCH', '/api/content', 'GET, HEAD, OPTIONS, POST'],
    ['DELETE', '/api/content', 'GET, HEAD, OPTIONS, POST'],
    ['POST', '/api/content/x', 'DELETE, GET, HEAD, OPTIONS, PUT'],
    ['GET', '/auth/register', 'OPTIONS, POST'],
    ['PUT', '/auth/logout', 'GET, OPTIONS, POST'],
    ['POST', '/api/health', 'GET, HEAD, OPTIONS'],
  ])('%s on %s is 405 with an Allow header', async (method, path, allow) => {
    const answer = await app.request(path, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
    expect(answer.json().code).toBe('method_not_allowed');
  });

  test('a method override header is ignored', async () => {
    const { status } = await app.request('/api/health?_method=DELETE', {
      headers: { 'X-HTTP-Method-Override': 'DELETE' },
    });
    expect(status).toBe(200);
  });

  test('HEAD answers like GET, without the body', async () => {
    const get = await app.request('/api/content');
    const head = await app.request('/api/content', { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['content-type', 'cache-control', 'vary']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100);
  });

  test('OPTIONS lists the methods of known paths', async () => {
    const known = await app.request('/api/content', { method: 'OPTIONS' });
    expect([known.status, known.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
    expect((await app.request('/nothing', { method: 'OPTIONS' })).status).toBe(404);
  });
});

describe('the start', () => {
  const options: RouterOptions = {
    identify: async () => ({ actor: anonymous, byCookie: false }),
    clientOf: () => '',
    csrf: csrfTokens('a secret for tests, of more than thirty-two bytes'),
    publicUrl: 'http://cms.test',
    hasProvider: true,
  };
  const handlers = Object.fromEntries(operations.map(([id]) => [id, async () => undefined]));
  const route = (changed: object) =>
    operationRouter(
      { ...handlers, ...changed } as unknown as Handlers<Api, RequestContext>,
      options,
    );

  test('every operation needs a handler', () => {
    expect(route({}).stack).toHaveLength(operations.length);
    expect(() => route({ getContent: undefined })).toThrow('Operation getContent has no handler');
  });

  test('every handler needs an operation', () => {
    expect(() => route({ dropTables: async () => undefined })).toThrow(
      'Handler dropTables has no operation',
    );
  });
});

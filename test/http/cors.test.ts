import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operations } from '../../contracts/index.ts';
import { restSubject } from '../support/http/rest-subject.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import type { RestRequest, RestResponse } from '../conformance/rest-api/index.ts';

const allowed = 'https://www.example.com';

let open: TestApp;
let closed: TestApp;
let subjects: readonly ReturnType<typeof restSubject>[];

beforeAll(async () => {
  open = await serveApp({ corsOrigins: [allowed, 'http://localhost:3000'] });
  closed = await serveApp();
  subjects = [open, closed].map(({ url }) => restSubject(url));
});

// Some of the requests count as attempts to sign in.
beforeEach(() => {
  for (const { clock } of [open, closed]) clock.advance(60_000);
});

afterAll(async () => {
  for (const { close } of subjects) close();
  await Promise.all([open, closed].map((app) => app[Symbol.asyncDispose]()));
});

const send = (at: 'open' | 'closed', request: RestRequest): Promise<RestResponse> => {
  const subject = subjects[at === 'open' ? 0 : 1];
  return subject === undefined ? expect.fail(at) : subject.send(request);
};

/** Requests for every kind of response, with the expected status. */
const kinds: Readonly<Record<string, readonly [RestRequest, number]>> = {
  'a success': [{ method: 'GET', path: '/api/content' }, 200],
  'a page': [{ method: 'GET', path: '/auth/login' }, 200],
  'a redirect': [{ method: 'GET', path: '/auth/logout' }, 302],
  'no credentials': [{ method: 'GET', path: '/auth/me' }, 401],
  'wrong credentials': [
    { method: 'GET', path: '/api/content', headers: { 'X-API-Key': 'x' } },
    401,
  ],
  'a wrong parameter': [{ method: 'GET', path: '/api/content?limit=x' }, 400],
  'no such thing': [{ method: 'GET', path: '/api/content/x' }, 404],
  'no such path': [{ method: 'GET', path: '/nothing' }, 404],
  'no such method': [{ method: 'PATCH', path: '/api/content' }, 405],
  'no such file': [{ method: 'GET', path: '/files/x/y' }, 404],
  'a wrong type': [
    { method: 'POST', path: '/auth/login', headers: { 'Content-Type': 'a/b' }, body: 'x' },
    415,
  ],
  'a long body': [
    {
      method: 'POST',
      path: '/auth/login',
      headers: { 'Content-Type': 'application/json' },
      body: ' '.repeat(70_000),
    },
    413,
  ],
};

const preflight = (
  path: string,
  method = 'PUT',
  headers = 'X-Evil, Authorization',
): RestRequest => ({
  method: 'OPTIONS',
  path,
  headers: {
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': headers,
    'Access-Control-Request-Private-Network': 'true',
  },
});

const from = (origin: string, request: RestRequest): RestRequest => ({
  ...request,
  headers: { ...request.headers, Origin: origin },
});

const corsHeaders = ({ headers }: RestResponse): readonly string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));

/** Origins that a careless comparison accepts as the allowed one. */
const otherOrigins = [
  'null',
  '*',
  'https://evil.example',
  'https://www.example.com.evil.example',
  'https://evilwww.example.com',
  'https://evil.example?https://www.example.com',
  'https://evil.example#https://www.example.com',
  'https://evil.example/https://www.example.com',
  'https://www.example.com@evil.example',
  'https://user@www.example.com',
  'https://user:pass@www.example.com',
  'https://www.example.com:443',
  'https://www.example.com:8443',
  'https://www.example.com:',
  'https://www.example.com.',
  'https://www.example.com/',
  'https://www.example.com/path',
  'https://WWW.EXAMPLE.COM',
  'HTTPS://www.example.com',
  'http://www.example.com',
  'https://example.com',
  'https://a.www.example.com',
  'https://wwwXexample.com',
  'https://www.example.co',
  'https://www.example.com, https://evil.example',
  'https://evil.example, https://www.example.com',
  'https://www.example.com https://evil.example',
  'https://www.example.com%00.evil.example',
  'https://www.example.com`.evil.example',
  'https://www.example.com_.evil.example',
  'www.example.com',
  '//www.example.com',
  'http://localhost',
  'http://localhost:3001',
  'http://localhost:30000',
  'http://127.0.0.1:3000',
  'http://cms.test',
  'file://',
  'chrome-extension://abcdefgh',
];

describe('a request from another origin (CVE-2023-49803, CVE-2025-53092)', () => {
  test.each(otherOrigins)('%j gets no CORS headers on any response', async (origin) => {
    for (const [kind, [request, status]] of Object.entries(kinds)) {
      const answer = await send('open', from(origin, request));
      expect([kind, answer.status, corsHeaders(answer)]).toEqual([kind, status, []]);
      // A cache must not return the response for one origin to another.
      expect([kind, answer.headers['vary']?.includes('Origin')]).toEqual([kind, true]);
    }
    for (const path of ['/api/content', '/auth/login', '/nothing']) {
      expect(corsHeaders(await send('open', from(origin, preflight(path))))).toEqual([]);
    }
  });

  test('gets its own origin in the CORS headers of every response if it is allowed', async () => {
    for (const [kind, [request, status]] of Object.entries(kinds)) {
      const answer = await send('open', from(allowed, request));
      expect([kind, answer.status]).toEqual([kind, status]);
      expect([kind, answer.headers['access-control-allow-origin']]).toEqual([kind, allowed]);
      expect(answer.headers['access-control-allow-credentials']).toBe('true');
      expect(answer.headers['vary']).toContain('Origin');
    }
  });

  test.each([allowed, 'http://127.0.0.1', 'null', ...otherOrigins.slice(0, 5)])(
    'gets no CORS headers if no origin is allowed: %j',
    async (origin) => {
      for (const [request] of Object.values(kinds)) {
        expect(corsHeaders(await send('closed', from(origin, request)))).toEqual([]);
      }
      expect(corsHeaders(await send('closed', from(origin, preflight('/api/content'))))).toEqual(
        [],
      );
    },
  );
});

describe('a preflight', () => {
  const paths = [...new Set(operations.map(([, { path }]) => path.replace(/\{\w+\}/g, 'x')))];

  test.each(paths)('gets exactly the methods and headers of the API: %s', async (path) => {
    for (const [method, wanted] of [
      ['DELETE', 'X-API-Key'],
      ['PATCH', 'X-Evil'],
      ['*', '*'],
      ['TRACE', 'Cookie'],
    ] as const) {
      const answer = await send('open', from(allowed, preflight(path, method, wanted)));
      expect(answer.status).toBe(204);
      const received = Object.fromEntries(
        corsHeaders(answer).map((name) => [name, answer.headers[name]]),
      );
      expect(received).toEqual({
        'access-control-allow-origin': allowed,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'GET,POST,PUT,DELETE,OPTIONS',
        'access-control-allow-headers': 'Content-Type,Authorization,X-API-Key',
        'access-control-max-age': '600',
      });
      expect(answer.cookies).toEqual([]);
    }
  });

  test('also gets the headers that the configuration allows', async () => {
    const corsAllowHeaders = ['If-Match', 'Prefer'] as const;
    await using app = await serveApp({ corsOrigins: [allowed], corsAllowHeaders });
    const ask = async (origin: string) => {
      const { headers } = await app.request('/api/content', {
        method: 'OPTIONS',
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'PUT',
          'Access-Control-Request-Headers': 'X-Change-Note',
        },
      });
      return headers.get('access-control-allow-headers');
    };
    expect(await ask(allowed)).toBe('Content-Type,Authorization,X-API-Key,If-Match,Prefer');
    expect(await ask('https://evil.example')).toBeNull();
  });
});

test('scripts of allowed origins can read what the API says in headers', async () => {
  const { headers } = await send('open', from(allowed, { method: 'GET', path: '/api/content' }));
  expect(headers['access-control-expose-headers']?.split(',')).toEqual([
    'ETag',
    'Idempotent-Replayed',
    'Location',
    'Preference-Applied',
    'Retry-After',
    'X-Cache-Source',
    'X-Cache-Status',
    'X-Cache-TTL',
    'X-Quoin-Tags',
    'X-Request-Id',
    'X-Response-Time',
  ]);
});

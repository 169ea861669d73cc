import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveApp, type TestApp } from '../support/http/app.ts';

const origin = 'https://www.example.com';
const other = 'https://app.example.com';

let closed: TestApp;
let open: TestApp;

beforeAll(async () => {
  closed = await serveApp();
  open = await serveApp({ publicUrl: 'https://cms.test', corsOrigins: [origin, other] });
});

afterAll(() => Promise.all([closed, open].map((app) => app[Symbol.asyncDispose]())));

const corsHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

const preflight = { 'Access-Control-Request-Method': 'PUT' };

describe('calls from other origins', () => {
  test('get no CORS headers if no origin is allowed', async () => {
    for (const [method, path] of [
      ['GET', '/api/content'],
      ['OPTIONS', '/api/content'],
      ['GET', '/x'],
    ] as const) {
      const { headers } = await closed.request(path, {
        method,
        headers: { Origin: origin, ...preflight },
      });
      expect(corsHeaders(headers)).toEqual({});
      expect(headers.get('vary') ?? '').not.toContain('Origin');
    }
  });

  test('an allowed origin is named exactly, on all answers', async () => {
    for (const [path, status] of [
      ['/api/content', 200],
      ['/nothing', 404],
      ['/auth/me', 401],
      ['/api/content?limit=x', 400],
    ] as const) {
      const answer = await open.request(path, { headers: { Origin: other } });
      expect(answer.status).toBe(status);
      expect(corsHeaders(answer.headers)).toMatchObject({
        'access-control-allow-origin': other,
        'access-control-allow-credentials': 'true',
      });
      expect(answer.headers.get('vary')).toContain('Origin');
    }
  });

  test('a preflight lists exactly what the API allows', async () => {
    const { status, headers } = await open.request('/api/content', {
      method: 'OPTIONS',
      headers: { Origin: origin, ...preflight, 'Access-Control-Request-Headers': 'X-Evil' },
    });
    expect(status).toBe(204);
    expect(corsHeaders(headers)).toEqual({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET,POST,PUT,DELETE,OPTIONS',
      'access-control-allow-headers': 'Content-Type,Authorization,X-API-Key',
      'access-control-max-age': '600',
    });
  });

  test.each([
    'null',
    'https://www.example.com.evil',
    'https://evil-www.example.com',
    'https://www.example.com:444',
    'http://www.example.com',
    'https://WWW.example.com',
    'https://www.example.com/',
    'https://example.com',
    '*',
    '',
  ])('%j is not an allowed origin', async (unknown) => {
    const get = await open.request('/api/content', { headers: { Origin: unknown } });
    const options = await open.request('/api/content', {
      method: 'OPTIONS',
      headers: { Origin: unknown, ...preflight },
    });
    expect([corsHeaders(get.headers), corsHeaders(options.headers)]).toEqual([{}, {}]);
    expect(get.headers.get('vary')).toContain('Origin');
  });
});

describe('every answer', () => {
  test.each(['/api/content', '/nothing', '/auth/me', '/auth/login', '/api/health'])(
    '%s has security headers and does not name the server software',
    async (path) => {
      const { headers } = await closed.request(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.has('x-powered-by')).toBe(false);
      expect(headers.has('server')).toBe(false);
      expect(headers.has('strict-transport-security')).toBe(false);
    },
  );

  test('has Strict-Transport-Security if the public URL is https', async () => {
    const { headers } = await open.request('/api/content');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  test('may be stored by shared caches only if it is public', async () => {
    const { bearer } = await closed.signIn('viewer');
    const policy = async (path: string, headers = {}) =>
      (await closed.request(path, { headers })).headers.get('cache-control');
    expect(await policy('/api/content')).toBe('no-cache');
    expect(await policy('/api/content', bearer)).toBe('private, no-cache');
    expect(await policy('/auth/me', bearer)).toBe('no-store');
    expect(await policy('/auth/me')).toBe('no-store');
    const { headers } = await closed.request('/api/content');
    expect(headers.get('vary')).toContain('Authorization, Cookie, X-API-Key');
    expect(headers.getSetCookie()).toEqual([]);
  });
});

describe('the log', () => {
  const lines = () => closed.log.entries.filter(({ message }) => message === 'Request');

  test('has one line for each request, with the path template instead of the path', async () => {
    const before = lines().length;
    const secret = 'st_thisisasecretthatmustnotbelogged';
    const { headers } = await closed.request(`/api/content/${secret}?token=${secret}`, {
      headers: { 'X-API-Key': secret, Cookie: `auth_token=${secret}` },
    });
    await closed.request('/nothing/at/all');
    const [first, second, ...others] = lines().slice(before);
    expect(others).toEqual([]);
    expect(first?.fields).toEqual({
      request: headers.get('x-request-id'),
      method: 'GET',
      route: '/api/content/{id}',
      status: 401,
      ms: expect.any(Number),
    });
    expect(second?.fields).toMatchObject({ status: 404, route: undefined });
    expect(JSON.stringify(closed.log.entries)).not.toContain(secret);
  });

  test('has the path, too, if that is configured, but never the query', async () => {
    await using open = await serveApp({ logsPaths: true });
    await open.request('/api/content?search=secret');
    await open.request('/nothing/at%0aall');
    const logged = open.log.entries.map(({ fields }) => fields);
    expect(logged).toMatchObject([
      { route: '/api/content', path: '/api/content' },
      { route: undefined, path: '/nothing/at%0aall' },
    ]);
    expect(JSON.stringify(logged)).not.toContain('secret');
  });

  test('has request ids of its own, or those of a trusted proxy', async () => {
    const headers = { 'X-Request-Id': 'given-by-the-caller' };
    const own = (await closed.request('/api/health', { headers })).headers.get('x-request-id');
    expect(own).toMatch(/^[0-9a-f-]{36}$/);
    await using behindProxy = await serveApp({ trustProxy: 1 });
    const named = async (id: string) =>
      (await behindProxy.request('/api/health', { headers: { 'X-Request-Id': id } })).headers.get(
        'x-request-id',
      );
    expect(await named('given-by-the-proxy')).toBe('given-by-the-proxy');
    expect(await named('<script>')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

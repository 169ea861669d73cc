import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostOf } from '../../../adapters/koa/steps/request-target.ts';
import { operator } from '../../../core/index.ts';
import { serveApp, testPassword, type TestApp } from '../../support/http/app.ts';
import { sendRaw, statusesIn } from '../../support/http/raw-socket.ts';

let app: TestApp;

beforeAll(async () => {
  app = await serveApp({ allowedHosts: ['cms.example.com', '10.0.0.5', 'xn--bcher-kva.example'] });
  await app.cms.settings.update(operator, { siteName: 'Secret name' });
});

afterAll(() => app[Symbol.asyncDispose]());

const get = (host: string, path = '/api/content', headers = {}) =>
  app.request(path, { headers: { Host: host, ...headers } });

const allowed = [
  'cms.example.com',
  'cms.example.com:8787',
  'CMS.Example.COM.',
  'cms.example.com.:443',
  '10.0.0.5:80',
  'xn--bcher-kva.example',
  'localhost',
  'LOCALHOST:8787',
  'localhost.',
  'admin.localhost:1',
  '127.0.0.1',
  '127.8.9.10:8787',
  '[::1]',
  '[::1]:8787',
  '[0:0:0:0:0:0:0:1]:8787',
  '[::ffff:127.0.0.1]',
];

const rejected = [
  'rebound.evil.example',
  'rebound.evil.example:8787',
  'www.cms.example.com',
  'cms.example.com.evil.example',
  'evilcms.example.com',
  'localhost.evil.example',
  'evil-localhost',
  '.localhost.evil',
  '128.0.0.1',
  '10.0.0.50',
  '0.0.0.0',
  '[::2]',
  '[::ffff:10.0.0.6]',
  'evil.example@localhost',
  'localhost@evil.example',
  'localhost:80@evil.example',
  'localhost, evil.example',
  'localhost/evil.example',
  'localhost:x',
  '[::1',
  ' ',
];

describe('the service answers only for its hosts', () => {
  test.each(allowed)('%s is one', async (host) => {
    expect((await get(host)).status).toBe(200);
    // The second time, the answer comes from memory.
    expect((await get(host)).status).toBe(200);
  });

  test.each(rejected)('%j is not', async (host) => {
    await get('localhost');
    const { status, json, headers } = await get(host);
    expect(status).toBe(421);
    expect(json()).toEqual({
      error: 'The service does not answer for this host',
      details: 'If it is a name of the service, set PUBLIC_URL or ALLOWED_HOSTS',
      code: 'host_not_allowed',
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    '/',
    '/admin',
    '/admin/assets/index.js',
    '/auth/login',
    '/docs',
    '/favicon.svg',
    '/files/key/name.png',
    '/api',
    '/api/system/health',
    '/nothing',
  ])('also for %s', async (path) => {
    const { status, text } = await get('rebound.evil.example', path, { Accept: 'text/html' });
    expect(status).toBe(421);
    expect(text).not.toContain('evil');
    expect(text).not.toContain('Secret name');
  });

  test('and nobody registers at another one', async () => {
    const json = { email: 'eve@example.com', password: testPassword };
    const headers = { Host: 'rebound.evil.example', 'X-Forwarded-Host': 'localhost' };
    const answer = await app.request('/auth/register', { method: 'POST', json, headers });
    expect(answer.status).toBe(421);
    expect(await app.cms.users.list(operator, {})).toEqual([]);
  });

  test('a check of health may use any host', async () => {
    for (const path of ['/api/health', '/api/health?probe=1']) {
      expect((await get('10.42.0.17:8787', path)).status).toBe(200);
    }
  });
});

describe('the host of a request', () => {
  const close = 'Connection: close\r\n\r\n';
  const statusOf = async (head: string) => statusesIn(await sendRaw(app.url, head + close));

  test.each([
    ['an absolute URL', 'GET http://evil.example/api HTTP/1.1\r\nHost: localhost\r\n', 421],
    ['its Host', 'GET http://localhost/api HTTP/1.1\r\nHost: evil.example\r\n', 421],
    [
      'an absolute URL with health',
      'GET http://evil.example/api/health HTTP/1.1\r\nHost: evil.example\r\n',
      421,
    ],
    [
      'an absolute URL with credentials',
      'GET http://localhost@evil.example/api HTTP/1.1\r\nHost: localhost\r\n',
      421,
    ],
    ['both', 'GET HTTP://LOCALHOST:1/api HTTP/1.1\r\nHost: localhost\r\n', 200],
    [
      'two hosts, the first wrong',
      'GET /api HTTP/1.1\r\nHost: evil.example\r\nHost: localhost\r\n',
      421,
    ],
    [
      'two hosts, the second wrong',
      'GET /api HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n',
      400,
    ],
    ['no host', 'GET /api HTTP/1.1\r\n', 400],
    ['an empty host', 'GET /api HTTP/1.1\r\nHost:\r\n', 421],
    ['HTTP/1.0 without a host', 'GET /api HTTP/1.0\r\n', 200],
    ['HTTP/1.0 with a host', 'GET /api HTTP/1.0\r\nHost: evil.example\r\n', 421],
  ])('with %s', async (_, head, status) => {
    expect(await statusOf(head)).toEqual([status]);
  });
});

test('without a list, the service answers for every host', async () => {
  await using open = await serveApp();
  expect((await open.request('/api', { headers: { Host: 'any.example' } })).status).toBe(200);
});

test('a host has one spelling', () => {
  expect(['::1', '[::0001]:80', 'A.B.', '127.1', 'a b', 'a/b', ''].map(hostOf)).toEqual([
    '[::1]',
    '[::1]',
    'a.b',
    '127.0.0.1',
    undefined,
    undefined,
    undefined,
  ]);
});

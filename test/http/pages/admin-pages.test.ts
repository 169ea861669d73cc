import { afterEach, beforeEach, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { serveApp, type TestApp } from '../../support/http/app.ts';

let app: TestApp;

let Cookie: string;

beforeEach(async () => {
  app = await serveApp();
  Cookie = `auth_token=${(await app.signIn('viewer')).token}`;
});

afterEach(() => app[Symbol.asyncDispose]());

const get = (path: string, headers: Record<string, string> = {}) =>
  app.request(path, { headers: { Cookie, ...headers } });

test.each(['/admin', '/admin/content/x?a=b', '/admin/nothing', '/admin/api-tokens'])(
  '%s is the page of the admin, with a CSRF cookie and a strict policy',
  async (path) => {
    await app.cms.settings.update(operator, { siteName: '</title><script>alert(1)</script>' });
    const { status, headers, text } = await get(path);
    expect(status).toBe(200);
    expect(text).toContain('<title>&lt;/title&gt;&lt;script&gt;alert(1)');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.getSetCookie().join()).toMatch(/^csrf_token=[^;]+; /);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(text).not.toMatch(/<script>|<style|\son\w+=|\sstyle=/);
  },
);

test('without a session, the login page opens and leads back', async () => {
  const { status, headers } = await app.request('/admin/content?status=draft', {});
  expect([status, headers.get('location')]).toEqual([
    303,
    '/auth/login?next=%2Fadmin%2Fcontent%3Fstatus%3Ddraft',
  ]);
});

test('its files are compressed, and cached forever', async () => {
  const { text } = await get('/admin');
  const [script = ''] = /\/admin\/assets\/[\w-]+\.js/.exec(text) ?? [];
  for (const [accepted, encoding] of [
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const { status, headers } = await get(script, { 'Accept-Encoding': accepted });
    expect([status, headers.get('content-encoding')]).toEqual([200, encoding]);
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('vary')).toContain('Accept-Encoding');
  }
});

test.each([
  'nothing.js',
  '..%2findex.html',
  'index.html',
  '.sources',
  '%2e%2e%2f%2e%2e%2fpackage.json',
])('the asset %s is not found', async (name) => {
  expect((await get(`/admin/assets/${name}`)).status).toBe(404);
});

test('a service without the admin says so', async () => {
  await using bare = await serveApp({ adminFolder: undefined });
  const { token } = await bare.signIn('viewer');
  const { status, text } = await bare.request('/admin', {
    headers: { Cookie: `auth_token=${token}` },
  });
  expect(status).toBe(200);
  expect(text).toContain('runs without the admin');
  expect(text).toContain('action="/auth/logout"');
});

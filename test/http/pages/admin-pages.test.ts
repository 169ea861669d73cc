import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

describe('frames', () => {
  /** What frames of the admin may show, for the holder of a cookie. */
  const sourcesFor = async (cookie = Cookie): Promise<string | undefined> => {
    const { headers } = await get('/admin', { Cookie: cookie });
    return /frame-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
  };
  const setUrl = (name: string, previewUrl: string | null) =>
    app.cms.collections.update(operator, name, { previewUrl });

  test('show nothing, or the origins of preview URLs, as they are at the moment', async () => {
    expect(await sourcesFor()).toBe("'none'");
    await setUrl('blog-posts', 'https://Example.com:443/a?id={id}');
    await setUrl('pages', 'http://localhost:4321/{slug}');
    expect(await sourcesFor()).toBe('https://example.com http://localhost:4321');
    await setUrl('pages', 'https://example.com/other/{slug}#{token}');
    expect(await sourcesFor()).toBe('https://example.com');
    await setUrl('blog-posts', null);
    await app.cms.collections.update(operator, 'pages', { isActive: false });
    expect(await sourcesFor()).toBe("'none'");
    const { token } = await app.signIn('admin');
    expect(await sourcesFor(`auth_token=${token}`)).toBe('https://example.com');
  });

  test('never show the origin of the service, or a host that no browser accepts', async () => {
    for (const url of [
      new URL('/{slug}', app.url).href,
      'https://999.999.999.999/',
      'http://a:99999/',
    ]) {
      await setUrl('pages', decodeURI(url));
      expect([url, await sourcesFor()]).toEqual([url, "'none'"]);
    }
  });

  test('have a policy of limited length', async () => {
    for (let n = 0; n < 60; n += 1) {
      const previewUrl = `https://${'a'.repeat(60)}-${n}.example.com/`;
      await app.cms.collections.create(operator, { name: `notes-${n}`, previewUrl });
    }
    const sources = (await sourcesFor()) ?? '';
    expect(sources.length).toBeLessThan(2_000);
    expect(sources.split(' ').length).toBeGreaterThan(20);
  });

  test('are described to nobody without a session, and in no other response', async () => {
    await setUrl('pages', 'https://secret.example.com/');
    const { text } = await get('/admin');
    const [script = ''] = /\/admin\/assets\/[\w-]+\.js/.exec(text) ?? [];
    for (const path of ['/admin', '/', script, '/favicon.svg', '/docs', '/auth/login']) {
      const { headers } = await app.request(path);
      expect([path, JSON.stringify([...headers])]).not.toEqual([
        path,
        expect.stringContaining('secret.example.com'),
      ]);
    }
  });

  test('cost files of the admin no statement', async () => {
    const { text } = await get('/admin');
    const [script = ''] = /\/admin\/assets\/[\w-]+\.js/.exec(text) ?? [];
    const { collections } = app.ports.store.repositories;
    let reads = 0;
    const list = collections.list.bind(collections);
    Object.assign(collections, {
      list: () => {
        reads += 1;
        return list();
      },
    });
    await get(script);
    expect(reads).toBe(0);
    await get('/admin');
    expect(reads).toBe(1);
  });
});

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

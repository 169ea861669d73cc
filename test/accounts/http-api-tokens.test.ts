import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../contracts/index.ts';
import { operator } from '../../core/index.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { fingerprint } from '../support/access/fingerprint.ts';
import { connectTo, readToEnd } from '../support/http/raw-socket.ts';
import { memoryIdentityProvider } from '../support/openid/memory-identity-provider.ts';

let app: TestApp;
/** Tokens for all collections, and for `pages` only. */
let site: string;
let scoped: string;
let pages: string;
let posts: string;

beforeAll(async () => {
  // Without a provider, some operations do not exist.
  app = await serveApp({
    core: {
      publicUrl: 'http://cms.test',
      ports: { identityProvider: memoryIdentityProvider() },
    },
  });
  const { cms } = app;
  site = (await cms.apiTokens.create(operator, { name: 'all' })).secret;
  scoped = (await cms.apiTokens.create(operator, { name: 'some', collections: ['pages'] })).secret;
  const collections = await cms.collections.list(operator);
  posts = collections.find(({ name }) => name === 'blog-posts')?.id ?? '';
  pages = collections.find(({ name }) => name === 'pages')?.id ?? '';
  await cms.content.create(operator, { collectionId: posts, title: 'Hidden post' });
  await cms.content.create(operator, { collectionId: pages, title: 'Open page' });
});

afterAll(() => app[Symbol.asyncDispose]());

const key = (secret: string) => ({ headers: { 'X-API-Key': secret } });

describe('an API token', () => {
  test('is accepted only with its complete secret', async () => {
    expect((await app.request('/api/content', key(site))).status).toBe(200);
    const prefixes = Array.from({ length: site.length }, (_, length) => site.slice(0, length));
    const swapped = site.replace(/[a-z]/gi, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    const wrong = [`${site}A`, `${site}=`, `${site},${site}`, `x${site}`, site.slice(3), swapped];
    const escaped = [encodeURIComponent(`${site}%`), `"${site}"`, `Bearer ${site}`, `${site};a=b`];
    for (const guess of [
      ...prefixes,
      ...wrong,
      ...escaped,
      '%',
      'st_',
      'st_%',
      'st_*',
      '__proto__',
    ]) {
      const answer = await app.request('/api/content', key(guess));
      expect([guess, answer.status, answer.json().code]).toEqual([guess, 401, 'invalid_token']);
    }
  });

  test.each(['access_token', 'api_key', 'apikey', 'token', 'X-API-Key', 'x-api-key', 'key'])(
    'is ignored in a URL, a cookie or another header: %s (CVE-2024-47822)',
    async (name) => {
      await app.cms.settings.update(operator, { publicContent: 'all' });
      const secret = encodeURIComponent(scoped);
      // If the token were used, its scope would hide the post.
      const shown = await app.request(`/api/content?${name}=${secret}`);
      expect(shown.text).toContain('Hidden post');
      expect((await app.request(`/auth/me?${name}=${secret}`)).status).toBe(401);
      const cookie = { headers: { Cookie: `${name}=${scoped}` } };
      expect((await app.request('/api/content', cookie)).text).toContain('Hidden post');
      for (const Authorization of [`Bearer ${site}`, `Token ${site}`, `ApiKey ${site}`, site]) {
        const answer = await app.request('/api/content', { headers: { Authorization } });
        expect(answer.status).toBe(401);
      }
      expect(JSON.stringify(app.log.entries)).not.toContain(scoped);
    },
  );

  test('is not stored, logged or listed after its creation', async () => {
    const { bearer } = await app.signIn('admin');
    const json = { name: 'fresh' };
    const made = await app.request('/api/tokens', { method: 'POST', json, headers: bearer });
    const { token: secret, id } = made.json().data as {
      readonly token: string;
      readonly id: string;
    };
    await app.request('/api/content', key(secret));
    await app.request(`/api/content?a=${secret}`, key(secret));
    const list = await app.request('/api/tokens', { headers: bearer });
    const exported = await app.request('/api/transfer/export', { headers: bearer });
    const everywhere = [
      await fingerprint(app.ports),
      JSON.stringify(app.log.entries),
      list.text,
      exported.text,
    ];
    expect(list.text).toContain(id);
    for (const place of everywhere) expect(place).not.toContain(secret.slice(8));
  });

  test('revoked at one instance is rejected by all others from the next request on', async () => {
    await using other = await serveApp({ core: { ports: app.ports } });
    const { secret, token } = await app.cms.apiTokens.create(operator, { name: 'short' });
    await app.cms.plugins.configure(operator, 'cache', { active: true });
    const statuses = async () =>
      Promise.all(
        [app, other].map(async (each) => (await each.request('/api/content', key(secret))).status),
      );
    expect(await statuses()).toEqual([200, 200]);
    await app.cms.apiTokens.revoke(operator, token.id);
    expect(await statuses()).toEqual([401, 401]);
    await app.cms.plugins.configure(operator, 'cache', { active: false });
  });

  test('cannot write, and the write is rejected before its body arrives', async () => {
    const socket = await connectTo(app.url);
    const answer = readToEnd(socket);
    socket.write(
      `POST /api/content HTTP/1.1\r\nHost: a\r\nX-API-Key: ${site}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n`,
    );
    socket.once('data', () => socket.destroy());
    expect(await answer).toMatch(/^HTTP\/1.1 403 [\s\S]*token_read_only/);
  });

  const writes = operations.filter(([, { method }]) => method !== 'get');

  test.each(writes)(
    'cannot call an operation other than GET: %s',
    async (_, { method, path, success }) => {
      const options = { ...key(site), method: method.toUpperCase() };
      const answer = await app.request(path.replace(/\{\w+\}/g, posts), options);
      expect(answer.status).toBe(403);
      if (success.kind === 'redirect') expect(answer.text).toContain('API tokens are read-only');
      else expect(answer.json().code).toBe('token_read_only');
    },
  );
});

describe('a scope', () => {
  const names = [
    'blog-posts',
    'Blog-Posts',
    'blog-posts ',
    ' blog-posts',
    'blog-posts/',
    'blog-posts\u0000',
    'blog\u2010posts',
    'blοg-posts',
    'blog-posts%00',
    'blog-posts\u200b',
    'pages,blog-posts',
    'pages blog-posts',
    '["pages","blog-posts"]',
    '*',
    '%',
    '../blog-posts',
    'pages/../blog-posts',
    '__proto__',
    'constructor',
    '',
    "pages' OR '1'='1",
  ];

  test.each(names)('hides a collection requested by a similar name: %j', async (name) => {
    const encoded = encodeURIComponent(name);
    for (const path of [
      `/api/content?collection=${encoded}`,
      `/api/collections/${encoded}/content`,
    ]) {
      const answer = await app.request(path, key(scoped));
      expect([path, answer.status]).toEqual([path, expect.toBeOneOf([400, 403, 404])]);
      expect(answer.text).not.toContain('Hidden post');
    }
  });

  test.each([
    'collection=pages&collection=blog-posts',
    'collection=blog-posts&collection=pages',
    'collection[]=blog-posts',
    'collection[$ne]=pages',
    'collectionId=ID',
    'where={"collectionId":"ID"}',
    'Collection=blog-posts',
    'include=blog-posts&populate=*',
    'status=draft&limit=1000&offset=0',
  ])('cannot be widened by parameters: %s', async (query) => {
    const answer = await app.request(`/api/content?${query.replace('ID', posts)}`, key(scoped));
    expect(answer.status).toBeOneOf([200, 400]);
    expect(answer.text).not.toContain('Hidden post');
    expect(answer.text).not.toContain(posts);
  });

  test('hides an item requested by any spelling of its id', async () => {
    const [hidden] = (await app.ports.store.repositories.contents.listAfter(undefined, 10)).filter(
      ({ collectionId }) => collectionId === posts,
    );
    const id = hidden?.id ?? '';
    const spellings = [id, id.toUpperCase(), `{${id}}`, id.replaceAll('-', ''), `urn:uuid:${id}`];
    for (const spelling of spellings) {
      const answer = await app.request(`/api/content/${encodeURIComponent(spelling)}`, key(scoped));
      expect([spelling, answer.status]).toEqual([spelling, expect.toBeOneOf([403, 404])]);
      expect(answer.text).not.toContain('Hidden');
    }
  });

  test('shows no other collection in any list', async () => {
    const collections = await app.request('/api/collections', key(scoped));
    const named = collections.json().data as readonly { readonly name: string }[];
    expect(named.map(({ name }) => name)).toEqual(['pages']);
    const content = await app.request('/api/content?limit=1000', key(scoped));
    const found = content.json().data as readonly { readonly collectionId: string }[];
    expect(new Set(found.map(({ collectionId }) => collectionId))).toEqual(new Set([pages]));
  });

  test('is not revealed by meta', async () => {
    const { token } = await app.cms.apiTokens.create(operator, {
      name: 'm',
      collections: ['pages'],
    });
    const { meta } = (await app.request('/api/content', key(scoped))).json();
    expect(meta.filter.where.and).toEqual([]);
    for (const secret of [token.id, pages, scoped, 'tokenId', 'scope']) {
      expect(JSON.stringify(meta.query.params)).not.toContain(secret);
    }
  });
});

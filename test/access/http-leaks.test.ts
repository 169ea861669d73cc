import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type Operation } from '../../contracts/index.ts';
import { operator } from '../../core/index.ts';
import { serveApp, testPassword } from '../support/http/app.ts';
import { findImplementationDetails } from '../support/access/implementation-details.ts';
import { testSecret } from '../support/core/memory-cms.ts';
import { restSubject } from '../support/http/rest-subject.ts';
import { rightsTable } from '../support/access/rights-table.ts';
import { rightsWorld, type RightsWorld } from '../support/access/rights-world.ts';

let world: RightsWorld;

beforeAll(async () => {
  world = await rightsWorld();
});

afterAll(() => world[Symbol.asyncDispose]());

const root = new URL('../..', import.meta.url).pathname;

/** Pages and the OpenAPI documents contain prose, in which some of these words are allowed. */
const isProse = (path: string): boolean =>
  ['/docs', '/api', '/api/', '/api/openapi'].includes(path);

describe('no response reveals implementation details (CVE-2025-53887)', () => {
  const callers = [
    'anonymous',
    'an API token',
    'a viewer',
    'an author',
    'an admin',
    'a forged session',
  ];

  test.each(rightsTable)('$label', async ({ id, request: make }) => {
    for (const caller of callers) {
      const { headers, userId } = world.principals[caller] ?? expect.fail(caller);
      if (id.startsWith('logOut') && userId !== undefined) continue;
      const request = await make(world, userId);
      const answer = await world.send({ ...request, headers: { ...request.headers, ...headers } });
      const received = JSON.stringify(answer.headers) + (isProse(request.path) ? '' : answer.text);
      expect([caller, ...findImplementationDetails(received)]).toEqual([caller]);
      expect(Object.keys(answer.headers)).not.toContain('server');
      expect(Object.keys(answer.headers)).not.toContain('x-powered-by');
    }
  });

  test('the OpenAPI document and the API reference contain no version of a package', async () => {
    const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
    // The version of the OpenAPI specification may be that of a package, too.
    const { openapi: _, ...document } = (await world.request('/api')).json();
    const { dependencies } = manifest as { dependencies: object };
    const page = await world.request('/docs');
    for (const each of Object.values(dependencies)) {
      expect(JSON.stringify(document)).not.toContain(`"${String(each)}"`);
      expect(page.text).not.toContain(`>${String(each)}<`);
    }
  });

  test('only the account itself and admins see its e-mail address', async () => {
    const { email } = await world.signIn('editor');
    for (const caller of ['anonymous', 'an API token', 'a viewer', 'an author', 'an editor']) {
      const { headers } = world.principals[caller] ?? expect.fail(caller);
      const reads = Object.entries<Operation>(api).filter(
        ([id, { method, path }]) =>
          method === 'get' && !path.includes('{') && !id.startsWith('logOut'),
      );
      for (const [id, { path }] of reads) {
        const { text } = await world.send({ method: 'GET', path: `${path}?slug=x`, headers });
        expect([caller, id, text.includes(email)]).toEqual([caller, id, false]);
      }
    }
  });
});

describe('the log', () => {
  test('contains no credentials and no input', async () => {
    await using app = await serveApp({ trustProxy: 1 });
    const subject = restSubject(app.url);
    const { bearer, token, email } = await app.signIn('admin');
    const { secret } = await app.cms.apiTokens.create(operator, { name: 'site' });
    const input = 'whatever-was-said';
    const path = `/api/content/${input}?q=${input}&token=${secret}`;
    const login = { email, password: testPassword };
    const headers = {
      'User-Agent': input,
      Referer: `http://a/${input}`,
      'X-Request-Id': `<${input}>`,
    };
    const form = { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' };
    const json = { ...headers, 'Content-Type': 'application/json' };
    const requests = [
      { method: 'GET', path, headers: { ...headers, ...bearer } },
      { method: 'GET', path, headers: { ...headers, 'X-API-Key': secret } },
      {
        method: 'GET',
        path,
        headers: { ...headers, Cookie: `auth_token=${token}; csrf_token=${input}` },
      },
      { method: 'GET', path: `/${input}/${secret}`, headers },
      { method: 'POST', path: '/auth/login', headers: json, body: JSON.stringify(login) },
      {
        method: 'POST',
        path: '/auth/login',
        headers: json,
        body: JSON.stringify({ ...login, password: input }),
      },
      { method: 'POST', path: '/auth/login', headers: json, body: `{"email":"${input}` },
      {
        method: 'POST',
        path: '/auth/login/form',
        headers: form,
        body: new URLSearchParams(login).toString(),
      },
      {
        method: 'POST',
        path: '/auth/register',
        headers: json,
        body: JSON.stringify({ ...login, username: input }),
      },
      {
        method: 'PUT',
        path: '/auth/password',
        headers: { ...json, ...bearer },
        body: JSON.stringify({ currentPassword: testPassword, newPassword: input }),
      },
      {
        method: 'POST',
        path: '/api/tokens',
        headers: { ...json, ...bearer },
        body: JSON.stringify({ name: input }),
      },
      {
        method: 'POST',
        path: '/api/media/upload',
        headers: bearer,
        parts: [{ name: 'file', filename: input, contentType: input, bytes: Buffer.from(input) }],
      },
      { method: 'GET', path: `/files/${input}/${secret}`, headers: { ...headers, Range: input } },
      {
        method: 'PUT',
        path: '/api/settings',
        headers: { ...json, ...bearer },
        body: JSON.stringify({ siteName: input }),
      },
    ];
    const answers: string[] = [];
    for (const request of requests) answers.push((await subject.send(request)).text);
    subject.close();
    const made = answers.flatMap((text) =>
      [...text.matchAll(/"token":"([^"]{20,})"/g)].map(([, each]) => each ?? ''),
    );
    expect(made.length).toBeGreaterThan(1);
    const lines = JSON.stringify(app.log.entries);
    expect(app.log.entries.length).toBeGreaterThanOrEqual(requests.length);
    for (const word of [
      input,
      secret,
      token,
      email,
      testPassword,
      testSecret,
      ...made,
      'pbkdf2',
      'Bearer',
    ]) {
      expect([word, lines.includes(word)]).toEqual([word, false]);
    }
    expect(app.log.entries.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('a hidden resource gets the same response as a missing one', () => {
  const get = async (path: string, headers = {}) => {
    const answer = await world.send({ method: 'GET', path, headers });
    const compared = Object.entries(answer.headers).filter(
      ([name]) => !['date', 'x-request-id'].includes(name),
    );
    return JSON.stringify([answer.status, compared, answer.text]);
  };
  const missing = '00000000-0000-4000-8000-000000000000';

  test('an item requested by id, and a collection by name', async () => {
    await world.cms.settings.update(operator, { publicContent: 'published' });
    const hidden = await world.item(undefined, world.posts);
    await world.cms.collections.create(operator, { name: 'inactive', isActive: false });
    const outsiders = ['anonymous', 'an API token'].map((name) => world.principals[name]?.headers);
    for (const headers of outsiders) {
      for (const more of [{}, { 'If-None-Match': '*' }, { 'If-None-Match': '"1"' }]) {
        const known = await get(`/api/content/${hidden.id}`, { ...headers, ...more });
        expect(known).toBe(await get(`/api/content/${missing}`, { ...headers, ...more }));
      }
      const collection = await get('/api/collections/inactive/content', headers);
      expect(collection).toBe(await get('/api/collections/missing/content', headers));
    }
    await world.cms.settings.update(operator, { publicContent: 'all' });
  });

  test('a collection outside the scope of a token', async () => {
    const { headers } = world.principals['an API token for one collection'] ?? {};
    for (const path of ['/api/collections/NAME/content', '/api/content?collection=NAME']) {
      const there = await get(path.replace('NAME', 'pages'), headers);
      const other = await get(path.replace('NAME', 'nopes'), headers);
      expect(there.replaceAll('pages', 'nopes')).toBe(other);
    }
  });

  test('users and collections, for callers who are not admins', async () => {
    for (const caller of ['anonymous', 'an API token', 'a viewer', 'an editor']) {
      const { headers } = world.principals[caller] ?? {};
      const id = await world.user();
      expect(await get(`/api/users/${id}`, headers)).toBe(
        await get(`/api/users/${missing}`, headers),
      );
      const there = await get('/api/collections/pages', headers);
      expect(there).toBe(await get('/api/collections/nowhere', headers));
    }
  });

  test('the meta object of a list does not reveal the caller', async () => {
    for (const [name, { headers, userId }] of Object.entries(world.principals)) {
      const { status, text } = await world.send({ method: 'GET', path: '/api/content', headers });
      if (status !== 200) continue;
      const { query, filter } = JSON.parse(text).meta;
      expect([name, filter.where.and]).toEqual([name, []]);
      expect([name, JSON.stringify(query).includes(userId ?? 'userId')]).toEqual([name, false]);
    }
  });
});

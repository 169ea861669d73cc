import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError, createClient, operations } from '../../contracts/index.ts';
import { operator } from '../../core/index.ts';
import { settingRows } from '../../core/vocabulary.ts';
import { serveApp, type SignedIn, type TestApp } from '../support/http/app.ts';
import { multipart, multipartType } from '../support/http/multipart.ts';
import { memoryIdentityProvider } from '../support/openid/memory-identity-provider.ts';
import { onePixel } from '../support/write-files.ts';
import { prefersStrict } from '../../adapters/http/body/strict-handling.ts';

let app: TestApp;

let admin: SignedIn;

const strict = { Prefer: 'handling=strict' };

beforeAll(async () => {
  // Without a provider, its operations answer with 404 to everything.
  const ports = { identityProvider: memoryIdentityProvider() };
  app = await serveApp({ core: { publicUrl: 'https://cms.example.org', ports } });
  admin = await app.signIn('admin');
});

afterAll(() => app[Symbol.asyncDispose]());

const pathsIn = ({ issues }: { readonly issues: readonly { readonly path: string }[] }) =>
  issues.map(({ path }) => path);

const issuesOf = async (path: string, options: Parameters<TestApp['request']>[1] = {}) => {
  const headers = { ...admin.bearer, ...strict, ...options.headers };
  const { status, json, headers: received } = await app.request(path, { ...options, headers });
  expect(received.get('preference-applied')).toBe('handling=strict');
  return status < 400 ? status : pathsIn(json());
};

describe('unknown parameters', () => {
  const types = {
    json: 'application/json',
    form: 'application/x-www-form-urlencoded',
    upload: 'multipart/form-data',
  };
  const paths = operations.map(([, { method, path, takesRest, body }]) => [
    method.toUpperCase(),
    path.replace(/\{\w+\}/g, takesRest === true ? 'a/b' : 'x'),
    body === undefined ? '' : types[body.kind],
  ]);

  test.each(paths)(
    'are rejected by %s %s, and ignored without the preference',
    async (method, path, type) => {
      const url = `${path}?%F0%9F%91%8B=1&bogus=2&bogus=3`;
      const { bearer } = await app.signIn('admin');
      const send = (headers: Record<string, string>) =>
        app.request(url, {
          method,
          ...(type !== '' && { body: 'x' }),
          headers: {
            ...(path !== '/auth/logout' && bearer),
            ...(type !== '' && { 'Content-Type': type }),
            ...headers,
          },
        });
      const answer = await send(strict);
      expect(answer.headers.get('preference-applied')).toBe('handling=strict');
      expect(answer.status).toBe(400);
      if (answer.headers.get('content-type')?.startsWith('text/html') === true) return;
      const body = answer.json();
      expect([body.code, pathsIn(body)]).toEqual(['invalid_input', ['👋', 'bogus']]);
      const lenient = await send({});
      expect(lenient.text).not.toContain('bogus');
      expect(lenient.headers.get('preference-applied')).toBeNull();
    },
  );

  test('are listed with the known ones, as is a limit that would be reduced', async () => {
    const headers = { ...admin.bearer, ...strict };
    const { json } = await app.request('/api/media?limit=1001&sort=x', { headers });
    expect(json().issues).toEqual([
      {
        path: 'sort',
        message: 'is unknown. Known: limit, offset, q, folder, subfolders, type, alt, total',
      },
      { path: 'limit', message: 'must be at most 1000' },
    ]);
  });

  test.each(['/api/content', '/api/collections/pages/content', '/api/media', '/api/users'])(
    'a limit over 1000 is rejected: %s',
    async (path) => {
      expect(await issuesOf(`${path}?limit=1000&offset=0`)).toBe(200);
      for (const limit of ['1001', '9'.repeat(400)]) {
        expect(await issuesOf(`${path}?limit=${limit}`)).toEqual(['limit']);
      }
      expect(await issuesOf(`${path}?limit=0`)).toEqual(['limit']);
      expect((await app.request(`${path}?limit=1001`, { headers: admin.bearer })).status).toBe(200);
    },
  );
});

describe('unknown members', () => {
  const send = (method: string, path: string, json: unknown) => issuesOf(path, { method, json });

  test('of new content are rejected, and nothing is stored', async () => {
    const content = { collection: 'pages', title: 'y', content: 'lost?', date: 1 };
    expect(await send('POST', '/api/content', content)).toEqual(['content', 'date']);
    expect((await app.request('/api/content?slug=y')).json().data).toEqual([]);
  });

  test.each([
    ['PUT', '/api/settings', { siteName: 'S', sitename: 'x' }, ['sitename']],
    ['PUT', '/auth/me', { lastname: 'x' }, ['lastname']],
    ['POST', '/auth/login', { email: 'a', password: 'b', remember: true }, ['remember']],
    [
      'PUT',
      '/api/users/x/permissions',
      { permissions: [{ collection: 'pages', role: 'editor', rol: 1 }, { a: 1 }] },
      ['permissions.0.rol', 'permissions.1.a'],
    ],
    ['PUT', '/api/plugins/cache', { settings: { ttlSecond: 5 } }, ['settings.ttlSecond']],
    [
      'POST',
      '/api/collections',
      {
        name: 'strict',
        schema: {
          required: [],
          requird: [],
          properties: {
            title: { type: 'string', maxLenght: 5 },
            list: { type: 'array', items: { type: 'object', properties: { x: { typ: 1 } } } },
            free: { type: 'string', default: { any: 1 } },
          },
        },
      },
      [
        'schema.requird',
        'schema.properties.title.maxLenght',
        'schema.properties.list.items.properties.x.typ',
      ],
    ],
    [
      'POST',
      '/api/transfer/content',
      { items: [{ collection: 'pages', title: 't', data: { x: 1 }, colection: 1 }], verbatm: 1 },
      ['verbatm', 'items.0.colection'],
    ],
  ])('of %s %s are rejected at any depth', async (method, path, body, paths) => {
    expect(await send(method, path, body)).toEqual(paths);
  });

  test('are named in the message, with the known ones; a hundred at most', async () => {
    const body = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`m${n}`, 1]));
    const options = { method: 'PUT', headers: { ...admin.bearer, ...strict } };
    const { json } = await app.request('/api/settings', { ...options, json: body });
    expect(json().error).toBe(
      `m0: is unknown. Known: ${settingRows.map(([name]) => name).join(', ')}`,
    );
    expect(json().issues).toHaveLength(100);
    expect(json().details).toContain('first 100');
    const long = { ['x'.repeat(50_000)]: 1 };
    const { text } = await app.request('/api/settings', { ...options, json: long });
    expect(text.length).toBeLessThan(1_000);
  });

  test('in a value nested a hundred thousand levels deep are found', async () => {
    const depth = 100_000;
    const inner = `${'{"type":"array","items":'.repeat(depth)}{"typ":1}${'}'.repeat(depth)}`;
    const body = `{"collections":[{"schema":{"properties":{"a":${inner}}}}]}`;
    const options = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
    const paths = await issuesOf('/api/transfer/collections', options);
    expect(String(paths)).toMatch(/^collections\.0\.schema\.properties\.a\.items\./);
  });

  test('of a form are rejected', async () => {
    // The requests before this one counted as logins.
    app.clock.advance(60_000);
    const headers = { ...strict, 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = 'email=a&password=b&remember=1';
    const answer = await app.request('/auth/login/form', { method: 'POST', body, headers });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([
      400,
      'handling=strict',
    ]);
    expect(answer.text).toContain('remember');
    const { status } = await app.request('/auth/login/form', {
      method: 'POST',
      body,
      headers: { ...headers, Prefer: 'handling=lenient' },
    });
    expect(status).toBe(303);
  });

  test.each([true, false])(
    'of an upload are rejected, before the file or after it (%s)',
    async (isFirst) => {
      const file = [{ name: 'file', filename: 'p.png' }, Buffer.from(onePixel)] as const;
      const part = [{ name: 'foldr' }, 'x'] as const;
      const parts = isFirst ? [part, file] : [file, part];
      const options = {
        method: 'POST',
        body: multipart(...parts),
        headers: { 'Content-Type': multipartType },
      };
      expect(await issuesOf('/api/media/upload', options)).toEqual(['foldr']);
      expect(await app.cms.media.list(operator, {})).toEqual([]);
      const record = { id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f', originalName: 'p', fodler: 'x' };
      const body = multipart([{ name: 'record' }, JSON.stringify(record)], file);
      expect(await issuesOf('/api/transfer/media', { ...options, body })).toEqual([
        'record.fodler',
      ]);
      expect(await app.cms.media.list(operator, {})).toEqual([]);
    },
  );
});

describe('keys of data', () => {
  const text = { type: 'string' };
  const photo = { type: 'object', properties: { source: text } };
  const properties = {
    title: text,
    place: { type: 'object', properties: { name: text } },
    photos: { type: 'array', items: photo },
    free: { type: 'object', properties: {} },
    any: { type: 'json' },
    sections: {
      type: 'blocks',
      blocks: { quote: { properties: { text, photo } }, divider: { properties: {} } },
    },
  };
  const known = {
    title: 'a',
    place: { name: 'b' },
    photos: [{ source: 'c' }],
    free: { x: 1 },
    any: { y: 1 },
    sections: [{ type: 'quote', id: 'q', text: 'd', photo: { source: 'e' } }, { type: 'divider' }],
  };
  const misspelled = {
    titel: 'a',
    place: { nmae: 'b' },
    photos: [{ source: 'c' }, { sorce: 'c' }],
    sections: [{ type: 'quote', txt: 'd', photo: { sorce: 'e' } }],
  };
  const paths = [
    'data.titel',
    'data.place.nmae',
    'data.photos.1.sorce',
    'data.sections.0.txt',
    'data.sections.0.photo.sorce',
  ];
  const send = (method: string, path: string, json: unknown, headers = {}) =>
    issuesOf(path, { method, json, headers });
  let created = 0;
  const create = async (data: unknown, status = 'draft', collection = 'keyed') => {
    const json = { collection, title: 'K', slug: `k-${(created += 1)}`, status, data };
    const options = { method: 'POST', json, headers: admin.bearer };
    return (await app.request('/api/content', options)).json().data.id as string;
  };

  beforeAll(async () => {
    for (const [name, schema] of [
      ['keyed', { properties }],
      ['unkeyed', {}],
    ] as const) {
      const json = { name, displayName: name, schema };
      await app.request('/api/collections', { method: 'POST', json, headers: admin.bearer });
    }
  });

  test('that the schema does not have are rejected in new content', async () => {
    const body = { collection: 'keyed', title: 'New' };
    expect(await send('POST', '/api/content', { ...body, data: misspelled })).toEqual(paths);
    expect(await send('POST', '/api/content', { ...body, data: known })).toBe(201);
  });

  test('are named with the known ones', async () => {
    const json = { collection: 'keyed', title: 'N', data: { place: { nmae: 'b' } } };
    const headers = { ...admin.bearer, ...strict };
    const body = (await app.request('/api/content', { method: 'POST', json, headers })).json();
    expect([body.code, body.error]).toEqual([
      'unknown_data',
      'data.place.nmae: is unknown. Known: name',
    ]);
  });

  test('are free without the preference, and where the schema names no fields', async () => {
    const json = { collection: 'keyed', title: 'Lenient', data: misspelled };
    const options = { method: 'POST', json, headers: admin.bearer };
    expect((await app.request('/api/content', options)).status).toBe(201);
    const free = { collection: 'unkeyed', title: 'Free', data: misspelled };
    expect(await send('POST', '/api/content', free)).toBe(201);
  });

  test('are allowed in a change if what is stored has them, in any entry of a list', async () => {
    const path = `/api/content/${await create(misspelled)}`;
    const [photo0, photo1] = misspelled.photos;
    const moved = { ...misspelled, photos: [photo1, photo0], title: 'b' };
    expect(await send('PUT', path, { data: moved })).toBe(200);
    expect(await send('PUT', path, { data: { ...moved, other: 1 } })).toEqual(['data.other']);
    expect(await send('PUT', path, { data: known })).toBe(200);
    expect(await send('PUT', path, { data: moved })).toEqual(
      paths.map((each) => each.replace('photos.1', 'photos.0')),
    );
    expect(await send('PUT', path, { title: 'c', status: 'published' })).toBe(200);
  });

  test('are allowed in a working copy if it or its item has them', async () => {
    const path = `/api/content/${await create({ ofItem: 1 }, 'published')}/draft`;
    const save = (data: unknown) => send('PUT', path, { data });
    expect(await save({ ofCopy: 1 })).toEqual(['data.ofCopy']);
    const json = { data: { ofCopy: 1 } };
    await app.request(path, { method: 'PUT', json, headers: admin.bearer });
    expect(await save({ ofCopy: 2, ofItem: 2 })).toBe(200);
    expect(await save({ ofCopy: 2, ofItem: 2, ofNone: 2 })).toEqual(['data.ofNone']);
  });

  test('are rejected in a merging save, but not those that somebody else has stored', async () => {
    const path = `/api/content/${await create({ title: 'a' })}`;
    const tag = (await app.request(path, { headers: admin.bearer })).headers.get('etag') ?? '';
    const json = { data: { title: 'a', theirs: 1 } };
    await app.request(path, { method: 'PUT', json, headers: admin.bearer });
    const merging = { Prefer: 'handling=strict, merge', 'If-Match': tag };
    const merge = async (data: unknown) => {
      const options = { method: 'PUT', json: { data }, headers: { ...admin.bearer, ...merging } };
      const { status, json: body } = await app.request(path, options);
      return status < 400 ? body().data.data : pathsIn(body());
    };
    expect(await merge({ title: 'b', mine: 1 })).toEqual(['data.mine']);
    expect(await merge({ title: 'b' })).toEqual({ title: 'b', theirs: 1 });
  });

  test('follow the schema of the collection to which a change moves the item', async () => {
    const path = `/api/content/${await create({ old: 1 }, 'draft', 'unkeyed')}`;
    const move = { collection: 'keyed', data: { old: 1, title: 'a', nwe: 2 } };
    expect(await send('PUT', path, move)).toEqual(['data.nwe']);
    expect(await send('PUT', path, { collection: 'keyed' })).toBe(200);
  });

  test('with a reference that is no id are rejected, unless it is stored', async () => {
    const [page, photo] = [{ type: 'reference', collection: 'keyed' }, { type: 'media' }];
    const schema = {
      properties: {
        page,
        photo,
        pages: { type: 'array', items: page },
        group: { type: 'object', properties: { page } },
        parts: { type: 'blocks', blocks: { picture: { properties: { photo, page } } } },
        body: { type: 'markdown' },
      },
    };
    const named = { name: 'naming', displayName: 'Naming', schema };
    await app.request('/api/collections', { method: 'POST', json: named, headers: admin.bearer });
    const data = {
      page: 'not-an-id',
      photo: 'http://cms.test/files/photo.png',
      pages: ['0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f', 'mara-voss'],
      group: { page: 'x' },
      parts: [{ type: 'picture', photo: 'https://example.org/a.png', page: 'y' }],
      body: '[a](quoin:tides)',
    };
    expect(await send('POST', '/api/content', { collection: 'naming', title: 'N', data })).toEqual([
      'data.page',
      'data.pages.1',
      'data.group.page',
      'data.parts.0.page',
    ]);
    const path = `/api/content/${await create(data, 'draft', 'naming')}`;
    expect(await send('PUT', path, { data: { ...data, pages: ['mara-voss'] } })).toBe(200);
    expect(await send('PUT', path, { data: { page: 'other' } })).toEqual(['data.page']);
    const health = '/api/health/content?problem=broken';
    const answer = (await app.request(health, { headers: admin.bearer })).json();
    const broken: readonly { readonly field: string; readonly target: object }[] = answer.data;
    const listed = broken.map(({ field, target }) => [field, target]);
    expect(listed).toEqual(
      expect.arrayContaining([
        ['page', { kind: 'item', id: 'not-an-id' }],
        ['photo', { kind: 'media', id: data.photo }],
        ['pages', { kind: 'item', id: 'mara-voss' }],
        ['group.page', { kind: 'item', id: 'x' }],
        ['parts.page', { kind: 'item', id: 'y' }],
        ['body', { kind: 'item', id: 'tides' }],
      ]),
    );
  });

  test('are free in imports, restores and transfers', async () => {
    const items = [{ collection: 'keyed', title: 'T', slug: 'imported-key', data: { x: 1 } }];
    expect(await send('POST', '/api/transfer/content', { items })).toBe(200);
    const path = `/api/content/${await create({ x: 1 })}`;
    await send('PUT', path, { data: {} });
    expect(await send('POST', `${path}/restore`, { version: 1 })).toBe(200);
    expect((await app.request(path)).json().data.data).toEqual({ x: 1 });
  });

  test('are listed up to a hundred, with short paths', async () => {
    const data = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`m${n}`, 1]));
    const json = { collection: 'keyed', title: 'Many', data: { ['x'.repeat(50_000)]: 1, ...data } };
    const headers = { ...admin.bearer, ...strict };
    const answer = await app.request('/api/content', { method: 'POST', json, headers });
    expect(answer.json().issues).toHaveLength(100);
    expect(answer.text.length).toBeLessThan(20_000);
  });
});

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

test.each(['/api/content?', '/api/search?q=tides&'])(
  'an unknown collection in %s gives an empty list, and 404 with the preference',
  async (path) => {
    const slug = path.includes('search') ? 'tides-found' : 'tides-listed';
    const item = { collection: 'pages', title: 'Tides', slug, status: 'published' } as const;
    await app.cms.content.create(operator, item);
    for (const [name, status] of [
      ['pages', 200],
      ['artcles', 404],
    ] as const) {
      const lenient = await app.request(`${path}collection=${name}`);
      expect([lenient.status, lenient.json().data.length > 0]).toEqual([200, name === 'pages']);
      const answer = await app.request(`${path}collection=${name}`, { headers: strict });
      expect(answer.status).toBe(status);
    }
  },
);

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

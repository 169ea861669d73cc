import { expect, test } from 'vitest';
import { PinoLog } from '../../adapters/pino/pino-log.ts';
import { operator } from '../../core/index.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';

const prepare = async (app: TestApp) => {
  const { cms } = app;
  const previewUrl = 'https://example.com/?token={token}';
  await cms.collections.update(operator, 'blog-posts', { previewUrl });
  const { id } = await cms.content.create(operator, {
    collection: 'blog-posts',
    title: 'Tides',
    status: 'published',
  });
  await cms.drafts.save(operator, id, { title: 'Rewritten' });
  const { bearer } = await app.signIn('editor');
  const post = (path: string, headers = {}) =>
    app.request(path, { method: 'POST', headers: { ...bearer, ...headers } });
  return { id, bearer, post, path: `/api/content/${id}` };
};

test('the log contains no token, whatever happens to the request', async () => {
  const lines: string[] = [];
  const log = new PinoLog({ stream: { write: (line) => void lines.push(line) } });
  await using app = await serveApp({ log, logsPaths: true, core: { ports: { log } } });
  const { path, post } = await prepare(app);
  const tokens: string[] = [];
  for (const place of [`${path}/preview`, '/api/preview']) {
    tokens.push((await post(place)).json().data.token);
  }
  const digests = await Promise.all(tokens.map((token) => app.ports.digest.sha256(token)));
  const ask = async (token: string) => {
    for (const place of [path, '/api/content', '/api/nothing', '/api/content?limit=0', '/']) {
      const query = `${place.includes('?') ? '&' : '?'}preview=${token}&perspective=drafts`;
      await app.request(place + query);
    }
  };
  for (const token of tokens) await ask(token);
  const { contents } = app.ports.store.repositories;
  Object.assign(contents, {
    list: async () => {
      throw new Error(`cannot read with ${tokens.join()}`);
    },
  });
  for (const token of tokens) await ask(token);
  // Lines are written when responses end.
  await app[Symbol.asyncDispose]();
  const text = lines.join('');
  expect(text).toContain('cannot read with');
  expect(lines.length).toBeGreaterThan(20);
  for (const secret of [...tokens, ...digests]) expect(text).not.toContain(secret);
});

test('the creation of a token is never stored for safe retries', async () => {
  await using app = await serveApp();
  const { path, post } = await prepare(app);
  for (const place of [`${path}/preview`, '/api/preview']) {
    const tokens = [];
    for (const _ of [1, 2]) {
      const { status, headers, text, json } = await post(place, { 'Idempotency-Key': 'again' });
      expect([status, headers.get('idempotent-replayed')]).toEqual([201, null]);
      expect(headers.get('location')).toBe(place);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(text).toContain('pv_');
      tokens.push(json().data.token);
    }
    expect(new Set(tokens).size).toBe(2);
  }
});

test('an export contains the URLs of previews, and no token', async () => {
  await using app = await serveApp();
  const { path, post } = await prepare(app);
  const created = (await post(`${path}/preview`)).json().data;
  expect(created.url).toBe(`https://example.com/?token=${created.token}`);
  const { bearer } = await app.signIn('admin');
  for (const place of ['/api/transfer/export', '/api/transfer/export/complete']) {
    const { text } = await app.request(place, { headers: bearer });
    expect(text).toContain('"previewUrl":"https://example.com/?token={token}"');
    expect(text).not.toContain(created.token);
    expect(text).not.toContain(await app.ports.digest.sha256(created.token));
  }
});

test('invalid credentials are rejected beside a valid token', async () => {
  await using app = await serveApp();
  const { path, post } = await prepare(app);
  const { token } = (await post(`${path}/preview`)).json().data;
  const place = `${path}?preview=${token}`;
  expect((await app.request(place)).status).toBe(200);
  const wrong = { 'X-API-Key': `st_${'A'.repeat(33)}` };
  expect((await app.request(place, { headers: wrong })).json().code).toBe('invalid_token');
});

test('a token is no credential: it opens nothing but the reads of content', async () => {
  await using app = await serveApp();
  const { path, post } = await prepare(app);
  const tokens = [
    (await post(`${path}/preview`)).json().data.token,
    (await post('/api/preview')).json().data.token,
  ];
  for (const token of tokens) {
    const query = `?preview=${token}&perspective=drafts`;
    for (const place of [
      `${path}/draft`,
      `${path}/info`,
      `${path}/revisions`,
      `${path}/schedule`,
      '/api/drafts',
      '/api/content/summaries',
      '/api/content/counts',
      '/api/trash',
      '/api/media',
      '/api/users',
      '/api/transfer/export',
    ]) {
      expect([place, (await app.request(place + query)).status]).toEqual([place, 401]);
    }
    for (const [method, place] of [
      ['PUT', path],
      ['DELETE', path],
      ['PUT', `${path}/draft`],
      ['POST', `${path}/draft/publish`],
      ['POST', `${path}/preview`],
      ['DELETE', `${path}/preview`],
      ['POST', '/api/preview'],
    ] as const) {
      const { status } = await app.request(place + query, { method, json: {} });
      expect([method, place, status]).toEqual([method, place, 401]);
    }
    for (const headers of [{ Authorization: `Bearer ${token}` }, { 'X-API-Key': token }]) {
      expect((await app.request(path, { headers })).status).toBe(401);
    }
  }
});

test('HEAD has the headers of GET', async () => {
  await using app = await serveApp();
  const { path, post } = await prepare(app);
  const { token } = (await post(`${path}/preview`)).json().data;
  for (const place of [path, '/api/content']) {
    const { status, headers, text } = await app.request(`${place}?preview=${token}`, {
      method: 'HEAD',
    });
    expect([status, headers.get('cache-control'), headers.get('etag'), text]).toEqual([
      200,
      'private, no-store',
      null,
      '',
    ]);
  }
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { openStream } from '../support/feed/open-stream.ts';
import { quickTimer } from '../support/feed/quick-timer.ts';

let app: TestApp;
let isReady = true;

beforeAll(async () => {
  app = await serveApp({
    isReady: () => isReady,
    core: { ports: { timer: quickTimer() }, feedSeats: { ofClient: 2, inAll: 3 } },
  });
  await app.cms.plugins.configure(operator, 'cache', { active: true });
});
afterAll(() => app[Symbol.asyncDispose]());

let titles = 0;
const create = async () => {
  titles += 1;
  return app.cms.content.create(operator, { collection: 'pages', title: `Page ${titles}` });
};

/** Tries until a seat is free: the service notices a moment later that a client has gone. */
const openWhenFree = async (query?: string, headers?: Readonly<Record<string, string>>) => {
  for (;;) {
    const stream = await openStream(app.url, query, headers);
    if (stream.response.status === 200) return stream;
    expect([429, 503]).toContain(stream.response.status);
    stream.close();
  }
};

test('a page has its changes and its cursor, and is stored nowhere', async () => {
  const { id, collectionId, slug, createdAt } = await create();
  for (let n = 0; n < 2; n += 1) {
    const answer = await app.request('/api/changes?after=start&limit=1');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('x-cache-status')).toBeNull();
    expect(answer.headers.get('etag')).toBeNull();
    expect(answer.json()).toMatchObject({
      data: [
        {
          type: 'upserted',
          id,
          collectionId,
          slug,
          version: 1,
          at: createdAt,
          tags: [`item:${id}`, `list:${collectionId}`, 'list'],
          item: { id, slug, data: {} },
        },
      ],
      meta: { count: 1, more: true, cache: { hit: false, source: 'database' } },
    });
  }
});

test('a change is read from the cursor, and by who waits for it', async () => {
  const { meta } = (await app.request('/api/changes')).json();
  const path = `/api/changes?after=${meta.cursor}`;
  expect((await app.request(path)).json()).toMatchObject({ data: [], meta: { more: false } });
  const waiting = app.request(`${path}&wait=25`);
  const { id } = await create();
  expect((await waiting).json()).toMatchObject({ data: [{ id }], meta: { more: false } });
  // The cache plugin is on: the same request has another answer now.
  expect((await app.request(path)).json()).toMatchObject({ data: [{ id }] });
});

test.each(['/api/changes', '/api/changes/stream'])(
  'HEAD of %s has the status of GET, and opens nothing',
  async (path) => {
    for (let n = 0; n < 5; n += 1) {
      const { status, headers, text } = await app.request(path, { method: 'HEAD' });
      expect([status, text]).toEqual([200, '']);
      expect(headers.get('cache-control')).toBe('private, no-store');
    }
    for (const [query, status, code] of [
      ['?after=x', 400, 'invalid_cursor'],
      ['?perspective=drafts', 403, 'forbidden'],
      ['?preview=x', 401, 'invalid_preview'],
    ] as const) {
      expect((await app.request(`${path}${query}`, { method: 'HEAD' })).status).toBe(status);
      const answer = await app.request(`${path}${query}`);
      expect([answer.status, answer.json().code]).toEqual([status, code]);
    }
  },
);

test('a cursor of another epoch returns 410', async () => {
  const { meta } = (await app.request('/api/changes')).json();
  const [binding, , position] = String(meta.cursor).split('.');
  const after = [binding, '01a1faed-e8cb-76b2-acde-cacaf0a15fcc', position].join('.');
  for (const path of ['/api/changes', '/api/changes/stream']) {
    const { status, json } = await app.request(`${path}?after=${after}`);
    expect([status, json().code]).toEqual([410, 'cursor_expired']);
  }
});

test('a stream sends changes as they come, and continues after the last event', async () => {
  const stream = await openWhenFree();
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(stream.response.headers.get('cache-control')).toBe('private, no-store');
  expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
  const start = await stream.next();
  expect(start).toMatchObject({ id: expect.any(String), data: undefined });
  const first = await create();
  const message = await stream.nextChange();
  expect(message).toMatchObject({ data: { type: 'upserted', id: first.id } });
  expect(message!.id).toBe(message!.data!.cursor);
  stream.close();
  const second = await create();
  const later = await openWhenFree(`?after=${start!.id}`, { 'Last-Event-ID': message!.id });
  expect(await later.nextChange()).toMatchObject({ data: { id: second.id } });
  later.close();
  const all = await openWhenFree(`?after=${start!.id}`);
  expect(await all.nextChange()).toMatchObject({ data: { id: first.id } });
  expect(await all.nextChange()).toMatchObject({ data: { id: second.id } });
  // A sign of life, with nothing to say.
  expect(await all.next()).toMatchObject({ data: undefined });
  expect(await all.next()).toMatchObject({ data: undefined });
  all.close();
});

test('too many streams of an address return 429 until one is closed', async () => {
  const streams = [await openWhenFree(), await openWhenFree()];
  const { status, headers, json } = await app.request('/api/changes/stream');
  expect([status, headers.get('retry-after'), json().code]).toEqual([429, '5', 'rate_limited']);
  const waiting = await app.request('/api/changes?wait=1');
  expect(waiting.status).toBe(429);
  streams[0]!.close();
  (await openWhenFree()).close();
  streams[1]!.close();
});

test('a stream ends with the session', async () => {
  const { bearer, userId } = await app.signIn('viewer');
  const stream = await openWhenFree('?perspective=drafts', bearer);
  await stream.next();
  await app.cms.users.update(operator, userId, { isActive: false });
  for (;;) if ((await stream.next()) === undefined) break;
  const path = '/api/changes/stream?perspective=drafts';
  expect((await app.request(path, { headers: bearer })).status).toBe(401);
});

test('a stop of the service ends streams and waiting reads', async () => {
  const stream = await openWhenFree();
  await stream.next();
  const waiting = app.request('/api/changes?wait=25');
  isReady = false;
  try {
    for (;;) if ((await stream.next()) === undefined) break;
    expect((await waiting).json()).toMatchObject({ data: [] });
  } finally {
    isReady = true;
  }
});

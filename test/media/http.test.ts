import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveApp, type TestApp } from '../support/http/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await serveApp({ mediaBaseUrl: 'https://media.test/public' });
});

afterAll(() => app[Symbol.asyncDispose]());

const uploadAs = async (role: 'author' | 'viewer', folder?: string) => {
  const { bearer } = await app.signIn(role);
  const body = new FormData();
  body.append('file', new Blob(['GIF89a\x03\x00\x02\x00\x00\x00\x00;']), '../Red Dot.GIF');
  if (folder !== undefined) body.append('folder', folder);
  return app.request('/api/media/upload', { method: 'POST', headers: bearer, body });
};

test('the response to an upload contains its record and the URL of its bytes', async () => {
  const { userId } = await app.signIn('author');
  const uploaded = await uploadAs('author', 'pictures/red');
  expect(uploaded.status).toBe(201);
  const { data } = uploaded.json();
  expect(data).toEqual({
    id: expect.any(String),
    filename: 'red-dot.gif',
    originalName: 'Red Dot.GIF',
    mimeType: 'image/gif',
    size: 14,
    folder: 'pictures/red',
    url: expect.stringMatching(/^https:\/\/media\.test\/public\/[^/]{22,}\/red-dot\.gif$/),
    width: 3,
    height: 2,
    alt: '',
    caption: '',
    uploadedBy: userId,
    created_at: app.clock.now(),
    updated_at: app.clock.now(),
  });
  expect(uploaded.headers.get('location')).toBe(`/api/media/${data.id}`);
});

test('a record is read, updated and deleted at its URL', async () => {
  const { bearer } = await app.signIn('author');
  const path = (await uploadAs('author')).headers.get('location')!;
  const changed = await app.request(path, {
    method: 'PUT',
    headers: bearer,
    json: { alt: 'A red dot', caption: 'Dots', uploadedBy: null, folder: 'elsewhere/new' },
  });
  expect(changed.json().data).toMatchObject({
    alt: 'A red dot',
    caption: 'Dots',
    folder: 'elsewhere/new',
  });
  expect((await app.request(path, { headers: bearer })).json()).toEqual(changed.json());
  const deleted = await app.request(path, { method: 'DELETE', headers: bearer });
  expect(deleted.json()).toEqual({ data: { id: changed.json().data.id, deleted: true } });
  expect((await app.request(path, { headers: bearer })).status).toBe(404);
});

test('the focus of an image is read with its record, changed and removed', async () => {
  const { bearer } = await app.signIn('author');
  const path = (await uploadAs('author')).headers.get('location')!;
  const put = (json: object) => app.request(path, { method: 'PUT', headers: bearer, json });
  const focus = { x: 0.125, y: 1 };
  expect((await put({ focus })).json().data).toMatchObject({ focus, alt: '' });
  expect((await put({ alt: 'A red dot' })).json().data).toMatchObject({ focus, alt: 'A red dot' });
  expect((await app.request('/api/media', { headers: bearer })).json().data[0].focus).toEqual(
    focus,
  );
  for (const [wrong, place] of [
    [{ x: 1.1, y: 0 }, 'focus.x'],
    [{ x: 0, y: -1 }, 'focus.y'],
    [{ x: '0.5', y: 0 }, 'focus.x'],
    [{ x: 0 }, 'focus.y'],
    [[0, 0], 'focus'],
    ['center', 'focus'],
  ] as const) {
    const rejected = await put({ alt: 'Changed', focus: wrong });
    expect([rejected.status, rejected.json().code]).toEqual([400, 'invalid_input']);
    expect(rejected.json().issues[0].path).toBe(place);
  }
  const { data } = (await put({ focus: null })).json();
  expect(data.alt).toBe('A red dot');
  expect(data).not.toHaveProperty('focus');
});

test('the list is sorted newest first and can be filtered and paged', async () => {
  const { bearer } = await app.signIn('author');
  const list = async (query: string) =>
    (await app.request(`/api/media?${query}`, { headers: bearer })).json();
  const first = (await uploadAs('author', 'listed')).json().data.id;
  app.clock.advance(1);
  const second = (await uploadAs('author', 'listed')).json().data.id;
  const { data, meta } = await list('folder=listed&type=image');
  expect(data).toMatchObject([{ id: second }, { id: first }]);
  expect(meta).toMatchObject({ count: 2, cache: { hit: false, source: 'database' } });
  expect((await list('folder=listed&limit=1&offset=1')).data).toHaveLength(1);
  expect((await list('folder=listed&type=video')).data).toEqual([]);
});

test('an upload is rejected without the right to create', async () => {
  expect((await uploadAs('viewer')).status).toBe(403);
});

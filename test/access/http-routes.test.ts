import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type Operation } from '../../contracts/index.ts';
import { operator } from '../../core/index.ts';
import { fingerprint } from '../support/access/fingerprint.ts';
import { rightsTable, rowOf } from '../support/access/rights-table.ts';
import { thingsWorld, type ThingsWorld } from '../support/access/rights-world.ts';
import { statusesIn, sendRaw } from '../support/http/raw-socket.ts';

let world: ThingsWorld;

beforeAll(async () => {
  world = await thingsWorld();
});

afterAll(() => world[Symbol.asyncDispose]());

const closed = Object.entries<Operation>(api).filter(
  ([, { auth }]) => auth === 'user' || auth === 'admin',
);

/** Spellings of a path that a careless router treats as the same path. */
const spellings = (path: string): readonly string[] => {
  const last = path.slice(path.lastIndexOf('/') + 1);
  return [
    path.toUpperCase(),
    path.replace('/api', '/Api').replace('/auth', '/Auth'),
    `${path}/`,
    `/${path}`,
    path.replaceAll('/', '//'),
    path.replaceAll('/', '/./'),
    `/x/..${path}`,
    `/api/health/../..${path}`,
    `/%2e%2e${path}`,
    path.replace(/\/(\w)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
    path.replaceAll('/', '%2F'),
    path.replaceAll('/', '\\'),
    `${path};a=b`,
    `${path}%00`,
    `${path}%20`,
    `${path}.json`,
    `${path}%2f`,
    `${path}/..`,
    `${path}/../${last}`,
    `${path}%3f`,
    `${path}%23`,
    `${path}#`,
    `http://evil.example${path}`,
    `//evil.example${path}`,
  ];
};

describe('a protected operation is not reachable by another spelling of its path (CVE-2023-38507, CVE-2026-9495)', () => {
  test.each(closed)('%s', async (id) => {
    const { method, path } = await rowOf(id).request(world);
    const before = await fingerprint(world.ports);
    for (const spelling of spellings(path)) {
      const head = `${method} ${spelling} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n`;
      const [status] = statusesIn(await sendRaw(world.url, `${head}Content-Length: 0\r\n\r\n`));
      // A spelling of the same path gets 401, an unknown path 404, invalid HTTP 400.
      expect([spelling, status]).toEqual([spelling, expect.toBeOneOf([400, 401, 404, 405])]);
    }
    expect(await fingerprint(world.ports)).toBe(before);
  });
});

describe('the method of a request cannot be overridden', () => {
  const overrides = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', 'X-Method'];

  test.each(overrides)('%s is ignored', async (name) => {
    const { bearer } = await world.signIn('admin');
    const { id } = await world.item(undefined, world.pages);
    const before = await fingerprint(world.ports);
    for (const method of ['DELETE', 'PUT', 'delete']) {
      const headers = { ...bearer, [name]: method };
      const request = { headers, path: `/api/content/${id}?_method=${method}&method=${method}` };
      expect((await world.send({ method: 'GET', ...request })).status).toBe(200);
      expect((await world.send({ method: 'POST', ...request })).status).toBe(405);
      const put = { ...request, headers: { ...headers, 'Content-Type': 'application/json' } };
      const body = JSON.stringify({ _method: method });
      expect((await world.send({ method: 'PUT', ...put, body })).status).toBe(200);
    }
    expect(await fingerprint(world.ports)).toBe(before);
  });

  test.each(['TRACE', 'TRACK', 'PATCH', 'PROPFIND', 'MOVE', 'COPY', 'LOCK', 'PURGE', 'QUERY'])(
    '%s is rejected, and the response does not echo the request',
    async (method) => {
      const secret = 'X-API-Key: st_a-secret-that-must-not-come-back';
      for (const path of ['/api/content', '/api/settings', '/files/a/b', '/', '/auth/login']) {
        const head = `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${secret}\r\n`;
        const answer = await sendRaw(world.url, `${head}\r\n`);
        expect(statusesIn(answer)).toEqual([expect.toBeOneOf([400, 405])]);
        expect(answer).not.toContain('must-not-come-back');
      }
    },
  );
});

describe('a body cannot set what the service sets (CVE-2026-25517, CVE-2026-44198)', () => {
  const owners = ['authorId', 'author_id', 'author', 'createdBy', 'owner', 'userId', 'uploadedBy'];

  test('an item keeps its id, its author, its times and its version', async () => {
    const author = await world.signIn('author');
    const admin = await world.signIn('admin');
    const forged = {
      ...Object.fromEntries(owners.map((name) => [name, author.userId])),
      id: world.ports.ids.next(),
      version: 99,
      created_at: 1,
      updated_at: 1,
      createdAt: 1,
      origin: { digest: 'x', version: 1 },
    };
    const json = { collectionId: world.pages, title: 'Whose is it', ...forged };
    const created = await world.request('/api/content', {
      method: 'POST',
      json,
      headers: admin.bearer,
    });
    const { id } = created.json().data as { readonly id: string };
    const changed = { method: 'PUT', json: { ...forged, title: 'Whose is it now' } };
    await world.request(`/api/content/${id}`, { ...changed, headers: admin.bearer });
    const stored = await world.ports.store.repositories.contents.findById(id);
    expect(stored).toMatchObject({ id, authorId: admin.userId, version: 2, origin: undefined });
    expect(stored?.createdAt).toBe(world.clock.now());
    const taken = await world.request(`/api/content/${id}`, { ...changed, headers: author.bearer });
    expect(taken.status).toBe(403);
  });

  test('a file keeps its uploader, its key and its type', async () => {
    const author = await world.signIn('author');
    const file = await world.file(undefined);
    const json = {
      ...Object.fromEntries(owners.map((name) => [name, author.userId])),
      id: 'x',
      key: 'x/y.gif',
      mimeType: 'text/html',
      filename: 'x.html',
      state: 'deleting',
      alt: 'Alt',
    };
    const { bearer } = await world.signIn('admin');
    await world.request(`/api/media/${file.id}`, { method: 'PUT', json, headers: bearer });
    expect(await world.ports.store.repositories.media.findById(file.id)).toEqual({
      ...file,
      alt: 'Alt',
    });
  });
});

describe('a hook that blocks', () => {
  const attempts = [
    ['content.create', 'createContent pages'],
    ['content.update', 'updateContent other pages'],
    ['content.publish', 'updateContent other blog-posts publish'],
    ['content.delete', 'deleteContent other pages'],
    ['media.upload', 'uploadMedia'],
    ['media.delete', 'deleteMedia other'],
  ] as const;

  test.each(attempts)('changes nothing: %s', async (operation, label) => {
    let isBlocking = false;
    const decide = (): string | undefined => (isBlocking ? 'Not today' : undefined);
    await using guarded = await thingsWorld({
      hooks: [{ name: 'guard', operations: [operation], decide }],
    });
    const { bearer } = await guarded.signIn('admin');
    const row = rightsTable.find((each) => each.label === label) ?? expect.fail(label);
    const request = await row.request(guarded);
    const before = await fingerprint(guarded.ports);
    isBlocking = true;
    const answer = await guarded.send({ ...request, headers: { ...request.headers, ...bearer } });
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([403, 'blocked_by_hook']);
    expect(await fingerprint(guarded.ports)).toBe(before);
    isBlocking = false;
    const again = await guarded.send({ ...request, headers: { ...request.headers, ...bearer } });
    expect(again.status).toBeLessThan(300);
  });
});

test('moving an item requires rights in both collections, and only admins import', async () => {
  const viewer = await world.signIn('viewer');
  const permissions = [{ collection: 'blog-posts', role: 'editor' }] as const;
  await world.cms.users.setPermissions(operator, viewer.userId, permissions);
  const here = await world.item(undefined, world.posts);
  const there = await world.item(undefined, world.pages);
  const move = async (id: string, collectionId: string): Promise<number> => {
    const json = { collectionId };
    const options = { method: 'PUT', json, headers: viewer.bearer };
    return (await world.request(`/api/content/${id}`, options)).status;
  };
  expect(await move(here.id, world.pages)).toBe(403);
  expect(await move(there.id, world.posts)).toBe(403);
  expect(await move(here.id, world.posts)).toBe(200);
  const items = [{ id: there.id, collection: 'blog-posts', title: 'Mine now' }];
  const json = { items, overwrite: true };
  const headers = viewer.bearer;
  const copy = await world.request('/api/transfer/content', { method: 'POST', json, headers });
  expect(copy.status).toBe(403);
  expect(await world.ports.store.repositories.contents.findById(there.id)).toEqual(there);
});

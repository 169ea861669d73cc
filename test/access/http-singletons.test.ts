import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import {
  collectionAccesses,
  contentStatuses,
  publicContentChoices,
  type ContentItem,
} from '../../core/vocabulary.ts';
import { outcomeOf } from '../support/access/private-outcomes.ts';
import { readers, type Facts, type Reader } from '../support/access/visibility-table.ts';
import { serveApp, testPassword, type TestApp } from '../support/http/app.ts';

interface Specimen extends Facts {
  readonly collection: string;
  readonly item: ContentItem;
}

describe.each(publicContentChoices)('with publicContent %s, the item of a singleton', (setting) => {
  let app: TestApp;
  const specimens: Specimen[] = [];
  let headers: Readonly<Record<Reader, Readonly<Record<string, string>>>>;

  beforeAll(async () => {
    app = await serveApp();
    const { cms } = app;
    for (const status of contentStatuses) {
      for (const access of collectionAccesses) {
        for (const isActive of [true, false]) {
          const collection = `${status}-${access}-${String(isActive)}`;
          const { id } = await cms.collections.create(operator, {
            name: collection,
            singleton: true,
            access,
          });
          const command = { collectionId: id, title: `The item of ${collection}`, status };
          specimens.push({
            status,
            isActive,
            isPrivate: access === 'private',
            collection,
            item: await cms.content.create(operator, command),
          });
        }
      }
    }
    const key = async (...collections: readonly string[]) => ({
      'X-API-Key': (await cms.apiTokens.create(operator, { name: 'site', collections })).secret,
    });
    const names = specimens.map(({ collection }) => collection);
    const person = async (
      role: 'author' | 'viewer',
      permissions: Parameters<typeof cms.users.setPermissions>[2],
    ) => {
      const email = `${role}@members.example.com`;
      const { user } = await cms.users.create(operator, { email, password: testPassword, role });
      await cms.users.setPermissions(operator, user.id, permissions);
      const login = { email, password: testPassword, client: role };
      return { Authorization: `Bearer ${(await cms.accounts.logIn(login)).token}` };
    };
    headers = {
      'anonymous caller': {},
      token: await key(),
      'token here': await key(...names),
      'token elsewhere': await key('pages'),
      'preview token': await key(),
      'preview token here': await key(...names),
      'preview token elsewhere': await key('pages'),
      viewer: (await app.signIn('viewer')).bearer,
      member: await person(
        'viewer',
        names.map((collection) => ({ collection, role: 'viewer' })),
      ),
      author: await person('author', [{ collection: 'pages', role: 'editor' }]),
      editor: (await app.signIn('editor')).bearer,
      admin: (await app.signIn('admin')).bearer,
    };
    for (const { collection, isActive } of specimens) {
      await cms.collections.update(operator, collection, { isActive });
    }
    await cms.settings.update(operator, { publicContent: setting });
  });

  afterAll(() => app[Symbol.asyncDispose]());

  const read = (collection: string, reader: Reader, more = {}) =>
    app.request(`/api/collections/${collection}/item`, {
      headers: { ...headers[reader], ...more },
    });

  const check = async (reader: Reader): Promise<number> => {
    let hits = 0;
    for (const specimen of specimens) {
      const { collection, item } = specimen;
      const right = outcomeOf('item of its collection', reader, specimen, setting);
      const shown = await read(collection, reader);
      const title = `${collection} by ${reader}`;
      expect([title, shown.status]).toEqual([title, right === 'seen' ? 200 : right]);
      if (shown.headers.get('x-cache-status') === 'HIT') hits += 1;
      if (right === 'seen') {
        expect(shown.json().data).toMatchObject({ id: item.id, title: item.title });
        const condition = { 'If-None-Match': shown.headers.get('etag') ?? '' };
        expect((await read(collection, reader, condition)).status).toBe(304);
        const byId = await app.request(`/api/content/${item.id}`, { headers: headers[reader] });
        expect([byId.headers.get('etag'), byId.json()]).toEqual([
          shown.headers.get('etag'),
          shown.json(),
        ]);
      } else {
        expect(shown.text).not.toContain(item.title);
        expect(shown.headers.get('etag')).toBeNull();
      }
    }
    return hits;
  };

  test.each(readers)('is visible to %s as by its id, without a cache', async (reader) => {
    await app.cms.plugins.configure(operator, 'cache', { active: false });
    expect(await check(reader)).toBe(0);
  });

  test('is visible in the same way after others filled the cache', async () => {
    await app.cms.plugins.configure(operator, 'cache', { active: true });
    let hits = 0;
    for (const reader of [...readers, ...readers.toReversed()]) hits += await check(reader);
    // Proves that the cache answered some reads.
    expect(hits).toBeGreaterThan(0);
  });

  test('is as stored after every change, with the cache', async () => {
    const { cms } = app;
    await cms.plugins.configure(operator, 'cache', { active: true });
    const name = `changing-${setting}`;
    const { id: collectionId } = await cms.collections.create(operator, { name, singleton: true });
    const status = async () => (await read(name, 'anonymous caller')).status;
    const twice = async () => [await status(), await status()];
    expect(await twice()).toEqual([404, 404]);
    const command = { collectionId, title: 'One', status: 'published' } as const;
    const { id } = await cms.content.create(operator, command);
    expect(await twice()).toEqual([200, 200]);
    await cms.content.update(operator, id, { title: 'Two' });
    expect((await read(name, 'anonymous caller')).json().data.title).toBe('Two');
    await cms.collections.update(operator, name, { singleton: false });
    expect(await twice()).toEqual([404, 404]);
    await cms.collections.update(operator, name, { singleton: true });
    expect(await twice()).toEqual([200, 200]);
    await cms.collections.update(operator, name, { isActive: false });
    expect(await twice()).toEqual([404, 404]);
    await cms.collections.update(operator, name, { isActive: true });
    await cms.content.delete(operator, id);
    expect(await twice()).toEqual([404, 404]);
  });
});

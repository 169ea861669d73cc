import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, testPassword, type TestApp } from '../support/http/app.ts';

/** Two instances of the service over the same stores. */
let instances: readonly [TestApp, TestApp];
let pages: string;

beforeEach(async () => {
  const app = await serveApp({ trustProxy: 1 });
  instances = [app, await serveApp({ trustProxy: 1, core: { ports: app.ports } })];
  const collections = await app.cms.collections.list(operator);
  pages = collections.find(({ name }) => name === 'pages')?.id ?? '';
});

afterEach(async () => {
  for (const app of instances) await app[Symbol.asyncDispose]();
});

const count = 16;

/** Sends all requests concurrently, alternating between the instances. @returns the statuses, ascending. */
const race = async (
  make: (n: number) => { readonly method: string; readonly path: string; readonly json?: unknown },
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly number[]> => {
  const answers = Array.from({ length: count }, (_, n) => {
    const { path, ...options } = make(n);
    const from = { 'X-Forwarded-For': `10.0.${n}.1` };
    return instances[n % 2 === 0 ? 0 : 1].request(path, {
      ...options,
      headers: { ...from, ...headers },
    });
  });
  return (await Promise.all(answers)).map(({ status }) => status).sort((a, b) => a - b);
};

const times = (n: number, status: number): readonly number[] =>
  Array.from({ length: n }, () => status);

describe('of concurrent requests', () => {
  test('exactly one creates the first admin', async () => {
    const statuses = await race((n) => ({
      method: 'POST',
      path: '/auth/register',
      json: { email: `u${n}@example.com`, password: testPassword, role: 'admin' },
    }));
    expect(statuses).toEqual([201, ...times(count - 1, 403)]);
    const users = await instances[0].ports.store.repositories.users.list({ limit: 99, offset: 0 });
    expect(users.map(({ role }) => role)).toEqual(['admin']);
  });

  test('exactly one gets an e-mail address, a username, or a collection name', async () => {
    const { bearer } = await instances[0].signIn('admin');
    const json = { name: 'the-same' };
    const name = await race(() => ({ method: 'POST', path: '/api/collections', json }), bearer);
    expect(name).toEqual([201, ...times(count - 1, 409)]);
    await instances[0].cms.settings.update(operator, { registrationEnabled: true });
    const email = await race((n) => ({
      method: 'POST',
      path: '/auth/register',
      json: {
        email: n % 3 === 0 ? 'Same@example.com' : 'same@EXAMPLE.com',
        password: testPassword,
      },
    }));
    expect(email).toEqual([201, ...times(count - 1, 409)]);
    const username = await race((n) => ({
      method: 'POST',
      path: '/auth/register',
      json: {
        email: `n${n}@example.com`,
        username: n % 2 === 0 ? 'Somebody' : 'SOMEBODY',
        password: testPassword,
      },
    }));
    expect(username).toEqual([201, ...times(count - 1, 409)]);
  });

  test('exactly one write succeeds when all name the same state in If-Match', async () => {
    const { bearer } = await instances[0].signIn('admin');
    const item = await instances[0].cms.content.create(operator, {
      collectionId: pages,
      title: 'One',
    });
    const path = `/api/content/${item.id}`;
    const update = (title: string) => (n: number) => ({
      method: 'PUT',
      path,
      json: { title: `${title} ${n}` },
    });
    const tag = (await instances[0].request(path)).headers.get('etag')!;
    const statuses = await race(update('Two'), { ...bearer, 'If-Match': tag });
    expect(statuses).toEqual([200, ...times(count - 1, 412)]);
    const free = await race(update('Three'), bearer);
    expect(free).toEqual(times(count, 200));
    expect((await instances[0].ports.store.repositories.contents.findById(item.id))?.version).toBe(
      2 + count,
    );
  });

  test('updates and deletions of one item end with the item deleted', async () => {
    const { bearer } = await instances[0].signIn('admin');
    const item = await instances[0].cms.content.create(operator, {
      collectionId: pages,
      title: 'One',
    });
    const path = `/api/content/${item.id}`;
    const statuses = await race(
      (n) =>
        n % 4 === 3
          ? { method: 'DELETE', path }
          : { method: 'PUT', path, json: { title: `Two ${n}` } },
      bearer,
    );
    expect(new Set(statuses)).toEqual(new Set([200, 404]));
    expect(await instances[0].ports.store.repositories.contents.findById(item.id)).toBe(undefined);
  });

  test('one of the last two admins can delete their own account, but not both', async () => {
    const [app] = instances;
    const admins = await Promise.all(
      ['one', 'two'].map(async (name) => {
        const login = { email: `${name}@example.com`, password: testPassword };
        const { user } = await app.cms.users.create(operator, { ...login, role: 'admin' });
        const { token } = await app.cms.accounts.logIn({ ...login, client: name });
        return { path: `/api/users/${user.id}`, headers: { Authorization: `Bearer ${token}` } };
      }),
    );
    const answers = await Promise.all(
      admins.map(({ path, headers }, n) =>
        instances[n === 0 ? 0 : 1].request(path, { method: 'DELETE', headers }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });

  test('admins who remove each other leave at least one admin', async () => {
    const [app] = instances;
    const admins = await Promise.all(
      Array.from({ length: count }, async (_, n) => {
        const login = { email: `a${n}@example.com`, password: testPassword };
        const { user } = await app.cms.users.create(operator, { ...login, role: 'admin' });
        const { token } = await app.cms.accounts.logIn({ ...login, client: `c${n}` });
        return { id: user.id, headers: { Authorization: `Bearer ${token}` } };
      }),
    );
    const changes = [{ role: 'viewer' }, { isActive: false }, undefined];
    await Promise.all(
      admins.map(({ headers }, n) => {
        const victim = admins[(n + 1) % count]?.id ?? '';
        const json = changes[n % changes.length];
        const options = json === undefined ? { method: 'DELETE' } : { method: 'PUT', json };
        return instances[n % 2 === 0 ? 0 : 1].request(`/api/users/${victim}`, {
          ...options,
          headers,
        });
      }),
    );
    expect(await app.ports.store.repositories.users.countActive(['admin'])).toBeGreaterThan(0);
  });

  test('no registration succeeds after the registration was disabled', async () => {
    const [app, other] = instances;
    const { bearer } = await app.signIn('admin');
    await app.cms.settings.update(operator, { registrationEnabled: true });
    const registrations = race((n) => ({
      method: 'POST',
      path: '/auth/register',
      json: { email: `late${n}@example.com`, password: testPassword },
    }));
    const json = { registrationEnabled: false };
    await other.request('/api/settings', { method: 'PUT', json, headers: bearer });
    const before = (await app.ports.store.repositories.users.list({ limit: 99, offset: 0 })).length;
    expect(new Set([201, 403, ...(await registrations)])).toEqual(new Set([201, 403]));
    // Registrations in progress when the setting changed are stored by then, or are rejected.
    expect((await app.ports.store.repositories.users.list({ limit: 99, offset: 0 })).length).toBe(
      before,
    );
  });

  test('exactly one collection gets a new name that all of them request', async () => {
    const { bearer } = await instances[0].signIn('admin');
    for (let n = 0; n < count; n += 1)
      await instances[0].cms.collections.create(operator, { name: `c${n}` });
    const statuses = await race(
      (n) => ({ method: 'PUT', path: `/api/collections/c${n}`, json: { name: 'wanted' } }),
      bearer,
    );
    expect(statuses).toEqual([200, ...times(count - 1, 409)]);
  });

  test('a collection is deleted or gets items, never both', async () => {
    const [app] = instances;
    const { bearer } = await app.signIn('admin');
    const { id } = await app.cms.collections.create(operator, { name: 'wanted' });
    await race(
      (n) =>
        n === 7
          ? { method: 'DELETE', path: '/api/collections/wanted' }
          : { method: 'POST', path: '/api/content', json: { collectionId: id, title: `T${n}` } },
      bearer,
    );
    const exists =
      (await app.ports.store.repositories.collections.findByName('wanted')) !== undefined;
    const items = (await app.ports.store.repositories.contents.listAfter(undefined, 99)).filter(
      (each) => each.collectionId === id,
    );
    expect(items.length > 0).toBe(exists);
  });
});

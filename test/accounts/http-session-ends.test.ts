import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import { serveApp, testPassword, type SignedIn, type TestApp } from '../support/http/app.ts';

let app: TestApp;
/** Another instance of the service with the same stores. */
let other: TestApp;
let editor: SignedIn;
let admin: SignedIn;

beforeEach(async () => {
  app = await serveApp();
  other = await serveApp({ core: { ports: app.ports } });
  editor = await app.signIn('editor');
  admin = await app.signIn('admin');
});

afterEach(async () => {
  await app[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

const statusAt = async (instance: TestApp, { bearer }: SignedIn, path = '/auth/me') =>
  (await instance.request(path, { headers: bearer })).status;

/** Requests the path at both instances, so that both cache the check of the signature. */
const statuses = async (path?: string) => [
  await statusAt(app, editor, path),
  await statusAt(other, editor, path),
];

const put = async (path: string, json: object, { bearer }: SignedIn) =>
  (await app.request(path, { method: 'PUT', json, headers: bearer })).status;

const logIn = (client: string) =>
  app.cms.accounts.logIn({ email: editor.email, password: testPassword, client });

describe('a session that was just used ends for the next request at every instance', () => {
  const ends: Readonly<Record<string, () => Promise<unknown>>> = {
    'when it is signed out (GHSA-56p6-qw3c-fq2g)': () =>
      app.request('/auth/logout', { method: 'POST', headers: editor.bearer }),
    'when it is signed out by link': () => app.request('/auth/logout', { headers: editor.bearer }),
    'when another session ends all others': async () => {
      const headers = { Authorization: `Bearer ${(await logIn('elsewhere')).token}` };
      const answer = await app.request('/auth/logout/others', { method: 'POST', headers });
      expect([answer.status, answer.json()]).toEqual([200, { data: { ended: true } }]);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect((await app.request('/auth/me', { headers })).status).toBe(200);
    },
    'when the password is changed from another session (CVE-2025-3930)': async () => {
      const { token } = await logIn('elsewhere');
      const body = { currentPassword: testPassword, newPassword: 'another password' };
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await app.request('/auth/password', { method: 'PUT', json: body, headers });
      expect(answer.status).toBe(200);
      expect((await app.request('/auth/me', { headers })).status).toBe(200);
    },
    'when an admin sets the password (CVE-2025-4643)': () =>
      put(`/api/users/${editor.userId}`, { password: 'another password' }, admin),
    'when the account is deactivated (CVE-2026-22706)': () =>
      put(`/api/users/${editor.userId}`, { isActive: false }, admin),
    'when the account is deleted': () =>
      app.request(`/api/users/${editor.userId}`, { method: 'DELETE', headers: admin.bearer }),
    'when it expires': async () => app.clock.advance(24 * 60 * 60 * 1_000),
  };

  test.each(Object.entries(ends))('%s', async (_, end) => {
    expect(await statuses()).toEqual([200, 200]);
    await end();
    expect(await statuses()).toEqual([401, 401]);
    // Operations that need no credentials reject it too.
    expect(await statusAt(app, editor, '/api/content')).toBe(401);
  });
});

describe('a lost right ends for the next request at every instance', () => {
  const write = async (instance: TestApp, collectionId: string) => {
    const json = { collectionId, title: `At ${instance.url} in ${collectionId}` };
    const { headers } = { headers: editor.bearer };
    return (await instance.request('/api/content', { method: 'POST', json, headers })).status;
  };

  test('after a demotion (CVE-2026-22706)', async () => {
    const [collection] = await app.cms.collections.list(operator);
    const id = collection?.id ?? '';
    expect([await write(app, id), await write(other, id)]).toEqual([201, 201]);
    expect(await put(`/api/users/${editor.userId}`, { role: 'viewer' }, admin)).toBe(200);
    expect([await write(app, id), await write(other, id)]).toEqual([403, 403]);
    expect(await statuses()).toEqual([200, 200]);
  });

  test('after a grant of a lower role', async () => {
    const [granted, plain] = await app.cms.collections.list(operator);
    const permissions = [{ collection: granted?.name ?? '', role: 'viewer' }];
    expect([await write(app, granted?.id ?? ''), await write(other, plain?.id ?? '')]).toEqual([
      201, 201,
    ]);
    expect(await put(`/api/users/${editor.userId}/permissions`, { permissions }, admin)).toBe(200);
    expect([await write(app, granted?.id ?? ''), await write(other, granted?.id ?? '')]).toEqual([
      403, 403,
    ]);
  });
});

describe('sessions', () => {
  test('are not ended by a HEAD request, which is safe (RFC 9110, section 9.2.1)', async () => {
    const { status } = await app.request('/auth/logout', {
      method: 'HEAD',
      headers: editor.bearer,
    });
    expect([status, await statuses()]).toEqual([405, [200, 200]]);
  });

  test('of one account end separately', async () => {
    const second = await logIn('elsewhere');
    await app.request('/auth/logout', { method: 'POST', headers: editor.bearer });
    const headers = { Authorization: `Bearer ${second.token}` };
    expect((await app.request('/auth/me', { headers })).status).toBe(200);
    expect(await statuses()).toEqual([401, 401]);
  });

  test('are new at every login, so a planted session is not used', async () => {
    const planted = { Cookie: `auth_token=${editor.token}; csrf_token=planted` };
    const body = { email: admin.email, password: testPassword };
    const login = { method: 'POST', json: body, headers: planted };
    const answer = await app.request('/auth/login', login);
    const cookies = answer.headers.getSetCookie().join('\n');
    expect(answer.json().token).not.toBe(editor.token);
    expect(cookies).not.toContain(editor.token);
    expect(cookies).not.toContain('planted');
  });
});

describe('a caller whose credentials cannot be checked gets no access (CVE-2024-54151)', () => {
  const broken = () => Promise.reject(new Error('out of memory'));

  test('while sessions cannot be read, a session token gets an error, not anonymous access', async () => {
    const store = alteredStore(app.ports.store, ({ sessions }) => ({
      sessions: altered(sessions, { find: broken }),
    }));
    await using failing = await serveApp({ core: { ports: { ...app.ports, store } } });
    for (const path of ['/auth/me', '/api/users', '/api/content']) {
      expect(await statusAt(failing, admin, path)).toBe(500);
    }
  });

  test('while API tokens cannot be read, an API token gets an error, not anonymous access', async () => {
    const store = alteredStore(app.ports.store, ({ apiTokens }) => ({
      apiTokens: altered(apiTokens, { findByDigest: broken }),
    }));
    await using failing = await serveApp({ core: { ports: { ...app.ports, store } } });
    const { status } = await failing.request('/api/content', {
      headers: { 'X-API-Key': 'st_any' },
    });
    expect(status).toBe(500);
  });
});

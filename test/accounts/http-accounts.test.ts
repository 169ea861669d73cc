import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, testPassword, type TestApp } from '../support/http/app.ts';
import { fingerprint } from '../support/access/fingerprint.ts';

let app: TestApp;

beforeEach(async () => {
  app = await serveApp({ trustProxy: 1 });
  await app.signIn('admin');
  await app.cms.settings.update(operator, { registrationEnabled: true });
});

afterEach(() => app[Symbol.asyncDispose]());

let clients = 0;

/** Sends a request from a new client address. */
const post = (path: string, json: unknown, instance = app) => {
  clients += 1;
  const headers = { 'X-Forwarded-For': `10.1.${clients >> 8}.${clients & 255}` };
  return instance.request(path, { method: 'POST', json, headers });
};

const register = (fields: object, instance = app) =>
  post('/auth/register', { password: testPassword, ...fields }, instance);

describe('a new user', () => {
  const privileges = {
    role: 'admin',
    roles: ['admin'],
    isAdmin: true,
    isActive: false,
    id: '00000000-0000-4000-8000-000000000001',
    permissions: [{ collection: 'pages', role: 'admin' }],
    grants: [{ collectionId: 'x', role: 'admin' }],
    passwordHash: 'x',
    created_at: 1,
    user: { role: 'admin' },
    data: { role: 'admin' },
    '': 'admin',
    constructor: { prototype: { role: 'admin' } },
  };

  test('becomes a viewer even if the body names another role (CVE-2023-39345)', async () => {
    const answer = await register({ email: 'eve@example.com', ...privileges });
    expect([answer.status, answer.json().user.role]).toEqual([201, 'viewer']);
    const { id } = answer.json().user as { readonly id: string };
    const stored = await app.ports.store.repositories.users.findById(id);
    expect(stored).toMatchObject({ role: 'viewer', isActive: true, grants: [] });
    expect(id).not.toBe(privileges.id);
    expect(stored?.passwordHash).toMatch(/^pbkdf2:/);
  });

  test('can change only the names of the own account (CVE-2023-39345)', async () => {
    const { token, user } = (await register({ email: 'eve@example.com' })).json();
    const headers = { Authorization: `Bearer ${token}` };
    const before = await app.ports.store.repositories.users.findById(user.id);
    const json = {
      ...privileges,
      email: 'admin@example.com',
      password: 'another one',
      firstName: 'Eve',
    };
    const answer = await app.request('/auth/me', { method: 'PUT', json, headers });
    expect(answer.status).toBe(200);
    const { firstName, updatedAt, ...after } =
      (await app.ports.store.repositories.users.findById(user.id)) ?? {};
    expect(firstName).toBe('Eve');
    expect({ ...before, firstName, updatedAt }).toEqual({ ...after, firstName, updatedAt });
  });

  test('is rejected by every instance immediately after registration is disabled', async () => {
    await using other = await serveApp({ trustProxy: 1, core: { ports: app.ports } });
    expect((await register({ email: 'a@example.com' }, other)).status).toBe(201);
    const { bearer } = await app.signIn('admin');
    const json = { registrationEnabled: false };
    await app.request('/api/settings', { method: 'PUT', json, headers: bearer });
    const rejected = await Promise.all([
      register({ email: 'b@example.com' }, other),
      register({ email: 'c@example.com' }),
    ]);
    expect(rejected.map(({ status }) => status)).toEqual([403, 403]);
  });
});

describe('an e-mail address has one account (CVE-2024-27295)', () => {
  test.each(['ADMIN@EXAMPLE.COM', ' admin@example.com\t', 'Admin@Example.Com'])(
    '%j is the existing account',
    async (email) => {
      expect((await register({ email })).json().code).toBe('email_taken');
      expect((await post('/auth/login', { email, password: testPassword })).status).toBe(200);
    },
  );

  test.each([
    'admın@example.com',
    'аdmin@example.com',
    'ａｄｍｉｎ@example.com',
    'ad\u200bmin@example.com',
    'adm\u0069\u0301n@example.com',
    'admin@example.com\u0000',
    'admin@example.com\u00a0x',
    'admin@example.com.',
    'admin@ex\u{1D5BA}mple.com',
    '\u212Aate@example.com',
    'admin@@example.com',
    '"admin"@example.com',
    'admin@[127.0.0.1]',
    'admin@example.com\r\nBcc: eve@example.com',
    'admin@example.com,eve@example.com',
    '<admin@example.com>',
    'admin(x)@example.com',
  ])('%j is invalid', async (email) => {
    const before = await fingerprint(app.ports);
    expect((await register({ email })).status).toBe(400);
    expect((await post('/auth/login', { email, password: testPassword })).status).toBeOneOf([
      400, 401,
    ]);
    expect(await fingerprint(app.ports)).toBe(before);
  });

  test('usernames that normalize to the same text are the same', async () => {
    expect((await register({ email: 'a@example.com', username: 'Straße' })).status).toBe(201);
    for (const username of ['straße', 'STRAßE', ' Straße ', 'Ｓtraße']) {
      const answer = await register({ email: 'b@example.com', username });
      expect([username, answer.json().code]).toEqual([username, 'username_taken']);
    }
  });
});

describe('a password', () => {
  test('is compared to its last byte (CVE-2025-25298)', async () => {
    for (const length of [72, 127, 255, 1_023]) {
      const email = `long${length}@example.com`;
      const password = `${'a'.repeat(length)}b`;
      expect((await register({ email, password })).status).toBe(201);
      for (const wrong of [`${'a'.repeat(length)}c`, 'a'.repeat(length), `${password}x`]) {
        expect((await post('/auth/login', { email, password: wrong })).status).toBe(401);
      }
      expect((await post('/auth/login', { email, password })).status).toBe(200);
    }
    const tooLong = await register({ email: 'x@example.com', password: 'a'.repeat(1_025) });
    expect(tooLong.json().code).toBe('invalid_password');
    const wide = await register({ email: 'x@example.com', password: '👋'.repeat(257) });
    expect(wide.json().code).toBe('invalid_password');
  });

  test('is neither trimmed nor normalized', async () => {
    const email = 'space@example.com';
    const password = '  Ünder ﬁ score  ';
    expect((await register({ email, password })).status).toBe(201);
    for (const wrong of [password.trim(), password.normalize('NFKC'), password.toLowerCase()]) {
      expect((await post('/auth/login', { email, password: wrong })).status).toBe(401);
    }
  });
});

describe('other types are rejected where a text is required (CVE-2019-18818)', () => {
  const wrongTypes = [{}, [], ['x'], { $ne: null }, { length: 20 }, 0, 1, true, false, null];

  test.each(wrongTypes.map((value) => ({ value })))('%j', async ({ value }) => {
    const { bearer } = await app.signIn('admin');
    const before = await fingerprint(app.ports);
    const good = { email: 'admin@example.com', password: testPassword };
    for (const path of ['/auth/login', '/auth/register']) {
      for (const name of ['email', 'password']) {
        const answer = await post(path, { ...good, [name]: value });
        expect([answer.status, answer.json().issues[0].path]).toEqual([400, name]);
      }
    }
    const passwords = { currentPassword: testPassword, newPassword: 'a new password' };
    for (const name of ['currentPassword', 'newPassword']) {
      const json = { ...passwords, [name]: value };
      const answer = await app.request('/auth/password', { method: 'PUT', json, headers: bearer });
      expect([answer.status, answer.json().issues[0].path]).toEqual([400, name]);
    }
    expect(await fingerprint(app.ports)).toBe(before);
  });

  test('also in an HTML form', async () => {
    const bodies = [
      'email[]=admin@example.com&password[$ne]=x',
      'email=admin@example.com&password=a&password=b',
      'email=a@example.com&email=admin@example.com&password=x',
      'email=admin@example.com',
    ];
    for (const body of bodies) {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const answer = await app.request('/auth/login/form', { method: 'POST', body, headers });
      expect(answer.status).toBe(400);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });
});

test('letters before the @ that are not ASCII have a message of their own', async () => {
  const messageOf = async (email: string) => JSON.stringify((await register({ email })).json());
  const own = expect.stringMatching(/must have no accents and no other scripts before the @/);
  expect(await messageOf('jürgen@münchen.de')).toEqual(own);
  expect(await messageOf('jürgen@example.org')).toEqual(own);
  expect(await messageOf('info@münchen')).not.toEqual(own);
});

test('both spellings of an internationalised domain are one account', async () => {
  const [unicode, ascii] = ['eve@bücher.example', 'eve@xn--bcher-kva.example'];
  const { user } = (await register({ email: unicode.normalize('NFD') })).json();
  expect(user.email).toBe(ascii);
  const others = [
    'EVE@BÜCHER.EXAMPLE',
    'eve@bücher．example',
    'eve@bücher｡example',
    'EVE@XN--BCHER-KVA.example',
  ];
  for (const email of [unicode, ascii, ...others]) {
    expect((await register({ email })).json().code).toBe('email_taken');
    const session = await post('/auth/login', { email, password: testPassword });
    expect(session.json().user.id).toBe(user.id);
    const form = new URLSearchParams({ email, password: testPassword });
    clients += 1;
    const { headers } = await app.request('/auth/login/form', {
      method: 'POST',
      body: String(form),
      headers: {
        'X-Forwarded-For': `10.2.0.${clients & 255}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
    });
    expect(headers.get('location')).toBe('/admin');
  }
  const author = await app.cms.transfer.importContent(operator, {
    records: [{ collection: 'pages', title: 'By Eve', author: unicode }],
  });
  expect(author).toMatchObject([{ outcome: 'created' }]);
  const [item] = await app.ports.store.repositories.contents.listAfter(undefined, 1);
  expect(item?.authorId).toBe(user.id);

  const { token } = await app.signIn('admin');
  const headers = { Authorization: `Bearer ${token}` };
  const account = `/api/users/${user.id}`;
  for (const email of [unicode, ascii, ...others]) {
    const json = { email, password: testPassword };
    const created = await app.request('/api/users', { method: 'POST', json, headers });
    expect([created.status, created.json().code]).toEqual([409, 'email_taken']);
    await app.request(account, { method: 'PUT', json: { email, firstName: 'Eve' }, headers });
    expect((await app.request(account, { headers })).json().data.email).toBe(ascii);
  }
});

test('a domain with a dot at its end is no other spelling of an address, but none', async () => {
  for (const email of ['eve@example.org.', 'eve@bücher.example.', 'eve@bücher.example。']) {
    expect((await register({ email })).json().code).toBe('invalid_email');
  }
});

import { equal, ok } from '../assert.ts';
import { suite } from '../suite.ts';
import type { RestSubject } from './rest-subject.ts';
import { expectStatus, at, password, expectError, restWorld, textAt } from './rest-world.ts';

/** Registration, login, sessions and the caller's own account. */
export const restAccountsSuite = suite<RestSubject>('REST accounts', {
  'the first user becomes admin, and later ones need the setting': async (subject) => {
    const { anonymous, as, newClient } = restWorld(subject);
    const register = (email: string) =>
      anonymous.post('/auth/register', { email, password, role: 'admin' }, newClient());
    const first = expectStatus(await register('  First@Example.ORG '), 201);
    const { user, token } = first.json as { user: object; token: string };
    equal(
      { ...user, id: '' },
      {
        id: '',
        email: 'first@example.org',
        username: 'first',
        firstName: '',
        lastName: '',
        role: 'admin',
      },
      'user',
    );
    expectError(await register('second@example.org'), 403, 'registration_disabled');
    const admin = as({ Authorization: `Bearer ${token}` });
    expectStatus(await admin.put('/api/settings', { registrationEnabled: true }), 200);
    const second = expectStatus(await register('second@example.org'), 201);
    equal(textAt(second.json, 'user', 'role'), 'viewer', 'role of the second user');
    expectError(await register('SECOND@example.org'), 409, 'email_taken');
  },

  'of concurrent first registrations, exactly one succeeds': async (subject) => {
    const { anonymous, newClient } = restWorld(subject);
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        anonymous.post('/auth/register', { email: `u${n}@example.org`, password }, newClient()),
      ),
    );
    const statuses = responses.map(({ status }) => status).sort((a, b) => a - b);
    equal(statuses, [201, ...Array.from({ length: 11 }, () => 403)], 'statuses');
  },

  'a login returns the user and a token, and sets the cookies': async (subject) => {
    const { admin, anonymous, as, newClient } = restWorld(subject);
    await admin();
    const body = { email: 'ADMIN@example.org', password };
    const login = expectStatus(await anonymous.post('/auth/login', body, newClient()), 200);
    equal(textAt(login.json, 'user', 'role'), 'admin', 'role');
    const cookie = login.cookies.find((text) => text.startsWith('auth_token=')) ?? '';
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=86400']) {
      ok(cookie.toLowerCase().includes(attribute.toLowerCase()), `auth_token has ${attribute}`);
    }
    ok(
      login.cookies.some((text) => text.startsWith('csrf_token=')),
      'csrf_token is set',
    );
    const bearer = as({ Authorization: `Bearer ${textAt(login.json, 'token')}` });
    const byCookie = as({ Cookie: cookie.split(';')[0] ?? '' });
    for (const caller of [bearer, byCookie]) {
      const me = expectStatus(await caller.get('/auth/me'), 200);
      const user = at(login.json, 'user') as object;
      const lastSignInAt = at(me.json, 'user', 'lastSignInAt');
      ok(typeof lastSignInAt === 'number', 'the last sign-in is known');
      const ways = { hasSecondFactor: false, signInMethods: ['password'] };
      const expected = { ...user, permissions: [], lastSignInAt, ...ways };
      equal(at(me.json, 'user'), expected, 'me');
    }
    expectError(await anonymous.get('/auth/me'), 401, 'not_authenticated');
  },

  'a failed login does not reveal its reason': async (subject) => {
    const { admin, anonymous, newClient, person } = restWorld(subject);
    const caller = await admin();
    const inactive = await person(caller, 'editor');
    expectStatus(await caller.put(`/api/users/${inactive.id}`, { isActive: false }), 200);
    const attempts = [
      { email: 'nobody@example.org', password },
      { email: 'admin@example.org', password: 'wrong' },
      { email: inactive.email, password },
      { email: 'no address', password },
    ];
    for (const body of attempts) {
      const response = await anonymous.post('/auth/login', body, newClient());
      expectError(response, 401, 'invalid_credentials');
      equal(textAt(response.json, 'error'), 'Invalid email or password', 'error message');
      equal(response.cookies, [], 'cookies');
    }
    for (const body of [
      { email: {}, password },
      { email: 'a@b.de' },
      { email: 'a@b.de', password: ['x'] },
    ]) {
      expectError(await anonymous.post('/auth/login', body, newClient()), 400, 'invalid_input');
    }
  },

  'a login that is refused by its headers alone is no attempt': async (subject) => {
    const { anonymous, newClient } = restWorld(subject);
    const client = newClient();
    const refused = [
      [415, '/auth/login', { 'Content-Type': 'text/plain' }, '{}'],
      [413, '/auth/login', { 'Content-Type': 'application/json' }, 'x'.repeat(70_000)],
      [
        403,
        '/auth/login/form',
        { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'cross-site' },
        'email=a&password=b',
      ],
    ] as const;
    for (const [status, path, type, body] of refused) {
      for (let n = 0; n < 6; n += 1) {
        const headers = { 'Content-Length': String(body.length), ...type, ...client };
        expectStatus(await anonymous.send({ method: 'POST', path, headers, body }), status);
      }
    }
    const body = { email: 'nobody@example.org', password };
    expectError(await anonymous.post('/auth/login', body, client), 401);
  },

  'the sixth login and the fourth registration within a minute are rejected': async (subject) => {
    const { admin, anonymous, newClient } = restWorld(subject);
    await admin();
    const client = newClient();
    const login = () =>
      anonymous.post('/auth/login', { email: 'nobody@example.org', password }, client);
    const logins = await Promise.all(Array.from({ length: 9 }, login));
    equal(logins.filter(({ status }) => status === 401).length, 5, 'accepted attempts');
    const limited = logins.find(({ status }) => status === 429);
    ok(limited !== undefined, 'further attempts are rejected');
    expectError(limited, 429, 'rate_limited');
    const seconds = Number(limited.headers['retry-after']);
    ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, 'Retry-After');
    const registrations = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        anonymous.post('/auth/register', { email: `r${n}@example.org`, password }, client),
      ),
    );
    equal(registrations.filter(({ status }) => status === 403).length, 3, 'accepted registrations');
  },

  'a logout ends the session': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    const response = expectStatus(await caller.post('/auth/logout'), 200);
    equal(response.json, { data: { loggedOut: true } }, 'response');
    expectError(await caller.get('/auth/me'), 401, 'invalid_session');
    expectError(await caller.get('/api/content'), 401, 'invalid_session');
    const byLink = await anonymous.get('/auth/logout');
    equal([byLink.status, byLink.headers['location']], [302, '/auth/login'], 'GET');
  },

  'a user ends all other sessions': async (subject) => {
    const { admin, anonymous, as, newClient, person } = restWorld(subject);
    const caller = await admin();
    const author = await person(caller, 'author');
    const body = { email: author.email, password };
    const login = await anonymous.post('/auth/login', body, newClient());
    const other = as({ Authorization: `Bearer ${textAt(login.json, 'token')}` });
    expectStatus(await other.get('/auth/me'), 200);
    const response = expectStatus(await author.post('/auth/logout/others'), 200);
    equal(response.json, { data: { ended: true } }, 'response');
    expectError(await other.get('/auth/me'), 401, 'invalid_session');
    expectStatus(await author.get('/auth/me'), 200);
    expectStatus(await caller.get('/auth/me'), 200);
    expectError(await anonymous.post('/auth/logout/others'), 401, 'not_authenticated');
  },

  'a user lists and ends own sessions, and an admin those of others': async (subject) => {
    const { admin, person } = restWorld(subject);
    const caller = await admin();
    const author = await person(caller, 'author');
    const own = expectStatus(await author.get('/auth/sessions'), 200);
    equal(at(own.json, 'data', 0, 'current'), true, 'the only session is that of the request');
    const path = `/api/users/${author.id}/sessions`;
    expectError(await author.get(path), 403, 'forbidden');
    const id = textAt(own.json, 'data', 0, 'id');
    const listed = expectStatus(await caller.get(path), 200);
    equal(textAt(listed.json, 'data', 0, 'id'), id, 'the same session');
    expectError(await caller.delete(`/auth/sessions/${id}`), 404, 'not_found');
    expectStatus(await author.delete(`/auth/sessions/${id}`), 200);
    expectError(await author.get('/auth/me'), 401, 'invalid_session');
    const editor = await person(caller, 'editor');
    expectStatus(await caller.delete(`/api/users/${editor.id}/sessions`), 200);
    expectError(await editor.get('/auth/me'), 401, 'invalid_session');
  },

  'changes of role, status and password apply to the next request': async (subject) => {
    const { admin, collectionId, person } = restWorld(subject);
    const caller = await admin();
    const body = { collectionId: await collectionId('pages'), title: 'x' };
    const editor = await person(caller, 'editor');
    expectStatus(await caller.put(`/api/users/${editor.id}`, { role: 'viewer' }), 200);
    expectError(await editor.post('/api/content', body), 403, 'forbidden');
    expectStatus(await caller.put(`/api/users/${editor.id}`, { isActive: false }), 200);
    expectError(await editor.get('/auth/me'), 401, 'invalid_session');
    expectStatus(await caller.put(`/api/users/${editor.id}`, { isActive: true }), 200);
    expectError(await editor.get('/auth/me'), 401, 'invalid_session');
    const author = await person(caller, 'author');
    expectStatus(
      await caller.put(`/api/users/${author.id}`, { password: 'another password' }),
      200,
    );
    expectError(await author.get('/auth/me'), 401, 'invalid_session');
    const viewer = await person(caller, 'viewer');
    expectStatus(await caller.delete(`/api/users/${viewer.id}`), 200);
    expectError(await viewer.get('/auth/me'), 401, 'invalid_session');
  },

  'users can change their own names and password': async (subject) => {
    const { admin, anonymous, as, newClient, person } = restWorld(subject);
    const author = await person(await admin(), 'author');
    const named = expectStatus(
      await author.put('/auth/me', { firstName: 'Ada', role: 'admin' }),
      200,
    );
    equal(textAt(named.json, 'user', 'firstName'), 'Ada', 'firstName');
    equal(textAt(named.json, 'user', 'role'), 'author', 'role');
    const login = await anonymous.post(
      '/auth/login',
      { email: author.email, password },
      newClient(),
    );
    const other = as({ Authorization: `Bearer ${textAt(login.json, 'token')}` });
    const change = (currentPassword: string, newPassword = 'a new password') =>
      author.put('/auth/password', { currentPassword, newPassword });
    expectError(await change('wrong'), 403, 'wrong_password');
    expectError(await change(password, 'short'), 400, 'invalid_password');
    expectStatus(await change(password), 200);
    expectError(await other.get('/auth/me'), 401, 'invalid_session');
    expectStatus(await author.get('/auth/me'), 200);
  },

  'users see their roles in single collections': async (subject) => {
    const { admin, person } = restWorld(subject);
    const caller = await admin();
    const author = await person(caller, 'author');
    const permissions = [{ collection: 'pages', role: 'editor' }];
    expectStatus(await caller.put(`/api/users/${author.id}/permissions`, { permissions }), 200);
    const me = expectStatus(await author.get('/auth/me'), 200);
    equal(at(me.json, 'user', 'permissions'), permissions, 'permissions');
    const named = expectStatus(await author.put('/auth/me', { lastName: 'Byron' }), 200);
    equal(at(named.json, 'user', 'permissions'), permissions, 'permissions after an update');
  },

  'an invalid credential is rejected, also on public endpoints': async (subject) => {
    const { admin, as } = restWorld(subject);
    await admin();
    const bad = [
      { Authorization: 'Bearer nonsense' },
      { Authorization: 'Basic YTpi' },
      { Authorization: 'Bearer ' },
      { 'X-API-Key': 'st_nothing' },
      { Cookie: 'auth_token=nonsense' },
    ];
    for (const headers of bad) expectError(await as(headers).get('/api/content'), 401);
  },
});

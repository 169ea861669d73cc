import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, testPassword, type SignedIn, type TestApp } from '../support/http/app.ts';
import { linkIn, secretOf } from '../support/mail/link-in.ts';
import { memoryMailer } from '../support/mail/memory-mailer.ts';

const publicUrl = 'https://cms.example.org';
const mailer = memoryMailer();
let app: TestApp;
let silent: TestApp;
let admin: SignedIn;
let clients = 0;

beforeAll(async () => {
  app = await serveApp({ trustProxy: 1, core: { ports: { mailer }, publicUrl } });
  silent = await serveApp();
  await silent.signIn('admin');
  admin = await app.signIn('admin');
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await silent[Symbol.asyncDispose]();
});

const from = (client: string) => ({ 'X-Forwarded-For': client });
const newClient = (): string => `192.0.2.${(clients += 1)}`;

/** A body that breaks off. */
const broken = (path: string, client: string) =>
  app.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...from(client) },
    body: '{',
  });

test.each([
  ['/auth/password/forgot', 5],
  ['/auth/invitation/accept', 3],
])('requests to %s count before their body is read', async (path, limit) => {
  const client = newClient();
  for (let n = 0; n < limit; n += 1) expect((await broken(path, client)).status).toBe(400);
  const { status, headers, json } = await broken(path, client);
  expect([status, json().code]).toEqual([429, 'rate_limited']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await broken(path, newClient())).status).toBe(400);
});

test('links begin with the address in the configuration, whatever the request says', async () => {
  const { email, userId } = await app.signIn('viewer');
  const lies = {
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'http',
    Forwarded: 'host=evil.example;proto=http',
    Origin: 'https://evil.example',
    Referer: 'https://evil.example/auth/forgot',
  };
  const asked = await app.request('/auth/password/forgot', {
    method: 'POST',
    headers: { ...lies, ...from(newClient()) },
    json: { email },
  });
  expect([asked.status, asked.json()]).toEqual([200, { data: { sent: true } }]);
  await app.cms.mail.deliver({ aborted: false });
  const url = linkIn(mailer.attempts.at(-1)!);
  expect(url.startsWith(`${publicUrl}/auth/reset#`)).toBe(true);
  const made = await app.request(`/api/users/${userId}/reset-link`, {
    method: 'POST',
    headers: { ...admin.bearer, ...lies },
  });
  expect(made.text).toContain(`"url":"${publicUrl}/auth/reset#`);
});

test('a response with a link is stored nowhere', async () => {
  const { userId } = await app.signIn('viewer');
  const { headers } = await app.request(`/api/users/${userId}/reset-link`, {
    method: 'POST',
    headers: admin.bearer,
  });
  expect(headers.get('cache-control')).toContain('no-store');
  const invited = await app.request('/api/invitations', {
    method: 'POST',
    headers: { ...admin.bearer, 'Idempotency-Key': 'a key of this test' },
    json: { email: 'stored@example.org', role: 'viewer', expiresIn: '1d' },
  });
  expect(invited.headers.get('cache-control')).toContain('no-store');
  const { receipts } = app.ports.store.repositories;
  const stored = await receipts.reserve(
    { userId: admin.userId, key: 'a key of this test', id: app.ports.ids.next(), digest: 'a' },
    { leaseMs: 1, lifetimeMs: 60_000, maxCount: 10, maxBytes: 100_000 },
  );
  expect(stored.kind).toBe('reserved');
});

test('the log has no secret, and no address of a forgotten password', async () => {
  const { userId, email } = await app.signIn('author');
  const { url } = await app.cms.users.createResetLink(operator, userId);
  const token = secretOf(url);
  const post = (path: string, json: object) =>
    app.request(path, { method: 'POST', headers: from(newClient()), json });
  await post('/auth/password/forgot', { email });
  await post('/auth/password/reset', { token, password: 'short' });
  await post('/auth/invitation/accept', { token, password: testPassword });
  const log = JSON.stringify(app.log);
  for (const each of [token, email, testPassword]) expect(log).not.toContain(each);
});

test('a form of another site can use no link', async () => {
  const { userId } = await app.signIn('editor');
  const { url } = await app.cms.users.createResetLink(operator, userId);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const { status } = await app.request('/auth/password/reset', {
      method: 'POST',
      headers: { 'Content-Type': type },
      body: JSON.stringify({ token: secretOf(url), password: testPassword }),
    });
    expect(status).toBe(415);
  }
});

test('a new password by a link leaves a browser without a session', async () => {
  const { userId, bearer } = await app.signIn('editor');
  const { url } = await app.cms.users.createResetLink(operator, userId);
  const { status, headers, json } = await app.request('/auth/password/reset', {
    method: 'POST',
    json: { token: secretOf(url), password: 'another good password' },
  });
  expect([status, json()]).toEqual([200, { data: { changed: true } }]);
  expect(headers.get('set-cookie')).toBeNull();
  expect((await app.request('/auth/me', { headers: bearer })).status).toBe(401);
});

describe('the pages', () => {
  test.each(['/auth/reset', '/auth/invitation'])('%s uses nothing up', async (path) => {
    const command = { email: 'opened@example.org', role: 'viewer', expiresIn: '1d' } as const;
    const actor = { ...admin, kind: 'user', role: 'admin', grants: [] } as const;
    const { url } = await app.cms.invitations.create(actor, command);
    const token = secretOf(url);
    for (const suffix of ['', `?token=${token}`, `#${token}`]) {
      for (const method of ['GET', 'HEAD']) {
        expect((await app.request(`${path}${suffix}`, { method })).status).not.toBe(500);
      }
    }
    const password = 'another good password';
    const accepted = await app.cms.invitations.accept({ token, password, client: newClient() });
    await app.cms.users.delete(operator, accepted.user.id);
  });

  test.each([
    ['/auth/forgot', ['email'], '/auth/password/forgot'],
    ['/auth/reset', ['token', 'password'], '/auth/password/reset'],
    [
      '/auth/invitation',
      ['token', 'password', 'firstName', 'lastName', 'username', 'email', 'password'],
      '/auth/invitation/accept',
    ],
  ])(
    '%s has the form for its request, and says what to do without scripts',
    async (path, names, action) => {
      const { status, headers, text } = await app.request(path);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toContain('no-store');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('set-cookie')).toBeNull();
      expect([...text.matchAll(/<input[^>]* name="(\w+)"/g)].map(([, name]) => name)).toEqual(
        names,
      );
      expect(text).toContain(`<form id="form" method="post" action="${action}">`);
      expect(text).toMatch(/<noscript>[^]*needs JavaScript[^]*<\/noscript>/);
      if (names.includes('token')) expect(text).toContain('autocomplete="new-password"');
      // Nothing of another site is loaded.
      expect(text).not.toMatch(/(?:src|href|action)="(?!\/)/);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    },
  );

  test('without mail, the page says that an administrator can make a link', async () => {
    const { status, text } = await silent.request('/auth/forgot');
    expect(status).toBe(200);
    expect(text).toContain('Ask an administrator for a link');
    expect(text).not.toContain('<form');
    const asked = await silent.request('/auth/password/forgot', {
      method: 'POST',
      json: { email: 'nobody@example.org' },
    });
    expect([asked.status, asked.json().code]).toEqual([409, 'mail_not_configured']);
  });

  test('the login page leads to it if mail is configured', async () => {
    const link = '<a href="/auth/forgot">';
    for (const path of ['/auth/login', '/auth/login?error=invalid_credentials']) {
      expect((await app.request(path)).text).toContain(link);
      const { text } = await silent.request(path);
      expect(text).not.toContain(link);
      expect(text).toMatch(/an administrator/);
    }
  });
});

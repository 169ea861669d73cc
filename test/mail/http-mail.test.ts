import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MailOutcome } from '../../core/index.ts';
import { serveApp, testPassword, type SignedIn, type TestApp } from '../support/http/app.ts';
import { memoryMailer } from '../support/mail/memory-mailer.ts';

const mailer = memoryMailer();
let app: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await serveApp({ core: { ports: { mailer }, publicUrl: 'https://cms.example.org' } });
  admin = await app.signIn('admin');
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  mailer.attempts.splice(0);
  mailer.answer = () => ({ kind: 'sent' });
});

const call = (method: string, path: string, caller: SignedIn = admin) =>
  app.request(path, { method, headers: caller.bearer });

test('a test goes to the address of the caller at once', async () => {
  const { status, json } = await call('POST', '/api/mail/test');
  expect([status, json()]).toEqual([200, { data: { sent: true } }]);
  expect(mailer.attempts.map(({ to }) => to)).toEqual([admin.email]);
});

test.each<MailOutcome>([
  { kind: 'refused', reason: 'Unknown recipient' },
  { kind: 'failed', reason: 'No connection' },
])('a test that is $kind says why, and is not repeated', async (outcome) => {
  mailer.answer = () => outcome;
  const { status, json } = await call('POST', '/api/mail/test');
  const { reason } = outcome as { readonly reason: string };
  expect([status, json()]).toEqual([200, { data: { sent: false, reason } }]);
  await app.cms.mail.deliver({ aborted: false });
  expect(mailer.attempts).toHaveLength(1);
  expect((await call('GET', '/api/mail/failures')).json().data).toEqual([]);
});

test('failures are listed without what the mails contained', async () => {
  const viewer = await app.signIn('viewer');
  mailer.answer = () => ({ kind: 'refused', reason: 'Unknown recipient' });
  const changed = await app.request('/auth/password', {
    method: 'PUT',
    headers: viewer.bearer,
    json: { currentPassword: testPassword, newPassword: 'another good password' },
  });
  expect(changed.status).toBe(200);
  expect(mailer.attempts).toEqual([]);
  await app.cms.mail.deliver({ aborted: false });
  expect(mailer.attempts.map(({ to }) => to)).toEqual([viewer.email]);
  const { status, text, json } = await call('GET', '/api/mail/failures');
  expect(status).toBe(200);
  expect(json().data).toEqual([
    { at: expect.any(Number), kind: 'notice', user: viewer.userId, reason: 'Unknown recipient' },
  ]);
  expect(json().meta.count).toBe(1);
  for (const each of [viewer.email, mailer.attempts[0]!.subject]) expect(text).not.toContain(each);
});

test('only admins may', async () => {
  const editor = await app.signIn('editor');
  expect((await call('POST', '/api/mail/test', editor)).status).toBe(403);
  expect((await call('GET', '/api/mail/failures', editor)).status).toBe(403);
  expect(mailer.attempts).toEqual([]);
});

test('without mail there is no test', async () => {
  await using plain = await serveApp();
  const { bearer } = await plain.signIn('admin');
  const answer = await plain.request('/api/mail/test', { method: 'POST', headers: bearer });
  expect([answer.status, answer.json().code]).toEqual([409, 'mail_not_configured']);
  const failures = await plain.request('/api/mail/failures', { headers: bearer });
  expect([failures.status, failures.json().data]).toEqual([200, []]);
});

import { equal, ok } from '../assert.ts';
import { suite } from '../suite.ts';
import type { RestSubject } from './rest-subject.ts';
import {
  at,
  expectError,
  expectStatus,
  listAt,
  password,
  restWorld,
  textAt,
} from './rest-world.ts';

/** The second factor of an account. */
export const restSecondFactorSuite = suite<RestSubject>('REST second factor', {
  'a second factor begins with a key, and is set up by no wrong code': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    expectError(await caller.post('/auth/totp', { password: 'wrong' }), 403, 'wrong_password');
    const begun = expectStatus(await caller.post('/auth/totp', { password }), 200);
    const secret = textAt(begun.json, 'data', 'secret');
    ok(/^[A-Z2-7]{32}$/.test(secret), 'the secret has 160 bits in base32');
    const uri = textAt(begun.json, 'data', 'uri');
    ok(uri.startsWith('otpauth://totp/') && uri.includes(secret), 'the URI has the secret');
    const code = { code: 'wrong' };
    expectError(await caller.post('/auth/totp/confirm', code), 401, 'invalid_code');
    expectError(await caller.post('/auth/totp/remove', code), 401, 'invalid_code');
    expectError(await caller.post('/auth/recovery-codes', code), 401, 'invalid_code');
    const me = expectStatus(await caller.get('/auth/me'), 200);
    equal(at(me.json, 'user', 'hasSecondFactor'), false, 'hasSecondFactor');
  },

  'an administrator removes the second factor of another user, who must have one': async (
    subject,
  ) => {
    const { admin, person } = restWorld(subject);
    const caller = await admin();
    const { id } = await person(caller, 'author');
    const path = `/api/users/${id}/second-factor`;
    expectError(await caller.delete(path), 404, 'not_found');
    const me = expectStatus(await caller.get('/auth/me'), 200);
    const own = `/api/users/${textAt(me.json, 'user', 'id')}/second-factor`;
    expectError(await caller.delete(own), 403, 'forbidden');
  },

  'roles that need a second factor are a setting, and stop sessions after the days of grace':
    async (subject) => {
      const { admin, as, person } = restWorld(subject);
      const caller = await admin();
      const { token } = await person(caller, 'author');
      const author = as({ Authorization: `Bearer ${token}` });
      const requireOf = async (requireSecondFactor: readonly string[]) => {
        const settings = { requireSecondFactor, secondFactorGraceDays: 0 };
        const saved = expectStatus(await caller.put('/api/settings', settings), 200);
        equal(at(saved.json, 'data', 'requireSecondFactor'), requireSecondFactor, 'the setting');
      };
      await requireOf(['author']);
      const stopped = 'second_factor_setup_required';
      expectError(await author.get('/api/content'), 403, stopped);
      expectError(await author.post('/api/content', {}), 403, stopped);
      expectStatus(await author.get('/auth/me'), 200);
      await requireOf([]);
      expectStatus(await author.get('/api/content'), 200);
      const twice = { requireSecondFactor: ['admin', 'admin'] };
      expectError(await caller.put('/api/settings', twice), 400, 'invalid_input');
    },

  'a challenge that does not exist takes no code': async (subject) => {
    const { anonymous, newClient } = restWorld(subject);
    const body = { challenge: 'unknown', code: '123456' };
    const answer = await anonymous.post('/auth/login/code', body, newClient());
    expectError(answer, 401, 'invalid_code');
    equal(answer.cookies, [], 'cookies');
  },

  'the page for a code leads back to the login page without a challenge': async (subject) => {
    const { anonymous, newClient } = restWorld(subject);
    const page = expectStatus(await anonymous.get('/auth/code'), 200);
    ok(page.text.includes('/auth/login'), 'the page has a link');
    const form = await subject.send({
      method: 'POST',
      path: '/auth/login/code/form',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...newClient() },
      body: 'code=123456',
    });
    equal(form.status, 303, 'status');
    equal(form.headers['location'], '/auth/login?error=sign_in_ended', 'Location');
  },

  'trusted browsers are listed, and end': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const listed = expectStatus(await caller.get('/auth/trusted-browsers'), 200);
    equal(listAt(listed.json, 'data'), [], 'browsers');
    const unknown = '/auth/trusted-browsers/00000000-0000-7000-8000-000000000000';
    expectError(await caller.delete(unknown), 404, 'not_found');
  },
});

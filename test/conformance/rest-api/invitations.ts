import type { JsonObject } from '../../../core/vocabulary.ts';
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
  type JsonResponse,
} from './rest-world.ts';

const secretIn = ({ json }: JsonResponse): string => {
  const url = textAt(json, 'data', 'url');
  ok(url.includes('#'), 'the secret is in the fragment');
  return url.slice(url.indexOf('#') + 1);
};

/** The invitation in a response, without its link. */
const shownIn = ({ json }: JsonResponse): JsonObject => {
  const { url: _, ...shown } = at(json, 'data') as JsonObject;
  return shown;
};

/** Links for new passwords, and invitations. */
export const restInvitationsSuite = suite<RestSubject>('REST links and invitations', {
  'a request for a new password says the same for every address': async (subject) => {
    const { admin, anonymous, newClient } = restWorld(subject);
    await admin();
    for (const email of ['admin@example.org', 'nobody@example.org']) {
      const asked = await anonymous.post('/auth/password/forgot', { email }, newClient());
      if (asked.status === 200) equal(at(asked.json, 'data'), { sent: true }, 'data');
      else expectError(asked, 409, 'mail_not_configured');
    }
  },

  'an administrator makes a link, which sets a new password once': async (subject) => {
    const { admin, anonymous, newClient, person } = restWorld(subject);
    const caller = await admin();
    const { id, email, get } = await person(caller, 'author');
    const made = expectStatus(await caller.post(`/api/users/${id}/reset-link`), 201);
    ok(typeof at(made.json, 'data', 'expiresAt') === 'number', 'the end of the link');
    const changed = 'another good password';
    const use = (text: string) =>
      anonymous.post('/auth/password/reset', { token: secretIn(made), password: text });
    expectError(await use('short'), 400, 'invalid_password');
    const used = expectStatus(await use(changed), 200);
    equal(at(used.json, 'data'), { changed: true }, 'data');
    equal(used.cookies, [], 'cookies');
    expectError(await use(changed), 401, 'invalid_link');
    expectError(await get('/auth/me'), 401, 'invalid_session');
    const credentials = { email, password: changed };
    expectStatus(await anonymous.post('/auth/login', credentials, newClient()), 200);
  },

  'an invitation makes an account with its role and permissions': async (subject) => {
    const { admin, anonymous, as, newClient } = restWorld(subject);
    const caller = await admin();
    const permissions = [{ collection: 'pages', role: 'editor' }];
    const command = { email: 'Grace@Example.org', role: 'author', permissions, expiresIn: '7d' };
    const invited = expectStatus(await caller.post('/api/invitations', command), 201);
    const id = textAt(invited.json, 'data', 'id');
    const expected = { ...command, id, email: 'grace@example.org', sent: false };
    const { expiresAt, ...shown } = shownIn(invited);
    const { expiresIn: _, ...members } = expected;
    equal(shown, members, 'the invitation');
    ok(typeof expiresAt === 'number', 'its end');
    const again = expectStatus(await caller.post(`/api/invitations/${id}/resend`), 200);
    const listed = listAt((await caller.get('/api/invitations')).json, 'data');
    equal(
      listed.map((each) => textAt(each, 'id')),
      [id],
      'ids in the list',
    );
    ok(!JSON.stringify(listed).includes('#'), 'the list has no link');
    const accept = (token: string, text = password) =>
      anonymous.post('/auth/invitation/accept', { token, password: text }, newClient());
    expectError(await accept(secretIn(invited)), 401, 'invalid_link');
    expectError(await accept(secretIn(again), 'short'), 400, 'invalid_password');
    const accepted = expectStatus(await accept(secretIn(again)), 201);
    equal(accepted.cookies, [], 'cookies');
    equal(Object.keys(at(accepted.json, 'user') as object).length, 6, 'members of the user');
    const me = as({ Authorization: `Bearer ${textAt(accepted.json, 'token')}` });
    const { json } = expectStatus(await me.get('/auth/me'), 200);
    equal(textAt(json, 'user', 'role'), 'author', 'role');
    equal(at(json, 'user', 'permissions'), permissions, 'permissions');
    expectError(await caller.post('/api/invitations', command), 409, 'email_taken');
  },

  'an invitation is withdrawn': async (subject) => {
    const { admin, anonymous, newClient } = restWorld(subject);
    const caller = await admin();
    const command = { email: 'grace@example.org', role: 'viewer', expiresIn: '1d' };
    const invited = expectStatus(await caller.post('/api/invitations', command), 201);
    const id = textAt(invited.json, 'data', 'id');
    const { json } = expectStatus(await caller.delete(`/api/invitations/${id}`), 200);
    equal(at(json, 'data'), { id, deleted: true }, 'data');
    const input = { token: secretIn(invited), password };
    const accepted = await anonymous.post('/auth/invitation/accept', input, newClient());
    expectError(accepted, 401, 'invalid_link');
  },
});

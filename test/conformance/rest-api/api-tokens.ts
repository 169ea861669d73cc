import { equal, ok } from '../assert.ts';
import { suite } from '../suite.ts';
import type { RestSubject } from './rest-subject.ts';
import { expectStatus, at, listAt, expectError, restWorld, textAt } from './rest-world.ts';

/** API tokens: creation, use, scopes, revocation. */
export const restApiTokensSuite = suite<RestSubject>('REST API tokens', {
  'only the response to the creation contains the secret': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const body = { name: 'Site', expiresIn: '30d', collections: ['pages'] };
    const created = expectStatus(await caller.post('/api/tokens', body), 201);
    const secret = textAt(created.json, 'data', 'token');
    ok(/^st_[A-Za-z0-9_-]{27,}$/.test(secret), 'form of the secret');
    equal(textAt(created.json, 'data', 'prefix'), secret.slice(0, 8), 'prefix');
    const list = expectStatus(await caller.get('/api/tokens'), 200);
    ok(!list.text.includes(secret), 'the list does not contain the secret');
    const token = listAt(list.json, 'data')[0] ?? null;
    equal(at(token, 'collections'), ['pages'], 'collections');
    const lifetime = Number(at(token, 'expiresAt')) - Number(at(token, 'created_at'));
    equal(lifetime, 30 * 24 * 60 * 60 * 1000, 'lifetime');
  },

  'a token can only read': async (subject) => {
    const { admin, as, collectionId } = restWorld(subject);
    const caller = await admin();
    const created = await caller.post('/api/tokens', { name: 'Site' });
    const token = as({ 'X-API-Key': textAt(created.json, 'data', 'token') });
    const item = { collectionId: await collectionId('pages'), title: 'x' };
    const { headers } = await caller.post('/api/content', item);
    const path = headers['location'] ?? '';
    expectStatus(await token.get('/api/content'), 200);
    expectStatus(await token.get(path), 200);
    expectError(await token.post('/api/content', item), 403, 'token_read_only');
    expectError(await token.put(path, { title: 'y' }), 403, 'token_read_only');
    expectError(await token.delete(path), 403, 'token_read_only');
    expectError(await token.post('/auth/logout'), 403, 'token_read_only');
    for (const route of ['/api/media', '/api/tokens', '/api/users', '/api/settings', '/auth/me']) {
      expectError(await token.get(route), 403);
    }
  },

  'a token with a scope can read only its collections': async (subject) => {
    const { admin, as, collectionId } = restWorld(subject);
    const caller = await admin();
    const add = async (name: string) =>
      (
        await caller.post('/api/content', {
          collectionId: await collectionId(name),
          title: `In ${name}`,
        })
      ).headers['location'] ?? '';
    const page = await add('pages');
    const post = await add('blog-posts');
    const body = { name: 'Pages', collections: ['pages'] };
    const created = await caller.post('/api/tokens', body);
    const token = as({ 'X-API-Key': textAt(created.json, 'data', 'token') });
    expectStatus(await token.get(page), 200);
    expectError(await token.get(post), 403, 'token_scope');
    const { json } = expectStatus(await token.get('/api/content'), 200);
    equal(
      listAt(json, 'data').map((item) => textAt(item, 'title')),
      ['In pages'],
      'list',
    );
    for (const name of ['blog-posts', 'nothing']) {
      for (const path of [`/api/content?collection=${name}`, `/api/collections/${name}/content`]) {
        const response = await token.get(path);
        expectError(response, 403, 'token_scope');
        const message = `Access denied: token is not authorized for collection '${name}'`;
        equal(textAt(response.json, 'error'), message, `error message on ${path}`);
      }
    }
    expectError(await caller.post('/api/tokens', { ...body, collections: ['nothing'] }), 400);
    ok(
      !(await token.get('/api/content')).text.includes('token'),
      'meta does not mention the token',
    );
  },

  'a revoked token is rejected immediately': async (subject) => {
    const { admin, as } = restWorld(subject);
    const caller = await admin();
    const created = await caller.post('/api/tokens', { name: 'Short' });
    const token = as({ 'X-API-Key': textAt(created.json, 'data', 'token') });
    expectStatus(await token.get('/api/content'), 200);
    const path = `/api/tokens/${textAt(created.json, 'data', 'id')}`;
    equal(
      at(expectStatus(await caller.delete(path), 200).json, 'data', 'deleted'),
      true,
      'deleted',
    );
    expectError(await token.get('/api/content'), 401, 'invalid_token');
    expectError(await caller.delete(path), 404, 'not_found');
  },

  'a token is accepted only with its whole secret, in its header': async (subject) => {
    const { admin, anonymous, as } = restWorld(subject);
    const caller = await admin();
    const created = await caller.post('/api/tokens', { name: 'Site' });
    const secret = textAt(created.json, 'data', 'token');
    for (const guess of [
      secret.slice(0, -1),
      `${secret}x`,
      secret.slice(0, 8),
      secret.toUpperCase(),
      '',
    ]) {
      expectError(await as({ 'X-API-Key': guess }).get('/api/content'), 401, 'invalid_token');
    }
    expectError(await as({ Authorization: `Bearer ${secret}` }).get('/api/content'), 401);
    expectError(await anonymous.get(`/api/users?api_key=${secret}&X-API-Key=${secret}`), 401);
  },

  'a new collection with the name of a deleted one inherits no rights': async (subject) => {
    const { admin, as, person } = restWorld(subject);
    const caller = await admin();
    expectStatus(await caller.post('/api/collections', { name: 'secret' }), 201);
    const created = await caller.post('/api/tokens', { name: 'S', collections: ['secret'] });
    const token = as({ 'X-API-Key': textAt(created.json, 'data', 'token') });
    const viewer = await person(caller, 'viewer');
    const permissions = [{ collection: 'secret', role: 'editor' }];
    expectStatus(await caller.put(`/api/users/${viewer.id}/permissions`, { permissions }), 200);
    expectStatus(await token.get('/api/collections/secret/content'), 200);
    expectStatus(await caller.delete('/api/collections/secret'), 200);
    const again = expectStatus(await caller.post('/api/collections', { name: 'secret' }), 201);
    expectError(await token.get('/api/collections/secret/content'), 403, 'token_scope');
    const item = { collectionId: textAt(again.json, 'data', 'id'), title: 'x' };
    expectError(await viewer.post('/api/content', item), 403, 'forbidden');
    const list = await caller.get('/api/tokens');
    equal(listAt(list.json, 'data', 0, 'collections').length, 1, 'the token still has a scope');
  },
});

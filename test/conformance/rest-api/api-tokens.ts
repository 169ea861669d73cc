import { equal, ok } from '../assert.ts';
import { suite } from '../suite.ts';
import type { RestSubject } from './rest-subject.ts';
import { answered, at, listAt, refused, restWorld, textAt } from './rest-world.ts';

/** API tokens: made, used, limited, revoked. */
export const restApiTokensSuite = suite<RestSubject>('REST API tokens', {
  'the secret is in the creating answer only': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const body = { name: 'Site', expiresIn: '30d', collections: ['pages'] };
    const created = answered(await caller.post('/api/tokens', body), 201);
    const secret = textAt(created.json, 'data', 'token');
    ok(/^st_[A-Za-z0-9_-]{27,}$/.test(secret), 'the form of the secret');
    equal(textAt(created.json, 'data', 'prefix'), secret.slice(0, 8), 'prefix');
    const list = answered(await caller.get('/api/tokens'), 200);
    ok(!list.text.includes(secret), 'the list does not tell the secret');
    const token = listAt(list.json, 'data')[0] ?? null;
    equal(at(token, 'collections'), ['pages'], 'collections');
    const lifetime = Number(at(token, 'expiresAt')) - Number(at(token, 'created_at'));
    equal(lifetime, 30 * 24 * 60 * 60 * 1000, 'lifetime');
  },

  'a token reads and does nothing else': async (subject) => {
    const { admin, as, collectionId } = restWorld(subject);
    const caller = await admin();
    const created = await caller.post('/api/tokens', { name: 'Site' });
    const token = as({ 'X-API-Key': textAt(created.json, 'data', 'token') });
    const item = { collectionId: await collectionId('pages'), title: 'x' };
    const { headers } = await caller.post('/api/content', item);
    const path = headers['location'] ?? '';
    answered(await token.get('/api/content'), 200);
    answered(await token.get(path), 200);
    refused(await token.post('/api/content', item), 403, 'token_read_only');
    refused(await token.put(path, { title: 'y' }), 403, 'token_read_only');
    refused(await token.delete(path), 403, 'token_read_only');
    refused(await token.post('/auth/logout'), 403, 'token_read_only');
    for (const secret of ['/api/media', '/api/tokens', '/api/users', '/api/settings', '/auth/me']) {
      refused(await token.get(secret), 403);
    }
  },

  'a token with a scope reads its collections and no others': async (subject) => {
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
    answered(await token.get(page), 200);
    refused(await token.get(post), 403, 'token_scope');
    const { json } = answered(await token.get('/api/content'), 200);
    equal(
      listAt(json, 'data').map((item) => textAt(item, 'title')),
      ['In pages'],
      'list',
    );
    for (const name of ['blog-posts', 'nothing']) {
      for (const path of [`/api/content?collection=${name}`, `/api/collections/${name}/content`]) {
        const answer = await token.get(path);
        refused(answer, 403, 'token_scope');
        const sentence = `Access denied: token is not authorized for collection '${name}'`;
        equal(textAt(answer.json, 'error'), sentence, `sentence on ${path}`);
      }
    }
    refused(await caller.post('/api/tokens', { ...body, collections: ['nothing'] }), 400);
    ok(
      !(await token.get('/api/content')).text.includes('token'),
      'meta tells nothing of the token',
    );
  },

  'a revoked token is refused at once': async (subject) => {
    const { admin, as } = restWorld(subject);
    const caller = await admin();
    const created = await caller.post('/api/tokens', { name: 'Short' });
    const token = as({ 'X-API-Key': textAt(created.json, 'data', 'token') });
    answered(await token.get('/api/content'), 200);
    const path = `/api/tokens/${textAt(created.json, 'data', 'id')}`;
    equal(at(answered(await caller.delete(path), 200).json, 'data', 'deleted'), true, 'deleted');
    refused(await token.get('/api/content'), 401, 'invalid_token');
    refused(await caller.delete(path), 404, 'not_found');
  },

  'a token is only known by the whole of its secret, in its header': async (subject) => {
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
      refused(await as({ 'X-API-Key': guess }).get('/api/content'), 401, 'invalid_token');
    }
    refused(await as({ Authorization: `Bearer ${secret}` }).get('/api/content'), 401);
    refused(await anonymous.get(`/api/users?api_key=${secret}&X-API-Key=${secret}`), 401);
  },

  'a collection made again under an old name inherits nothing': async (subject) => {
    const { admin, as, person } = restWorld(subject);
    const caller = await admin();
    answered(await caller.post('/api/collections', { name: 'secret' }), 201);
    const created = await caller.post('/api/tokens', { name: 'S', collections: ['secret'] });
    const token = as({ 'X-API-Key': textAt(created.json, 'data', 'token') });
    const viewer = await person(caller, 'viewer');
    const permissions = [{ collection: 'secret', role: 'editor' }];
    answered(await caller.put(`/api/users/${viewer.id}/permissions`, { permissions }), 200);
    answered(await token.get('/api/collections/secret/content'), 200);
    answered(await caller.delete('/api/collections/secret'), 200);
    const again = answered(await caller.post('/api/collections', { name: 'secret' }), 201);
    refused(await token.get('/api/collections/secret/content'), 403, 'token_scope');
    const item = { collectionId: textAt(again.json, 'data', 'id'), title: 'x' };
    refused(await viewer.post('/api/content', item), 403, 'forbidden');
    const list = await caller.get('/api/tokens');
    equal(listAt(list.json, 'data', 0, 'collections').length, 1, 'the scope does not look open');
  },
});

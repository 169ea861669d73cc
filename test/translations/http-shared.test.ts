import { afterEach, beforeEach, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { localizedApp, type LocalizedApp } from '../support/translations/localized-app.ts';
import { sharingSchema } from '../support/translations/sharing-world.ts';

let app: LocalizedApp;

beforeEach(async () => {
  app = await localizedApp();
  await app.cms.collections.update(operator, 'blog-posts', { schema: sharingSchema });
});

afterEach(() => app[Symbol.asyncDispose]());

const get = async (id: string) => {
  const answer = await app.send('GET', `/api/content/${id}`);
  return { data: answer.json().data, tag: answer.headers.get('etag') ?? '' };
};

test('a shared field changes in all translations, whose earlier If-Match returns 412', async () => {
  const { id } = await app.post('Tides', { data: { price: 1 } });
  const german = await app.translate(id, 'de', { title: 'Gezeiten', copy: 'shared' });
  const { data, tag } = await get(german.id);
  expect(data.data).toEqual({ price: 1 });
  expect((await app.send('PUT', `/api/content/${id}`, { data: { price: 2 } })).status).toBe(200);
  expect((await get(german.id)).data.data).toEqual({ price: 2 });
  const late = await app.request(`/api/content/${german.id}`, {
    method: 'PUT',
    headers: { ...app.editor, 'Content-Type': 'application/json', 'If-Match': tag },
    body: '{"title":"Late"}',
  });
  expect(late.status).toBe(412);
  const answer = await app.send('GET', `/api/content/${german.id}/revisions`);
  expect(answer.json().data[0].changed).toEqual(['data.price']);
});

test('a draft gets 409 with the paths and the id of the published translation', async () => {
  const { id } = await app.post('Tides', { data: { price: 1 } });
  const path = `/api/content/${id}/translations`;
  const draft = (await app.send('POST', path, { locale: 'de' })).json().data;
  const answer = await app.send('PUT', `/api/content/${draft.id}`, { data: { price: 2 } });
  expect([answer.status, answer.json().code]).toEqual([409, 'shared_field']);
  expect(answer.json().issues).toEqual([{ path: 'data.price', message: expect.any(String) }]);
  expect(answer.json().details).toContain(id);
  const unknown = await app.send('POST', path, { locale: 'fr', copy: 'some' });
  expect(unknown.status).toBe(400);
});

test('a failed sibling is in the results, with the status of a request of its own', async () => {
  const { id } = await app.post('Tides', { data: { price: 1, body: 'Long' } });
  const german = await app.translate(id, 'de', { title: 'Gezeiten', copy: 'shared' });
  const schema = { ...sharingSchema, required: ['body'] };
  await app.cms.collections.update(operator, 'blog-posts', { schema });
  const answer = await app.send('PUT', `/api/content/${id}`, { data: { price: 2, body: 'B' } });
  expect([answer.status, answer.json().code]).toEqual([409, 'siblings_failed']);
  const [own, failed] = answer.json().results;
  expect(own).toEqual({ id, status: 424 });
  expect(failed).toMatchObject({ id: german.id, status: 400, code: 'invalid_data' });
  expect(failed.issues[0].path).toBe('data.body');
  expect((await get(id)).data.data.price).toBe(1);
});

test('groups are joined, and fields become shared, with the values of one item or locale', async () => {
  const english = await app.post('Tides', { data: { price: 1 } });
  const german = await app.post('Gezeiten', { locale: 'de', data: { price: 2 } });
  const join = (body: object) => app.send('PUT', `/api/content/${german.id}/group`, body);
  const refused = await join({ with: english.id });
  expect([refused.status, refused.json().code]).toEqual([409, 'not_shared']);
  expect((await join({ with: english.id, shareFrom: german.id })).status).toBe(200);
  expect((await get(english.id)).data.data).toEqual({ price: 2 });
  const { price } = sharingSchema.properties;
  const free = { schema: { properties: { price: { type: price.type } } } };
  await app.cms.collections.update(operator, 'blog-posts', free);
  await app.send('PUT', `/api/content/${german.id}`, { data: { price: 3 } });
  const admin = await app.signIn('admin');
  const share = (query: string) =>
    app.request(`/api/collections/blog-posts${query}`, {
      method: 'PUT',
      headers: { ...admin.bearer, 'Content-Type': 'application/json' },
      body: JSON.stringify({ schema: sharingSchema }),
    });
  const unequal = await share('');
  expect([unequal.status, unequal.json().groups]).toEqual([409, [english.id]]);
  expect((await share('?shareFrom=it')).status).toBe(400);
  expect((await share('?shareFrom=de')).status).toBe(200);
  expect((await get(english.id)).data.data).toEqual({ price: 3 });
});

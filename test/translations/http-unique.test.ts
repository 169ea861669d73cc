import { afterEach, beforeEach, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { JsonObject } from '../../core/vocabulary.ts';
import { localizedApp, type LocalizedApp } from '../support/translations/localized-app.ts';

/** Each translation has a sku; the code is common to all of them. */
const schema = {
  properties: {
    sku: { type: 'string', unique: true },
    code: { type: 'string', unique: true, localized: false },
  },
};

let app: LocalizedApp;
let created = 0;

const use = async (next: JsonObject): Promise<void> => {
  await app.cms.collections.update(operator, 'blog-posts', { schema: next });
  await app.cms.system.maintainIndexes();
};

beforeEach(async () => {
  app = await localizedApp();
  await use(schema);
});

afterEach(() => app[Symbol.asyncDispose]());

const put = (id: string, body: object) => app.send('PUT', `/api/content/${id}`, body);

const create = (data: object, locale = 'en') => {
  created += 1;
  const title = `Item ${created}`;
  return app.send('POST', '/api/content', { collection: 'blog-posts', title, locale, data });
};

/** Whether an answer says that another item has the value of a field. */
const expectTaken = async (
  answer: ReturnType<typeof put>,
  path: string,
  details: string,
): Promise<void> => {
  const { status, json } = await answer;
  const body = json();
  expect([status, body.code, body.issues?.[0].path]).toEqual([409, 'value_taken', path]);
  expect(body.details).toBe(`The value of this field must be unique in ${details}`);
};

test('a translation has the values of its item, and no other item of its locale has them', async () => {
  const { id } = await app.post('Tides', { data: { sku: 'a', code: 'x' } });
  const german = await app.translate(id, 'de');
  await expectTaken(create({ sku: 'a' }), 'data.sku', 'its locale');
  await expectTaken(create({ sku: 'a' }, 'de'), 'data.sku', 'its locale');
  const french = await create({ sku: 'a' }, 'fr');
  expect(french.status).toBe(201);
  const other = french.json().data.id;
  await expectTaken(put(other, { locale: 'de' }), 'data.sku', 'its locale');
  await put(german.id, { data: { sku: 'b', code: 'x' } });
  expect((await put(other, { locale: 'de' })).status).toBe(200);
});

test('a shared value is that of one group, and changes in all its translations', async () => {
  const { id } = await app.post('Tides', { data: { code: 'x' } });
  const german = await app.translate(id, 'de');
  await app.translate(id, 'fr');
  await expectTaken(create({ code: 'x' }, 'de-CH'), 'data.code', 'the collection');
  expect((await put(german.id, { data: { code: 'y' } })).status).toBe(200);
  expect((await create({ code: 'x' })).status).toBe(201);
  await expectTaken(create({ code: 'y' }), 'data.code', 'the collection');
  const leaving = await app.send('DELETE', `/api/content/${german.id}/group`);
  expect([leaving.status, leaving.json().code]).toEqual([409, 'value_taken']);
});

test('groups are joined with the shared value of one of them', async () => {
  const english = await app.post('Tides', { data: { code: 'x' } });
  const german = await app.post('Gezeiten', { locale: 'de', data: { code: 'y' } });
  const join = { with: english.id, shareFrom: german.id };
  expect((await app.send('PUT', `/api/content/${german.id}/group`, join)).status).toBe(200);
  await expectTaken(create({ code: 'y' }, 'fr'), 'data.code', 'the collection');
  expect((await create({ code: 'x' }, 'fr')).status).toBe(201);
});

test('an item in the trash leaves its value to its translations, and comes back with it', async () => {
  const { id } = await app.post('Tides', { data: { sku: 'a', code: 'x' } });
  const german = await app.translate(id, 'de');
  await app.send('DELETE', `/api/content/${id}`);
  await expectTaken(create({ code: 'x' }), 'data.code', 'the collection');
  const next = (await create({ sku: 'a' })).json().data.id;
  const restore = () => app.send('POST', `/api/trash/${id}/restore`, {});
  await expectTaken(restore(), 'data.sku', 'its locale');
  await app.send('DELETE', `/api/content/${next}`);
  expect((await restore()).status).toBe(200);
  await app.send('DELETE', `/api/content/${german.id}`);
  await expectTaken(create({ code: 'x' }), 'data.code', 'the collection');
});

test('a field with the same value in several groups cannot become shared', async () => {
  const { sku, code } = schema.properties;
  await app.post('Tides', { data: { sku: 'a' } });
  await app.post('Gezeiten', { locale: 'de', data: { sku: 'a' } });
  const shared = { properties: { sku: { ...sku, localized: false }, code } };
  const update = app.cms.collections.update(operator, 'blog-posts', { schema: shared });
  await expect(update).rejects.toMatchObject({
    code: 'not_unique',
    issues: [{ path: 'data.sku', message: expect.stringContaining('"a"') }],
  });
});

test("a field becomes shared although groups have each other's values in another locale", async () => {
  const { sku, code } = schema.properties;
  const tides = await app.post('Tides', { data: { sku: 'a' } });
  const pools = await app.post('Pools', { data: { sku: 'b' } });
  const german = await app.translate(tides.id, 'de');
  const other = await app.translate(pools.id, 'de');
  for (const [id, value] of [
    [german.id, 'c'],
    [other.id, 'a'],
    [german.id, 'b'],
  ] as const) {
    expect((await put(id, { data: { sku: value } })).status).toBe(200);
  }
  const shared = { properties: { sku: { ...sku, localized: false }, code } };
  await app.cms.collections.update(operator, 'blog-posts', { schema: shared }, 'en');
  const skuOf = async (id: string) =>
    (await app.send('GET', `/api/content/${id}`)).json().data.data.sku;
  expect([await skuOf(german.id), await skuOf(other.id)]).toEqual(['a', 'b']);
  await app.cms.system.maintainIndexes();
  await expectTaken(create({ sku: 'a' }, 'fr'), 'data.sku', 'the collection');
});

test('a collection becomes localised, and its values unique in the locale', async () => {
  const pages = { schema: { properties: { sku: schema.properties.sku } } };
  await app.cms.collections.update(operator, 'pages', pages);
  await app.cms.system.maintainIndexes();
  const page = { collection: 'pages', title: 'Page', data: { sku: 'a' } };
  const made = await app.send('POST', '/api/content', page);
  const again = app.send('POST', '/api/content', page);
  await expectTaken(again, 'data.sku', 'the collection');
  await app.cms.collections.update(operator, 'pages', { localized: true, baseLocale: 'en' });
  await app.cms.system.maintainIndexes();
  await expectTaken(app.send('POST', '/api/content', page), 'data.sku', 'its locale');
  const { id } = made.json().data;
  await app.translate(id, 'de');
});

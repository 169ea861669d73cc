import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';

const secret = 'unreleased';

let app: TestApp;
let id: string;
let credentials: Readonly<Record<'user' | 'key', Readonly<Record<string, string>>>>;
let tokens: Readonly<Record<'item' | 'site', string>>;

beforeAll(async () => {
  app = await serveApp();
  const { cms } = app;
  await cms.plugins.configure(operator, 'cache', { active: true });
  const schema = { type: 'object', properties: { text: { type: 'string', indexed: true } } };
  await cms.collections.create(operator, { name: 'goods', schema });
  await cms.system.maintainIndexes();
  for (const title of ['Boots', 'Boats']) {
    const created = { collection: 'goods', title, data: { text: 'stored' }, status: 'published' };
    const item = await cms.content.create(operator, created as never);
    id ??= item.id;
  }
  await cms.drafts.save(operator, id, {
    title: `Boots, ${secret}`,
    slug: `boots-${secret}`,
    data: { text: secret },
  });
  const { bearer } = await app.signIn('editor');
  const { secret: key } = await cms.apiTokens.create(operator, { name: 't', kind: 'preview' });
  credentials = { user: bearer, key: { 'X-API-Key': key } };
  const tokenOf = async (path: string): Promise<string> =>
    (await app.request(path, { method: 'POST', headers: bearer })).json().data.token;
  tokens = {
    item: await tokenOf(`/api/content/${id}/preview`),
    site: await tokenOf('/api/preview'),
  };
});
afterAll(() => app[Symbol.asyncDispose]());

const query = '/api/collections/goods/query';

/** Reads that show what is written in the copy, and what the same reads show without the perspective. */
const places = [
  `${query}?sort=data.text`,
  `${query}?where[data.text][eq]=${secret}`,
  `${query}?where[data.text][startsWith]=${secret.slice(0, 3)}&sort=-data.text&total=true`,
  `${query}?where[slug][eq]=boots-${secret}&fields=data.text`,
  `/api/search?q=${secret}`,
  `/api/search?q=boots-${secret}&collection=goods&status=published`,
] as const;

/** What does not depend on the time of the request. */
const lasting = (text: string): unknown => {
  const { meta, ...rest } = JSON.parse(text);
  const { timestamp: _, timing: __, ...facts } = meta;
  return { ...rest, meta: facts };
};

test('working copies are queried and searched in the perspective of drafts, and never stored', async () => {
  for (const place of places) {
    for (const [parameters, headers] of [
      ['perspective=drafts', credentials.user],
      ['perspective=drafts', credentials.key],
      [`perspective=drafts&preview=${tokens.site}`, {}],
    ] as const) {
      const answer = await app.request(`${place}&${parameters}`, { headers });
      expect([place, answer.status, answer.text.includes(secret)]).toEqual([place, 200, true]);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.headers.get('etag')).toBeNull();
    }
  }
});

test('nothing of a copy is shown without it: no item, count, order or snippet', async () => {
  const readAll = async (): Promise<readonly unknown[]> => {
    const found: unknown[] = [];
    for (const place of [...places, `${query}?sort=-updated_at&total=true`, '/api/search?q=bo']) {
      for (const headers of [{}, credentials.user, credentials.key]) {
        for (const parameters of ['', '&perspective=published', `&preview=${tokens.site}`]) {
          const answer = await app.request(place + parameters, { headers });
          expect(answer.status).toBe(200);
          found.push(lasting(answer.text));
        }
      }
    }
    return found;
  };
  const withCopy = await readAll();
  expect(JSON.stringify(withCopy)).not.toContain(secret);
  const { cms } = app;
  await cms.drafts.discard(operator, id);
  expect(await readAll()).toEqual(withCopy);
  await cms.drafts.save(operator, id, {
    title: `Boots, ${secret}`,
    slug: `boots-${secret}`,
    data: { text: secret },
  });
});

test('a snippet is that of the copy', async () => {
  const { json } = await app.request(`/api/search?q=${secret}&perspective=drafts`, {
    headers: credentials.user,
  });
  expect(json().data).toMatchObject([
    {
      item: { id, title: `Boots, ${secret}`, data: { text: secret }, status: 'published' },
      snippet: { text: secret, matches: [[0, secret.length]] },
    },
  ]);
});

test('the perspective is for those who may read drafts', async () => {
  const { secret: plain } = await app.cms.apiTokens.create(operator, { name: 'plain' });
  for (const place of places) {
    for (const headers of [{}, { 'X-API-Key': plain }]) {
      const answer = await app.request(`${place}&perspective=drafts`, { headers });
      expect([answer.status, answer.json().code]).toEqual([403, 'forbidden']);
    }
    expect((await app.request(`${place}&preview=pv_none`)).json().code).toBe('invalid_preview');
  }
});

test('the token of an item queries what is public with this item in its place, and searches nothing', async () => {
  for (const perspective of ['', '&perspective=drafts', '&perspective=published']) {
    const found = await app.request(`${query}?sort=title&preview=${tokens.item}${perspective}`);
    expect(found.json().data).toMatchObject([
      { title: 'Boats', data: { text: 'stored' } },
      { id, data: { text: secret } },
    ]);
    expect(found.headers.get('cache-control')).toBe('private, no-store');
    const search = await app.request(`/api/search?q=bo&preview=${tokens.item}${perspective}`);
    expect(search.json()).toMatchObject({ data: [], meta: { search: { ranked: 0, more: false } } });
  }
});

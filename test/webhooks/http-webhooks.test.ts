import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WebhookResponse } from '../../core/index.ts';
import { serveApp, type SignedIn, type TestApp } from '../support/http/app.ts';
import type { Answer, RequestOptions } from '../support/http/http-client.ts';

let app: TestApp;
let admin: SignedIn;
let answer: WebhookResponse;
const sent: string[] = [];

beforeAll(async () => {
  app = await serveApp({
    core: {
      ports: {
        webhookSender: {
          refusalOf: (url) => (url.includes('//refused') ? 'It is refused' : undefined),
          send: async ({ headers }) => {
            sent.push(headers['webhook-id'] ?? '');
            return answer;
          },
        },
      },
    },
  });
  admin = await app.signIn('admin');
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  answer = { status: 200, body: 'Thanks' };
  sent.splice(0);
});

const call = (method: string, path: string, json?: object): Promise<Answer> => {
  const options: RequestOptions = { method, headers: admin.bearer };
  return app.request(`/api/webhooks${path}`, json === undefined ? options : { ...options, json });
};

const created = async (json: object = {}) => {
  const response = await call('POST', '', { name: 'Site', url: 'https://a.example/x', ...json });
  expect(response.status).toBe(201);
  return { response, data: response.json().data };
};

test('a new webhook has defaults, and its secret is shown once', async () => {
  const { response, data } = await created();
  const { secret, ...webhook } = data;
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(response.headers.get('location')).toBe(`/api/webhooks/${data.id}`);
  expect(webhook).toMatchObject({
    name: 'Site',
    url: 'https://a.example/x',
    kind: 'event',
    collections: [],
    onlyPublished: true,
    active: true,
    debounceSeconds: 60,
    failingSince: null,
    switchedOffAt: null,
    switchedOffReason: null,
  });
  expect(webhook.events).toHaveLength(12);
  expect((await call('GET', `/${data.id}`)).json()).toEqual({ data: webhook });
  const list = await call('GET', '');
  expect(list.json().data[0]).toEqual(webhook);
  expect(list.json().meta.count).toBe(list.json().data.length);
  expect(list.text).not.toContain('whsec_');
});

test('an update changes what it names', async () => {
  const { data } = await created({ collections: ['pages'], events: ['media.deleted'] });
  const change = { name: 'Renamed', onlyPublished: false, active: false };
  const changed = (await call('PUT', `/${data.id}`, change)).json().data;
  const { secret: _, ...before } = data;
  expect(changed).toEqual({ ...before, ...change, updated_at: changed.updated_at });
  const build = { kind: 'deploy', events: ['media.deleted'], debounceSeconds: 3_600 };
  expect((await call('PUT', `/${data.id}`, build)).json().data).toMatchObject({
    ...build,
    events: [],
  });
  expect((await call('PUT', `/${data.id}`, { kind: 'event' })).json().data.events).toHaveLength(12);
});

test('a deleted collection stays in the scope, by its id', async () => {
  const collection = { headers: admin.bearer, json: { name: 'brief' } };
  const made = await app.request('/api/collections', { method: 'POST', ...collection });
  const { id } = made.json().data;
  const { data } = await created({ collections: ['brief'] });
  await app.request('/api/collections/brief', { method: 'DELETE', headers: admin.bearer });
  const shown = (await call('GET', `/${data.id}`)).json().data;
  expect(shown.collections).toEqual([id]);
  const saved = await call('PUT', `/${data.id}`, { name: 'Again', collections: shown.collections });
  expect(saved.json().data.collections).toEqual([id]);
  expect(
    (await call('POST', '', { name: 'a', url: 'https://a.b', collections: [id] })).status,
  ).toBe(400);
});

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'a'.repeat(101) }, 'name'],
  [{ url: '' }, 'url'],
  [{ url: 'example.com' }, 'url'],
  [{ url: 'ftp://example.com' }, 'url'],
  [{ url: 'https://user:word@example.com' }, 'url'],
  [{ url: 'https://example.com/#a' }, 'url'],
  [{ url: 'https://example.com/a b' }, 'url'],
  [{ url: `https://example.com/${'a'.repeat(2_000)}` }, 'url'],
  [{ kind: 'other' }, 'kind'],
  [{ events: [] }, 'events'],
  [{ events: ['content.read'] }, 'events.0'],
  [{ events: ['webhook.test'] }, 'events.0'],
  [{ collections: ['pages', 'unknown'] }, 'collections.1'],
  [{ debounceSeconds: 9 }, 'debounceSeconds'],
  [{ debounceSeconds: 3_601 }, 'debounceSeconds'],
  [{ debounceSeconds: 10.5 }, 'debounceSeconds'],
  [{ active: 'yes' }, 'active'],
  [{ onlyPublished: null }, 'onlyPublished'],
])('%j is rejected, at creation and later', async (json, path) => {
  const { data } = await created();
  const before = (await call('GET', '')).json().data;
  for (const [method, at] of [['POST', ''] as const, ['PUT', `/${data.id}`] as const]) {
    const response = await call(method, at, { name: 'a', url: 'https://a.example', ...json });
    expect(response.status).toBe(400);
    expect(response.json().issues[0].path).toBe(path);
  }
  expect((await call('GET', '')).json().data).toEqual(before);
});

test.each(['http://localhost:3000/hook?a=1', 'https://[::1]:8/', 'http://my_host', 'https://a.b.'])(
  '%s is a URL',
  async (url) => expect((await created({ url })).data.url).toBe(url),
);

test('a rotation returns another secret', async () => {
  const { data } = await created();
  const response = await call('POST', `/${data.id}/rotate`);
  expect(response.status).toBe(200);
  const { secret, ...rest } = response.json().data;
  const { secret: first, ...before } = data;
  expect(secret).not.toBe(first);
  expect(rest).toEqual({ ...before, updated_at: rest.updated_at });
  expect((await call('GET', `/${data.id}`)).text).not.toContain('whsec_');
});

test('a test and a replay return how the request ended', async () => {
  const { data } = await created();
  answer = { status: 500, body: 'Broken' };
  const tested = await call('POST', `/${data.id}/test`);
  expect(tested.status).toBe(200);
  const delivery = tested.json().data;
  expect(delivery).toMatchObject({
    type: 'webhook.test',
    state: 'failed',
    attempts: 1,
    status: 500,
    response: 'Broken',
    error: 'The receiver answered with status 500',
    next_at: null,
  });
  expect(JSON.parse(delivery.request)).toMatchObject({ type: 'webhook.test' });
  expect(delivery.duration).toBeGreaterThanOrEqual(0);
  answer = { status: 200, body: 'Thanks' };
  const replayed = await call('POST', `/${data.id}/deliveries/${delivery.id}/replay`);
  expect(replayed.status).toBe(200);
  expect(replayed.json().data).toMatchObject({ id: delivery.id, state: 'delivered', status: 200 });
  expect(sent).toEqual([delivery.id, delivery.id]);
  const list = (await call('GET', `/${data.id}/deliveries`)).json();
  expect(list.data).toEqual([replayed.json().data]);
  await call('POST', `/${data.id}/test`);
  expect((await call('GET', `/${data.id}/deliveries?limit=1`)).json().data).toHaveLength(1);
  expect((await call('GET', `/${data.id}/deliveries?limit=0`)).status).toBe(400);
});

test('a deleted webhook is gone, with its deliveries', async () => {
  const { data } = await created();
  const { id } = (await call('POST', `/${data.id}/test`)).json().data;
  const { data: other } = await created();
  expect((await call('POST', `/${other.id}/deliveries/${id}/replay`)).status).toBe(404);
  expect((await call('DELETE', `/${data.id}`)).json()).toEqual({
    data: { id: data.id, deleted: true },
  });
  for (const gone of [data.id, 'no-id']) {
    expect((await call('GET', `/${gone}`)).status).toBe(404);
    expect((await call('PUT', `/${gone}`, { name: 'a' })).status).toBe(404);
    expect((await call('DELETE', `/${gone}`)).status).toBe(404);
    expect((await call('POST', `/${gone}/rotate`)).status).toBe(404);
    expect((await call('POST', `/${gone}/test`)).status).toBe(404);
    expect((await call('GET', `/${gone}/deliveries`)).status).toBe(404);
    expect((await call('POST', `/${gone}/deliveries/${id}/replay`)).status).toBe(404);
  }
});

test('nothing that is logged contains a secret or an address', async () => {
  answer = { failure: 'No complete response in 10 s' };
  const { data } = await created({ url: 'https://a.example/token-in-the-path' });
  await call('POST', `/${data.id}/test`);
  await call('POST', `/${data.id}/rotate`);
  const texts = JSON.stringify(app.log.entries);
  expect(texts).not.toContain('whsec_');
  expect(texts).not.toContain('token-in-the-path');
});

test('an address that no request can go to is refused when it is set, and can be kept', async () => {
  const refused = { name: 'Local', url: 'http://refused.example/api/revalidate' };
  const issues = [{ path: 'url', message: 'It is refused' }];
  const response = await call('POST', '', refused);
  expect([response.status, response.json().issues]).toEqual([400, issues]);
  const { data } = await created();
  const changed = await call('PUT', `/${data.id}`, { url: refused.url });
  expect([changed.status, changed.json().issues]).toEqual([400, issues]);
  expect((await call('PUT', `/${data.id}`, { url: data.url })).status).toBe(200);
});

test('a delivery shows the attempts before the last one', async () => {
  const { data } = await created();
  answer = { status: 500, body: 'First' };
  const { id } = (await call('POST', `/${data.id}/test`)).json().data;
  answer = { status: 204, body: '' };
  await call('POST', `/${data.id}/deliveries/${id}/replay`);
  const [delivery] = (await call('GET', `/${data.id}/deliveries`)).json().data;
  expect(delivery).toMatchObject({
    state: 'delivered',
    status: 204,
    error: null,
    earlierAttempts: [
      {
        status: 500,
        response: 'First',
        error: 'The receiver answered with status 500',
        duration: expect.any(Number),
        attempted_at: expect.any(Number),
      },
    ],
  });
});

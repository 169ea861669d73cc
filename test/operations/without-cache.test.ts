import { describe, expect, test } from 'vitest';
import { operator, type Cms } from '../../core/index.ts';
import { serveApp, testPassword } from '../support/app.ts';
import { serveService } from '../support/served-service.ts';
import { httpClient, type HttpClient } from '../support/http-client.ts';

/** Writes and reads an item, each read after a write, as an editor and as a visitor. */
const expectWorking = async (cms: Cms, { request }: HttpClient): Promise<void> => {
  await cms.settings.update(operator, { publicContent: 'published' });
  const login = { email: 'editor@example.com', password: testPassword };
  await cms.users.create(operator, { ...login, role: 'editor' });
  const { token } = (await request('/auth/login', { method: 'POST', json: login })).json();
  const headers = { Authorization: `Bearer ${token}` };
  const { id: collectionId } = await cms.collections.get(operator, 'pages');
  const send = async (method: string, path: string, json: object = {}) => {
    const answer = await request(path, { method, headers, json });
    expect([path, answer.status]).toEqual([path, method === 'POST' ? 201 : 200]);
    return answer.json().data;
  };
  const titles = async (as: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const { data } = (await request('/api/content', { headers: as })).json() as {
      readonly data: readonly { readonly title: string }[];
    };
    return data.map(({ title }) => title);
  };
  const { id } = await send('POST', '/api/content', { collectionId, title: 'One' });
  const path = `/api/content/${id}`;
  const seen = async (): Promise<unknown> => [
    await titles(headers),
    await titles({}),
    (await request(path, { headers })).status,
    (await request(path)).status,
  ];
  for (let n = 0; n < 2; n += 1) expect(await seen()).toEqual([['One'], [], 200, 404]);
  await send('PUT', path, { status: 'published', title: 'Two' });
  for (let n = 0; n < 2; n += 1) expect(await seen()).toEqual([['Two'], ['Two'], 200, 200]);
  await send('DELETE', path);
  expect(await seen()).toEqual([[], [], 404, 404]);
};

describe.each([true, false])('with the cache plugin on: %s', (active) => {
  test.each([true, false])('and whole answers kept: %s, the service works', async (fast) => {
    await using app = await serveApp({ fast });
    await app.cms.plugins.configure(operator, 'cache', { active });
    await expectWorking(app.cms, app);
  });

  test('the service works on its own database', async () => {
    await using served = await serveService();
    const { cms } = served.service;
    await cms.plugins.configure(operator, 'cache', { active });
    await expectWorking(cms, httpClient(served.url));
  });
});

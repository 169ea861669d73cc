import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp } from '../support/http/app.ts';

test('a session meets others at an item; an API token and a body without a state do not', async () => {
  await using app = await serveApp();
  const { id } = await app.cms.content.create(operator, {
    collection: 'blog-posts',
    title: 'Tides',
    status: 'published',
  });
  const [eva, mara] = [await app.signIn('editor'), await app.signIn('viewer')];
  const say = (headers: Readonly<Record<string, string>>, body: unknown) =>
    app.request(`/api/presence/${id}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const writing = { tab: 'a', state: 'writing' };
  expect((await say(eva.bearer, writing)).json()).toEqual({ data: [] });
  const met = await say(mara.bearer, { ...writing, state: 'reading' });
  expect([met.status, met.headers.get('location')]).toEqual([200, null]);
  expect(met.json()).toEqual({
    data: [
      {
        user: { id: expect.any(String), name: expect.any(String) },
        state: 'writing',
        since: expect.any(Number),
      },
    ],
  });
  expect((await say(mara.bearer, { tab: 'a', state: 'left' })).json()).toEqual({ data: [] });
  expect((await say(mara.bearer, { tab: 'a' })).status).toBe(400);
  expect((await say(mara.bearer, { tab: 'a', state: 'dreaming' })).status).toBe(400);
  expect((await say({}, writing)).status).toBe(401);
  const { secret } = await app.cms.apiTokens.create(operator, { name: 'Site' });
  expect((await say({ 'X-API-Key': secret }, writing)).status).toBe(403);
});

import { expect, test } from 'vitest';
import type { Hook } from '../../core/index.ts';
import { serveApp } from '../support/http/app.ts';

const hooks: readonly Hook[] = [
  { name: 'guard', operations: ['content.create', 'media.upload'], decide: () => undefined },
  { name: 'two words', operations: ['content.publish'], decide: () => undefined },
];

const emptySchema = { type: 'object', properties: {}, required: [] };

test('administrators see the hooks after the plugins, with their operations', async () => {
  await using app = await serveApp({ core: { hooks } });
  const { bearer } = await app.signIn('admin');
  const { data, meta } = (await app.request('/api/plugins', { headers: bearer })).json();
  const [cache, ...others] = data;
  const entry = { active: true, settings: {}, settingsSchema: emptySchema };
  expect(others).toEqual([
    { name: 'guard', title: 'guard', ...entry, operations: ['content.create', 'media.upload'] },
    { name: 'two words', title: 'two words', ...entry, operations: ['content.publish'] },
  ]);
  expect(cache).toMatchObject({ name: 'cache', active: true });
  expect(cache).not.toHaveProperty('operations');
  expect(meta.count).toBe(3);
});

test('a hook cannot be changed, and plugins still can', async () => {
  await using app = await serveApp({ core: { hooks } });
  const { bearer } = await app.signIn('admin');
  const put = (name: string) =>
    app.request(`/api/plugins/${name}`, {
      method: 'PUT',
      headers: bearer,
      json: { active: false },
    });
  for (const name of ['guard', 'two%20words']) {
    const answer = await put(name);
    expect([answer.status, answer.json()]).toMatchObject([
      400,
      {
        code: 'invalid_input',
        error: 'name: must be a plugin, but is a hook',
        details: expect.stringContaining('configuration file'),
      },
    ]);
  }
  expect((await put('cache')).status).toBe(200);
  expect((await put('nothing')).status).toBe(404);
});

test('only administrators learn which hooks there are', async () => {
  await using app = await serveApp({ core: { hooks } });
  const { bearer } = await app.signIn('editor');
  for (const headers of [{}, bearer]) {
    const put = { method: 'PUT', headers, json: { active: false } };
    const answers = [
      await app.request('/api/plugins', { headers }),
      await app.request('/api/plugins/guard', put),
      await app.request('/api/plugins/nothing', put),
    ];
    expect(new Set(answers.map(({ status }) => status)).size).toBe(1);
    for (const { status, text } of answers) {
      expect([401, 403]).toContain(status);
      expect(text).not.toContain('guard');
    }
  }
});

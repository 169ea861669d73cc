import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { waitUntil } from '../support/service/processes.ts';
import { serveService } from '../support/service/served-service.ts';

test('a service on the embedded database makes planned changes, and its cached answers show them', async () => {
  await using served = await serveService();
  const { cms } = served.service;
  const { id } = await cms.content.create(operator, { collection: 'pages', title: 'Tides' });
  const read = async () => {
    const response = await fetch(`${served.url}/api/content/${id}`);
    return ((await response.json()) as { readonly data: { readonly status: string } }).data.status;
  };
  expect([await read(), await read()]).toEqual(['draft', 'draft']);
  // The database and this test have the same clock.
  await cms.schedule.plan(operator, id, { publishAt: Date.now() + 500 });
  await waitUntil(async () => (await cms.schedule.get(operator, id)).length === 0);
  expect(await read()).toBe('published');
});

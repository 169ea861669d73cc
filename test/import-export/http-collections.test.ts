import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp } from '../support/http/app.ts';

test('collections are imported or fail one by one, and results have their names in this service', async () => {
  await using app = await serveApp();
  const { bearer } = await app.signIn('admin');
  const pages = (await app.cms.collections.list(operator)).find(({ name }) => name === 'pages')!;
  app.clock.advance(1_000);
  const { name } = await app.cms.collections.update(operator, 'pages', { name: 'leaves' });
  const { createdAt: created_at, updatedAt: updated_at, ...rest } = pages;
  const renamed = { ...rest, created_at, updated_at };
  const broken = { ...renamed, name: 'broken', schema: { properties: { f: { type: 'x' } } } };
  const importCollections = async (body: object): Promise<unknown> => {
    const answer = await app.request('/api/transfer/collections', {
      method: 'POST',
      headers: bearer,
      json: body,
    });
    return answer.json().data;
  };
  const collections = [broken, { ...renamed, displayName: 'Before' }];
  expect(await importCollections({ collections })).toMatchObject([
    { name: 'broken', outcome: 'failed', code: 'invalid_schema' },
    { name, id: pages.id, outcome: 'failed', code: 'edited_since_import' },
  ]);
  expect(await importCollections({ collections, overwrite: true })).toMatchObject([
    { outcome: 'failed' },
    { name, id: pages.id, outcome: 'updated' },
  ]);
});

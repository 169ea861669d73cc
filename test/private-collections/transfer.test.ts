import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { ExportRecord } from '../../core/vocabulary.ts';
import { coreWorld } from '../support/core/core-world.ts';
import { serveApp } from '../support/http/app.ts';
import { newsRecord } from '../support/import/news-record.ts';

test('the import of an older export keeps a collection private, and one with access sets it', async () => {
  const { cms } = await coreWorld();
  const isPrivate = async () => (await cms.collections.get(operator, 'news')).isPrivate === true;
  const bring = (more = {}) =>
    cms.transfer.importCollections(operator, [{ ...newsRecord, ...more }]);
  await bring({ access: 'private' });
  expect(await isPrivate()).toBe(true);
  await bring();
  expect(await isPrivate()).toBe(true);
  await bring({ description: 'Another one' });
  expect(await isPrivate()).toBe(true);
  await bring({ access: 'public' });
  expect(await isPrivate()).toBe(false);
});

test('an export has the access of each collection, and an import of it brings it back', async () => {
  await using app = await serveApp();
  await app.cms.collections.create(operator, { name: 'vault', access: 'private' });
  const records: ExportRecord[] = [];
  await app.cms.transfer.exportEverything(operator, async (record) => {
    records.push(record);
  });
  expect(
    records.flatMap((record) =>
      record.type === 'collection' && record.collection.isPrivate === true
        ? [record.collection.name]
        : [],
    ),
  ).toEqual(['vault']);
  const { bearer } = await app.signIn('admin');
  const { text } = await app.request('/api/transfer/export', { headers: bearer });
  const lines = text
    .split('\n')
    .filter((line) => line.includes('"name":"vault"'))
    .map((line) => JSON.parse(line));
  expect(JSON.stringify(lines)).toContain('"access":"private"');
});

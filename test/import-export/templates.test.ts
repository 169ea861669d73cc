import { expect, test } from 'vitest';
import { operator, type Cms } from '../../core/index.ts';
import type { Collection, CollectionRecord, JsonObject } from '../../core/vocabulary.ts';
import { coreWorld } from '../support/core/core-world.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { newsRecord } from '../support/import/news-record.ts';

const record: CollectionRecord = {
  ...newsRecord,
  schema: {
    type: 'object',
    properties: {
      b: { type: 'string', width: 'half' },
      a: { type: 'string', place: 'side' },
    },
    required: [],
  },
  icon: 'leaf',
  templates: [{ name: 'Short', title: 'In short', data: { b: 'one', a: null } }],
};

const imported = async ({ transfer }: Cms, given: CollectionRecord, rules = {}) => {
  const [outcome] = await transfer.importCollections(operator, [given], rules);
  return outcome;
};

const storedIn = ({ collections }: Cms): Promise<Collection> =>
  collections.get(operator, newsRecord.name);

test('a collection is imported with its icon, its templates and the layout of its fields', async () => {
  const { cms } = await coreWorld();
  expect(await imported(cms, record)).toMatchObject({ outcome: 'created' });
  expect(await storedIn(cms)).toEqual({ ...record, version: 1 });
  expect(await imported(cms, record)).toMatchObject({ outcome: 'unchanged' });
});

test('an icon and templates stay if the record has none, without the fields that go', async () => {
  const { cms } = await coreWorld();
  await imported(cms, record);
  const { icon: _, templates: __, ...older } = record;
  for (const given of [older, { ...older, templates: [] }]) {
    expect(await imported(cms, given)).toMatchObject({ outcome: 'unchanged' });
  }
  const schema: JsonObject = { properties: { a: { type: 'string' } } };
  expect(await imported(cms, { ...older, schema })).toMatchObject({ outcome: 'updated' });
  const { icon, templates } = await storedIn(cms);
  expect([icon, templates]).toEqual([
    'leaf',
    [{ name: 'Short', title: 'In short', data: { a: null } }],
  ]);
});

test('other templates replace those that are stored, unless it is a dry run', async () => {
  const { cms } = await coreWorld();
  await imported(cms, record);
  const other = { ...record, icon: 'cup', templates: [{ name: 'Long', data: {} }] } as const;
  expect(await imported(cms, other, { dryRun: true })).toMatchObject({ outcome: 'updated' });
  expect(await storedIn(cms)).toMatchObject({ icon: 'leaf', templates: record.templates });
  expect(await imported(cms, other)).toMatchObject({ outcome: 'updated' });
  expect(await storedIn(cms)).toMatchObject({ icon: 'cup', templates: other.templates });
});

test('templates with other fields than the schema let their collection fail', async () => {
  const { cms } = await coreWorld();
  const outcome = await imported(cms, {
    ...record,
    templates: [{ name: 'Odd', data: { odd: 1 } }],
  });
  expect(outcome).toMatchObject({
    outcome: 'failed',
    error: { code: 'invalid_input', issues: [{ path: 'templates.0.data.odd' }] },
  });
});

const exportedFrom = async (app: TestApp) => {
  const { bearer } = await app.signIn('admin');
  const { text } = await app.request('/api/transfer/export', { headers: bearer });
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type === 'collection')
    .map(({ type: _, ...collection }) => collection);
};

test('what one service exports, another imports and exports again', async () => {
  await using source = await serveApp();
  await using target = await serveApp();
  const { schema, icon, templates } = record;
  const { create } = source.cms.collections;
  await create(operator, { name: 'news', schema, icon: icon ?? null, templates });
  const exported = await exportedFrom(source);
  expect(exported.find(({ name }) => name === 'news')).toMatchObject({ icon, templates, schema });
  const { bearer } = await target.signIn('admin');
  const answer = await target.request('/api/transfer/collections', {
    method: 'POST',
    headers: bearer,
    json: { collections: exported },
  });
  expect(answer.json().data).toContainEqual(
    expect.objectContaining({ name: 'news', outcome: 'created' }),
  );
  expect(JSON.stringify(await exportedFrom(target))).toBe(JSON.stringify(exported));
});

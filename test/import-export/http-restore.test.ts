import { afterEach, beforeEach, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, type SignedIn, type TestApp } from '../support/http/app.ts';

let app: TestApp;
let admin: SignedIn;

beforeEach(async () => {
  app = await serveApp();
  admin = await app.signIn('admin');
});

afterEach(() => app[Symbol.asyncDispose]());

const completeLines = async () => {
  const answer = await app.request('/api/transfer/export/complete', { headers: admin.bearer });
  expect(answer.headers.get('content-type')).toContain('application/x-ndjson');
  return answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly type: string; readonly item?: object });
};

const restore = (json: object, headers: Record<string, string> = { ...admin.bearer }) =>
  app.request('/api/transfer/restore', { method: 'POST', headers, json });

const write = async () => {
  const actor = await app.cms.accounts.authenticate(admin.token);
  const { id } = await app.cms.content.create(actor, { collection: 'pages', title: 'A' });
  await app.cms.content.update(actor, id, { title: 'B' }, undefined, { note: 'Why' });
  return id;
};

test('a complete export has the lines of an export, and then the others', async () => {
  const id = await write();
  const lines = await completeLines();
  expect(lines.map(({ type }) => type)).toEqual([
    'manifest',
    'collection',
    'collection',
    'content',
    'revision',
    'revision',
  ]);
  expect(lines[0]).toMatchObject({ complete: true, formatVersion: 1 });
  expect(lines[5]).toEqual({
    type: 'revision',
    item: { id, version: 2, updated_at: expect.any(Number) },
    revision: {
      version: 2,
      created_at: expect.any(Number),
      author: admin.email,
      status: 'draft',
      title: 'B',
      slug: 'a',
      collection: 'pages',
      data: {},
      changed: ['title'],
      note: 'Why',
    },
  });
});

test('lines are restored or fail one by one, and a dry run stores nothing', async () => {
  const id = await write();
  const lines = (await completeLines()).slice(4);
  await app.ports.store.repositories.revisions.prune({ maxPerItem: 0, maxDays: 0 });
  const { revision } = lines[0] as unknown as { readonly revision: object };
  const broken = { ...lines[0], revision: { ...revision, title: '' } };
  const asked = { lines: [broken, ...lines] };
  const expected = [
    { index: 0, outcome: 'failed', code: 'invalid_input' },
    { index: 1, outcome: 'created' },
    { index: 2, outcome: 'created' },
  ];
  const versions = async () => (await app.cms.history.list(operator, id, {})).length;
  expect((await restore({ ...asked, dryRun: true })).json().data).toMatchObject(expected);
  expect(await versions()).toBe(0);
  expect((await restore(asked)).json().data).toMatchObject(expected);
  expect(await versions()).toBe(2);
  expect((await restore({ lines })).json().data).toMatchObject([
    { outcome: 'unchanged' },
    { outcome: 'unchanged' },
  ]);
});

test('only administrators restore, and export everything', async () => {
  const lines = [{ type: 'schedule' }];
  const editor = await app.signIn('editor');
  for (const [headers, status] of [
    [{}, 401],
    [{ ...editor.bearer }, 403],
  ] as const) {
    expect((await restore({ lines }, headers)).status).toBe(status);
    const answer = await app.request('/api/transfer/export/complete', { headers });
    expect(answer.status).toBe(status);
  }
});

test('a line of another type or form, no line and too many are rejected', async () => {
  await write();
  const line = (await completeLines()).at(-1)!;
  for (const lines of [
    [],
    [{ ...line, type: 'content' }],
    [{ ...line, item: {} }],
    Array.from({ length: 201 }, () => line),
  ]) {
    expect((await restore({ lines })).status).toBe(400);
  }
});

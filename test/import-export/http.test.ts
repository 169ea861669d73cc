import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  mediaPresenter,
  presentExportRecord,
  toCollectionRecord,
  toContentRecord,
  presentRestorableLine,
  toMediaRecord,
  toRestorableLine,
} from '../../contracts/index.ts';
import { operator } from '../../core/index.ts';
import type { ExportRecord } from '../../core/vocabulary.ts';
import { altered } from '../support/core/altered.ts';
import { serveApp, type SignedIn, type TestApp } from '../support/http/app.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let app: TestApp;
let admin: SignedIn;
let spool: TemporaryFolder;

beforeEach(async () => {
  spool = await temporaryFolder();
  app = await serveApp({ temporaryFolder: spool.path });
  admin = await app.signIn('admin');
});

afterEach(async () => {
  await app[Symbol.asyncDispose]();
  await spool[Symbol.asyncDispose]();
});

const gif = 'GIF89a\x01\x00\x01\x00\x00\x00\x00;';

const importFile = (record: object) => {
  const body = new FormData();
  body.append('record', JSON.stringify(record));
  body.append('file', new Blob([gif]), 'file.gif');
  return app.request('/api/transfer/media', { method: 'POST', headers: admin.bearer, body });
};

const importContent = async (json: object) =>
  (
    await app.request('/api/transfer/content', { method: 'POST', headers: admin.bearer, json })
  ).json();

const exportLines = async (to: TestApp = app) => {
  const { status, text } = await to.request('/api/transfer/export', { headers: admin.bearer });
  expect(status).toBe(200);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
};

describe('imported content', () => {
  test('has an outcome for each item, in order, with the reason of each failure', async () => {
    const item = { collection: 'pages', title: 'Kept', status: 'published', created_at: 5 };
    const other = { ...item, title: 'Kept too' };
    const items = [item, { collection: 'nothing', title: 'Lost' }, { ...item, title: ' ' }, other];
    const { data } = await importContent({ items });
    expect(data).toEqual([
      { index: 0, outcome: 'created', id: expect.any(String), slug: 'kept' },
      {
        index: 1,
        outcome: 'failed',
        error: 'Collection not found',
        code: 'collection_not_found',
        issues: [{ path: 'collection', message: 'must name a collection' }],
      },
      expect.objectContaining({ index: 2, outcome: 'failed', code: 'invalid_input' }),
      expect.objectContaining({ index: 3, outcome: 'created', slug: 'kept-too' }),
    ]);
    const again = await importContent({ items: [item] });
    expect(again.data).toEqual([{ ...data[0], outcome: 'unchanged' }]);
    const stored = await app.request(`/api/content/${data[0].id}`);
    expect(stored.json().data).toMatchObject({ status: 'published', created_at: 5 });
  });

  test('does not replace items that were edited here, unless overwrite is set', async () => {
    const item = { collection: 'pages', title: 'Kept', slug: 'kept' };
    const { id } = (await importContent({ items: [item] })).data[0];
    await app.cms.content.update(operator, id, { title: 'Edited' });
    const items = [{ ...item, title: 'Newer' }];
    expect((await importContent({ items })).data[0]).toMatchObject({ code: 'edited_since_import' });
    expect((await importContent({ items, overwrite: true })).data[0].outcome).toBe('updated');
  });
});

test('a file is imported once; the second import leaves it unchanged', async () => {
  const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
  const record = { id, originalName: 'dot.gif', folder: 'dots', alt: 'A dot', created_at: 7 };
  const first = await importFile(record);
  expect([first.status, first.headers.get('location')]).toEqual([201, `/api/media/${id}`]);
  expect(first.json().data).toMatchObject({
    outcome: 'created',
    file: { id, folder: 'dots', alt: 'A dot', created_at: 7, updated_at: 7 },
  });
  const second = await importFile({ ...record, alt: 'Another' });
  expect([second.status, second.headers.get('location')]).toEqual([200, null]);
  expect(second.json().data).toEqual({ ...first.json().data, outcome: 'unchanged' });
});

test('collections are imported or fail one by one, and results have their names in this service', async () => {
  const pages = (await app.cms.collections.list(operator)).find(({ name }) => name === 'pages')!;
  app.clock.advance(1_000);
  const { name } = await app.cms.collections.update(operator, 'pages', { name: 'leaves' });
  const { createdAt: created_at, updatedAt: updated_at, ...rest } = pages;
  const renamed = { ...rest, created_at, updated_at };
  const broken = { ...renamed, name: 'broken', schema: { properties: { f: { type: 'x' } } } };
  const importCollections = async (body: object): Promise<unknown> => {
    const answer = await app.request('/api/transfer/collections', {
      method: 'POST',
      headers: admin.bearer,
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

describe('an export', () => {
  beforeEach(async () => {
    const pages = (await app.cms.collections.list(operator)).find(({ name }) => name === 'pages')!;
    const actor = await app.cms.accounts.authenticate(admin.token);
    // The line separators of Unicode do not end a line of NDJSON.
    const data = { text: 'one\u2028two\u2029three\nfour' };
    await app.cms.content.create(actor, { collectionId: pages.id, title: 'Exported', data });
    await importFile({ id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f', originalName: 'dot.gif' });
  });

  test('has one line for each record, and references only to earlier lines', async () => {
    const lines = await exportLines();
    expect(lines.map(({ type }) => type)).toEqual([
      'manifest',
      'collection',
      'collection',
      'media',
      'content',
    ]);
    expect(lines[0]).toEqual({ type: 'manifest', formatVersion: 1, exportedAt: app.clock.now() });
    expect(lines[3]).toMatchObject({
      key: expect.stringMatching(/\/dot\.gif$/),
      uploadedBy: admin.userId,
    });
    expect(lines[4]).toMatchObject({
      collection: 'pages',
      title: 'Exported',
      data: { text: 'one\u2028two\u2029three\nfour' },
      author: admin.email,
      version: 1,
    });
  });

  test('creates the same content in an empty service', async () => {
    const lines = await exportLines();
    const of = (type: string) => lines.filter((line) => line.type === type);
    await using other = await serveApp({ temporaryFolder: spool.path });
    await other.cms.users.create(operator, {
      email: admin.email,
      password: 'correct horse battery',
      role: 'admin',
    });
    await other.cms.transfer.importCollections(operator, of('collection').map(toCollectionRecord));
    const records = of('content').map(toContentRecord);
    await other.cms.transfer.importContent(operator, { records, verbatim: true });
    const again: unknown[] = [];
    await other.cms.transfer.exportEverything(operator, async (record) => {
      again.push(presentExportRecord(record, mediaPresenter('')));
    });
    const carried = (line: { readonly type: string }) =>
      ['collection', 'content'].includes(line.type);
    const withoutOrigin = again.map((line) => ({ ...(line as object), origin: undefined }));
    expect(withoutOrigin.filter((line) => carried(line as never))).toEqual(
      lines.filter(carried).map((line) => ({ ...line, origin: undefined })),
    );
  });

  test('leaves no temporary file behind', async () => {
    await exportLines();
    expect(await readdir(spool.path)).toEqual([]);
  });

  test('answers HEAD without reading anything', async () => {
    let snapshots = 0;
    const store = altered(app.ports.store, {
      consistently: (work) => {
        snapshots += 1;
        return app.ports.store.consistently(work);
      },
    });
    await using watched = await serveApp({
      temporaryFolder: spool.path,
      core: { ports: { ...app.ports, store } },
    });
    const asAdmin = { headers: admin.bearer };
    const path = '/api/transfer/export';
    const { status, text } = await watched.request(path, { ...asAdmin, method: 'HEAD' });
    expect([status, text, snapshots]).toEqual([200, '', 0]);
    await watched.request(path, asAdmin);
    expect(snapshots).toBe(1);
  });

  test('gets 503 if the temporary file cannot be written', async () => {
    await using full = await serveApp({
      temporaryFolder: `${spool.path}/nowhere`,
      core: { ports: app.ports },
    });
    const { status, headers, json } = await full.request('/api/transfer/export', {
      headers: admin.bearer,
    });
    expect([status, json().code]).toEqual([503, 'dependency_unavailable']);
    expect(headers.has('retry-after')).toBe(true);
    expect(json().error).not.toContain(spool.path);
  });

  test('is rejected without the admin role', async () => {
    const { bearer } = await app.signIn('editor');
    expect((await app.request('/api/transfer/export', { headers: bearer })).status).toBe(403);
  });
});

test('toMediaRecord converts created_at to createdAt', () => {
  const { created_at, ...rest } = { id: 'a', originalName: 'b', key: 'c/d.gif', created_at: 1 };
  expect(toMediaRecord({ ...rest, created_at })).toEqual({ ...rest, createdAt: 1 });
});

test('a line of the trash keeps all times of its item', () => {
  const item = {
    id: 'a',
    collection: 'pages',
    title: 'b',
    slug: 'c',
    status: 'draft',
    data: {},
    createdAt: 1,
    updatedAt: 3,
    publishedAt: 2,
    version: 4,
  } as const;
  const line = { type: 'trash', trashed: { item, deletedAt: 5, deletedBy: undefined } } as const;
  expect(toRestorableLine(presentRestorableLine(line))).toEqual(line);
});

test('an exported item without author and origin has no such members', () => {
  const record: ExportRecord = {
    type: 'content',
    record: {
      id: 'a',
      collection: 'pages',
      title: 'b',
      slug: 'c',
      status: 'draft',
      data: {},
      createdAt: 1,
      updatedAt: 2,
      publishedAt: undefined,
      version: 3,
      author: undefined,
      origin: undefined,
    },
  };
  expect(Object.keys(presentExportRecord(record, mediaPresenter('')))).not.toContain('author');
  expect(Object.keys(presentExportRecord(record, mediaPresenter('')))).not.toContain('origin');
});

import { join } from 'node:path';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { coreTarget } from '../../../adapters/cli/transfer/targets/core-target.ts';
import { operator } from '../../../core/index.ts';
import {
  exportTo,
  filesOf,
  importInto,
  mediaBase,
  upload,
  withoutTime,
  write,
} from '../../support/import/archive.ts';
import { importFrom } from '../../support/import/import-run.ts';
import { memoryCms, type MemoryCms } from '../../support/core/memory-cms.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';
import { onePixel } from '../../support/write-files.ts';
import { createFolder } from '../../../adapters/cli/transfer/files.ts';

let folder: TemporaryFolder;

let origin: MemoryCms;

beforeEach(async () => {
  folder = await temporaryFolder();
  origin = await memoryCms();
});

afterEach(async () => folder[Symbol.asyncDispose]());

const at = (path: string): string => join(folder.path, path);

/** Records of every kind: created, edited, imported, in another collection. */
const populate = async (world: MemoryCms): Promise<void> => {
  const file = await upload(world);
  await world.cms.media.update(operator, file.id, {
    alt: 'A pool',
    caption: 'At low tide',
    focus: { x: 0.25, y: 1 },
  });
  await world.cms.collections.create(operator, {
    name: 'notes',
    schema: { type: 'object', properties: { body: { type: 'markdown' } }, required: [] },
  });
  const first = await write(world, 'By hand', {
    cover: `${mediaBase}/${file.key}`,
    deep: [{ x: 'ü\n' }],
  });
  await world.cms.content.update(operator, first.id, { status: 'published' });
  await world.cms.transfer.importContent(operator, {
    records: [
      { collection: 'notes', title: 'Imported', data: { body: `![](${mediaBase}/${file.key})` } },
    ],
  });
  for (let n = 0; n < 120; n += 1) await write(world, `Post ${n}`, { n });
};

describe('an export', () => {
  test('contains everything, and two exports of the same state differ only in their time', async () => {
    await populate(origin);
    const { manifest } = await exportTo(at('one'), origin);
    origin.clock.advance(60_000);
    await exportTo(at('two'), origin);
    const [one, two] = [await filesOf(at('one')), await filesOf(at('two'))];
    expect(manifest.counts).toEqual({
      collections: 3,
      content: 122,
      comments: 0,
      formerSlugs: 0,
      media: 1,
      mediaBytes: onePixel.length,
      permissions: 0,
      revisions: 123,
      schedules: 0,
      trash: 0,
      webhooks: 0,
      workingCopies: 0,
    });
    expect(Object.keys(one).toSorted()).toEqual([
      'collections.ndjson',
      'comments.ndjson',
      'content.ndjson',
      'export.json',
      'former-slugs.ndjson',
      'media.ndjson',
      expect.stringMatching(/^media\/[A-Za-z0-9]+\/pool\.png$/),
      'revisions.ndjson',
      'schedules.ndjson',
      'settings.json',
      'trash.ndjson',
      'working-copies.ndjson',
    ]);
    expect(withoutTime(one)).toEqual(withoutTime(two));
    expect(one['export.json']).not.toEqual(two['export.json']);
    expect(one['media.ndjson']).not.toContain(mediaBase);
    expect(one['media.ndjson']).not.toContain('uploadedBy');
    expect(JSON.parse(one['export.json']!)).toMatchObject({
      format: 'quoin-export',
      formatVersion: 1,
      mediaBaseUrl: mediaBase,
    });
  });

  test('imported into an empty service results in the same export', async () => {
    await populate(origin);
    await exportTo(at('one'), origin);
    const other = await memoryCms();
    const { counts, isComplete } = await importInto(other, at('one'));
    expect(counts).toMatchObject({ created: '122', files: '1 stored, 0 there before' });
    expect(isComplete).toBe(true);
    await exportTo(at('two'), other);
    expect(withoutTime(await filesOf(at('two')))).toEqual(withoutTime(await filesOf(at('one'))));
  });

  test('imported again changes nothing, and does not replace items that were edited since', async () => {
    await populate(origin);
    await exportTo(at('one'), origin);
    const other = await memoryCms();
    await importInto(other, at('one'));
    expect((await importInto(other, at('one'))).counts).toMatchObject({
      created: '0',
      updated: '0',
      unchanged: '122',
      files: '0 stored, 1 there before',
    });
    const [item] = await other.ports.store.repositories.contents.listAfter(undefined, 1);
    await other.cms.content.update(operator, item!.id, { title: 'Edited' });
    await importInto(other, at('one'));
    expect((await other.ports.store.repositories.contents.findById(item!.id))?.title).toBe(
      'Edited',
    );
    expect((await importInto(other, at('one'), { overwrite: true })).counts).toMatchObject({
      updated: '1',
    });
    expect((await other.ports.store.repositories.contents.findById(item!.id))?.title).toBe(
      item!.title,
    );
  });

  test('fills renamed collections, does not replace edited ones, and reports both', async () => {
    await populate(origin);
    await exportTo(at('one'), origin);
    const other = await memoryCms();
    expect((await importInto(other, at('one'))).counts).toMatchObject({
      collections: '1 created, 2 updated',
    });
    const { collections } = other.cms;
    other.clock.advance(1_000);
    await collections.update(operator, 'blog-posts', { isActive: false });
    const renamed = await collections.update(operator, 'notes', { name: 'remarks' });
    const again = await importInto(other, at('one'));
    expect(again.counts).toMatchObject({
      created: '0',
      updated: '0',
      unchanged: '122',
      skipped: '1',
      collections: '2 unchanged',
    });
    expect(again.notices.toSorted()).toEqual([
      expect.stringMatching(/^Skipped the collection 'blog-posts': .*edited.*--overwrite/),
      "The collection 'notes' is called 'remarks' here: its items go there",
    ]);
    expect(again.isComplete).toBe(false);
    expect((await collections.get(operator, 'blog-posts')).isActive).toBe(false);
    const items = await other.ports.store.repositories.contents.listAfter(undefined, 200);
    expect(items.filter(({ collectionId }) => collectionId === renamed.id)).toHaveLength(1);
    const lines = await importFrom(at('one/collections.ndjson'), coreTarget(other.cms, mediaBase), {
      overwrite: true,
    });
    expect(lines.counts).toMatchObject({ collections: '1 updated, 2 unchanged' });
    expect((await collections.get(operator, 'blog-posts')).isActive).toBe(true);
  });

  test('has the URLs of its files replaced, also for files that are already stored', async () => {
    const kept = await upload(origin, 'kept.png');
    const moved = await upload(origin, 'moved.png');
    const text = `![](${mediaBase}/${kept.key}) ${mediaBase}/${moved.key}?w=1 ${mediaBase}/none https://example.com/${kept.key}`;
    await write(origin, 'Tides', { text, list: [{ url: `${mediaBase}/${kept.key}` }] });
    await exportTo(at('one'), origin);
    const other = await memoryCms();
    const there = await other.cms.transfer.importMedia(
      operator,
      { id: moved.id, originalName: 'moved.png' },
      async function* () {
        yield onePixel;
      },
    );
    const newBase = 'https://cdn.example.org';
    await importInto(other, at('one'), { base: newBase });
    const [item] = await other.ports.store.repositories.contents.listAfter(undefined, 1);
    expect(JSON.parse(item!.data)).toEqual({
      text: `![](${newBase}/${kept.key}) ${newBase}/${there.file.key}?w=1 ${mediaBase}/none https://example.com/${kept.key}`,
      list: [{ url: `${newBase}/${kept.key}` }],
    });
    expect((await importInto(other, at('one'), { base: newBase })).counts).toMatchObject({
      unchanged: '1',
    });
  });

  test('omits a file that is deleted during the export, and its record', async () => {
    const deleted = await upload(origin, 'gone.png');
    await upload(origin, 'stays.png');
    const target = coreTarget(origin.cms, mediaBase);
    const { manifest, notices } = await exportTo(at('one'), origin, {
      source: {
        exportAll: async (sink) => {
          await target.exportAll(sink);
          await origin.cms.media.delete(operator, deleted.id);
        },
      },
    });
    expect(manifest.counts.media).toBe(1);
    expect(notices).toEqual([expect.stringMatching(/^Left out gone\.png/)]);
    const files = await filesOf(at('one'));
    expect(files['media.ndjson']).toContain('stays.png');
    expect(files['media.ndjson']).not.toContain('gone.png');
    expect(Object.keys(files).filter((path) => path.startsWith('media/'))).toHaveLength(1);
  });

  test('of an empty service can be imported', async () => {
    const { manifest } = await exportTo(at('one'), origin);
    expect(manifest).not.toHaveProperty('mediaBaseUrl');
    expect((await importInto(await memoryCms(), at('one'))).isComplete).toBe(true);
  });
});

describe('the folder of an export', () => {
  test('has the same result in a dry run, which stores nothing', async () => {
    await upload(origin);
    await write(origin, 'A', {});
    await write(origin, 'B', {});
    await exportTo(at('one'), origin);
    const there = await memoryCms();
    const target = coreTarget(there.cms, mediaBase);
    await write(there, 'A', {});
    const before = await there.ports.store.repositories.contents.listAfter(undefined, 10);
    const dry = await importFrom(at('one'), target, { dryRun: true });
    expect(await there.ports.store.repositories.contents.listAfter(undefined, 10)).toEqual(before);
    expect(await there.ports.store.repositories.media.listByKey(undefined, 10)).toEqual([]);
    const { counts, notices } = await importFrom(at('one'), target);
    expect([dry.counts, dry.notices]).toEqual([counts, notices]);
    expect(counts).toMatchObject({ created: '1', skipped: '1', files: '1 stored, 0 there before' });
  });

  test('appears complete at the end, or not at all', async () => {
    await write(origin, 'A', {});
    await upload(origin);
    const failing = { openMedia: async () => Promise.reject(new Error('no disk')) };
    await expect(exportTo(at('one'), origin, { source: failing })).rejects.toThrow('no disk');
    expect(await readdir(folder.path)).toEqual([]);
    const short = {
      openMedia: async () =>
        (async function* () {
          yield onePixel.subarray(1);
        })(),
    };
    await expect(exportTo(at('one'), origin, { source: short })).rejects.toThrow('instead of');
    const signal = AbortSignal.abort();
    await expect(exportTo(at('one'), origin, { signal })).rejects.toThrow('nothing was written');
    expect(await readdir(folder.path)).toEqual([]);
  });

  test('may exist if it is empty, and is never overwritten', async () => {
    await createFolder(at('empty'), async () => undefined);
    await exportTo(at('empty'), origin);
    await expect(exportTo(at('empty'), origin)).rejects.toThrow('is not empty');
    expect(await readdir(folder.path)).toEqual(['empty']);
  });
});

describe('a damaged or hostile export', () => {
  test.each([
    ['{}', 'is not the manifest of an export'],
    ['no json', 'is not the manifest of an export'],
    [
      '{"format":"quoin-export","formatVersion":2,"exportedAt":"","counts":{"collections":0,"content":0,"media":0,"mediaBytes":0}}',
      'has format 2',
    ],
  ])('with %s is rejected', async (manifest, sentence) => {
    await writeFile(at('export.json'), manifest);
    await expect(importInto(origin, at(''))).rejects.toThrow(sentence);
  });

  test.each([
    [{ collection: 'pages' }, 'An export contains the collection'],
    [{ inferSchema: true }, 'An export contains its schemas'],
    [{ onSlugClash: 'path' }, 'Only Markdown files have a path'],
  ] as const)('rejects the options %j', async (options, sentence) => {
    await exportTo(at('one'), origin);
    const target = coreTarget(origin.cms, mediaBase);
    await expect(importFrom(at('one'), target, options)).rejects.toThrow(sentence);
  });

  test('does not write files with keys that lead out of the folder', async () => {
    await exportTo(at('one'), origin);
    await writeFile(at('secret.png'), onePixel);
    const line = {
      type: 'media',
      id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
      originalName: 'a.png',
    };
    const keys = ['../../secret.png', '/etc/passwd', 'a/../../../secret.png', 'secret.png', ''];
    const lines = keys.map((key) => JSON.stringify({ ...line, key }));
    await writeFile(at('one/media.ndjson'), `${lines.join('\n')}\nbroken\n`);
    const { counts, notices } = await importInto(origin, at('one'));
    expect(counts).toMatchObject({ skipped: '6', files: '0 stored, 0 there before' });
    expect(notices.filter((line) => line.includes('its key is not valid'))).toHaveLength(5);
    expect(notices.at(-2)).toContain('media.ndjson, line 6: it is not valid JSON');
  });

  test('is imported except for a missing file', async () => {
    await upload(origin);
    await write(origin, 'A', {});
    await exportTo(at('one'), origin);
    const [key = ''] = Object.keys(await filesOf(at('one'))).filter((path) =>
      path.startsWith('media/'),
    );
    await rm(at(`one/${key}`));
    const { counts, notices, isComplete } = await importInto(await memoryCms(), at('one'));
    expect(counts).toMatchObject({ created: '1', skipped: '1' });
    expect(notices).toEqual([
      expect.stringContaining('pool.png: its file cannot be read (ENOENT)'),
    ]);
    expect(isComplete).toBe(false);
  });
});

describe('an export that is not complete', () => {
  const linesOf = async (name: string): Promise<string> => {
    const files = await filesOf(at('one'));
    return Buffer.from(files[name] ?? '', 'latin1').toString('utf8');
  };
  beforeEach(async () => {
    await populate(origin);
    await exportTo(at('one'), origin);
  });

  test.each([
    ['content.ndjson', 122],
    ['collections.ndjson', 3],
    ['media.ndjson', 1],
    ['revisions.ndjson', 123],
  ])('because %s ends after a line is imported and reported', async (name, expected) => {
    const text = await linesOf(name);
    const lines = text.split('\n').slice(0, -2);
    await writeFile(at(`one/${name}`), lines.map((line) => `${line}\n`).join(''));
    const { isComplete, summary } = await importInto(await memoryCms(), at('one'));
    expect(isComplete).toBe(false);
    expect(summary).toContain(
      `${name} has ${expected - 1} line${expected === 2 ? '' : 's'} instead of ${expected}: this export is not complete`,
    );
  });

  test('because a file ends within a line is imported and reported', async () => {
    const text = await linesOf('content.ndjson');
    await writeFile(at('one/content.ndjson'), text.slice(0, text.lastIndexOf('{') + 20));
    const { isComplete, notices } = await importInto(await memoryCms(), at('one'));
    expect(isComplete).toBe(false);
    expect(notices[0]).toContain('it is not valid JSON');
  });

  test('because a media file is cut stores no part of that file', async () => {
    const { 'media.ndjson': media = '' } = await filesOf(at('one'));
    const { key } = JSON.parse(media) as { readonly key: string };
    await writeFile(at(`one/media/${key}`), onePixel.subarray(0, 9));
    const there = await memoryCms();
    const { isComplete, notices } = await importInto(there, at('one'));
    expect(isComplete).toBe(false);
    expect(notices).toContain('Skipped pool.png: its file has 9 bytes instead of 70');
    expect(await there.ports.store.repositories.media.listByKey(undefined, 10)).toEqual([]);
  });

  test.each([
    'content.ndjson',
    'collections.ndjson',
    'media.ndjson',
    'trash.ndjson',
    'revisions.ndjson',
    'settings.json',
    'media',
  ])('because %s is missing is refused with a sentence', async (name) => {
    await rm(at(`one/${name}`), { recursive: true });
    const there = await memoryCms();
    await expect(importInto(there, at('one'))).rejects.toThrow(
      `is not complete: ${name} is missing or cannot be read. Nothing was imported.`,
    );
    expect(await there.ports.store.repositories.contents.listAfter(undefined, 1)).toEqual([]);
  });

  test('because its description is missing is refused, as an export that was interrupted', async () => {
    await rm(at('one/export.json'));
    await expect(importInto(await memoryCms(), at('one'))).rejects.toThrow(
      'has content.ndjson and no export.json, which an export writes last: the export was interrupted, or a file is missing.',
    );
  });

  test('because its settings are cut is refused before anything is stored', async () => {
    await writeFile(at('one/settings.json'), '{"settings": {');
    const there = await memoryCms();
    await expect(importInto(there, at('one'))).rejects.toThrow(
      'does not contain the settings of an export',
    );
    expect(await there.ports.store.repositories.contents.listAfter(undefined, 1)).toEqual([]);
  });
});

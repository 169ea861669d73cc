import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { coreTarget } from '../../adapters/cli/transfer/core-target.ts';
import { operator } from '../../core/index.ts';
import {
  exportTo,
  filesOf,
  importInto,
  mediaBase,
  upload,
  withoutTime,
  write,
} from '../support/import/archive.ts';
import { importFrom } from '../support/import/import-run.ts';
import { memoryCms, type MemoryCms } from '../support/core/memory-cms.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { onePixel } from '../support/write-files.ts';

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
  await world.cms.media.update(operator, file.id, { alt: 'A pool', caption: 'At low tide' });
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
      media: 1,
      mediaBytes: onePixel.length,
    });
    expect(Object.keys(one).toSorted()).toEqual([
      'collections.ndjson',
      'content.ndjson',
      'export.json',
      'media.ndjson',
      expect.stringMatching(/^media\/[A-Za-z0-9]+\/pool\.png$/),
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

import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { coreTarget } from '../../adapters/cli/transfer/core-target.ts';
import { createFolder } from '../../adapters/cli/transfer/files.ts';
import {
  exportTo,
  filesOf,
  importInto,
  mediaBase,
  upload,
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
    expect(notices.at(-1)).toContain('media.ndjson, line 6: it is not valid JSON');
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

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { coreTarget } from '../../../adapters/cli/transfer/targets/core-target.ts';
import type { TransferTarget } from '../../../adapters/cli/transfer/targets/transfer-target.ts';
import { operator, type Cms, type Ports } from '../../../core/index.ts';
import type { ContentItem } from '../../../core/vocabulary.ts';
import { importFrom, type ImportOptions } from '../../support/import/import-run.ts';
import { memoryCms } from '../../support/core/memory-cms.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';
import { onePixel, writeFiles } from '../../support/write-files.ts';

const base = 'https://cms.example.com/files';

let folder: TemporaryFolder;

let cms: Cms;

let ports: Ports;

let target: TransferTarget;

beforeEach(async () => {
  folder = await temporaryFolder();
  ({ cms, ports } = await memoryCms());
  target = coreTarget(cms, base);
});

afterEach(async () => folder[Symbol.asyncDispose]());

const write = (files: Readonly<Record<string, string | Uint8Array>>) =>
  writeFiles(folder.path, files);

const run = (options: ImportOptions = {}) =>
  importFrom(folder.path, target, { collection: 'blog-posts', ...options });

const items = async (): Promise<readonly ContentItem[]> =>
  ports.store.repositories.contents.listAfter(undefined, 1000);

const item = async (slug: string): Promise<ContentItem> =>
  (await items()).find((each) => each.slug === slug)!;

const dataOf = async (slug: string) => JSON.parse((await item(slug)).data);

describe('a folder of Markdown', () => {
  test('is imported with its images, and their URLs are replaced', async () => {
    await write({
      'posts/tides.md':
        '---\ntitle: Tides\ndate: 2026-05-04\ncover: /img/pool.png\n---\n![a](pool.png)',
      'posts/pools.md': '![b](/static/posts/pool.png) ![gone](gone.png)',
      'posts/pool.png': onePixel,
      'img/pool.png': onePixel,
    });
    const { counts, notices, isComplete } = await run({ status: 'published' });
    expect(counts).toMatchObject({
      created: '2',
      skipped: '0',
      files: '2 stored, 0 there before, 1 missing',
    });
    expect(isComplete).toBe(true);
    expect(notices).toEqual(['Missing in posts/pools.md: gone.png (there is no such file)']);
    expect(await item('tides')).toMatchObject({
      title: 'Tides',
      status: 'published',
      createdAt: Date.UTC(2026, 4, 4),
    });
    const address = /!\[.\]\((https:\/\/cms\.example\.com\/files\/[A-Za-z0-9]+\/pool\.png)\)/;
    const tides = await dataOf('tides');
    const [, stored] = address.exec(tides.content) ?? [];
    expect((await dataOf('pools')).content).toBe(`![b](${stored}) ![gone](gone.png)`);
    expect(tides.cover).toMatch(/^https:\/\/cms\.example\.com\/files\//);
    expect(tides.cover).not.toBe(stored);
    const media = await cms.media.list(operator, {});
    expect(media.map((file) => file.folder).toSorted()).toEqual(['img', 'posts']);
  });

  test('is unchanged in a second import: nothing is written or uploaded', async () => {
    await write({ 'a.md': '![a](a.png)', 'a.png': onePixel });
    await run();
    const before = await item('a');
    expect((await run()).counts).toMatchObject({
      created: '0',
      unchanged: '1',
      files: '0 stored, 1 there before',
    });
    expect(await item('a')).toEqual(before);
    expect(await cms.media.list(operator, {})).toHaveLength(1);
  });

  test('updates items whose files or images have changed', async () => {
    await write({ 'a.md': '![a](a.png)', 'b.md': 'b', 'a.png': onePixel });
    await run();
    const before = await dataOf('a');
    await write({ 'a.png': Buffer.concat([onePixel, Uint8Array.of(0)]) });
    expect((await run()).counts).toMatchObject({ updated: '1', unchanged: '1' });
    expect((await dataOf('a')).content).not.toBe(before.content);
  });

  test('does not replace items that were edited in the service, unless --overwrite is set', async () => {
    await write({ 'a.md': '# One' });
    await run();
    await cms.content.update(operator, (await item('a')).id, { title: 'Edited' });
    expect((await run()).counts).toMatchObject({ unchanged: '1' });
    await write({ 'a.md': '# Two' });
    const kept = await run();
    expect(kept.counts).toMatchObject({ updated: '0', skipped: '1' });
    expect(kept.notices.join()).toMatch(/^Skipped a\.md: .*edited here.*--overwrite/);
    expect(kept.isComplete).toBe(false);
    expect((await item('a')).title).toBe('Edited');
    expect((await run({ overwrite: true })).counts).toMatchObject({ updated: '1' });
    expect((await item('a')).title).toBe('Two');
  });

  test('is imported except for broken files and values, which are reported with the reason', async () => {
    await write({
      'README.md': 'About',
      'bad.md': '---\ndate: never\n---\n',
      'binary.md': Uint8Array.of(0xff, 0xfe),
      'nul.md': 'a\u0000b',
      'one/same.md': '# First',
      'two/same.md': '# Second',
      'good.md': 'text ![a](fake.png)',
      'fake.png': '<!doctype html><script>alert(1)</script>',
    });
    const { counts, notices, isComplete, summary } = await run();
    expect(counts).toMatchObject({ created: '3', skipped: '5', values: '1 not used' });
    expect(isComplete).toBe(false);
    expect(notices.map((line) => line.replace(/: .*/, '')).toSorted()).toEqual([
      'Not used in bad.md',
      'Skipped README.md',
      'Skipped binary.md',
      'Skipped fake.png (in good.md)',
      'Skipped nul.md',
      'Skipped two/same.md',
    ]);
    expect(notices.find((line) => line.includes('two/same.md'))).toMatch(/slug/);
    for (const line of notices) expect(summary).toContain(line);
    expect((await items()).map(({ slug }) => slug).toSorted()).toEqual(['bad', 'good', 'same']);
    expect((await dataOf('good')).content).toBe('text ![a](fake.png)');
  });

  test('is imported completely if only README and LICENSE are skipped', async () => {
    await write({ 'README.md': 'About', 'LICENSE.md': 'MIT', 'a.md': 'text' });
    expect(await run()).toMatchObject({ isComplete: true, counts: { skipped: '2' } });
  });

  test('is stored in batches, and an interrupted import stops after a batch', async () => {
    const files = Array.from({ length: 450 }, (_, n) => [`p${String(n).padStart(3, '0')}.md`, 'x']);
    await write(Object.fromEntries(files));
    const stop = new AbortController();
    const sizes: number[] = [];
    const watched: TransferTarget = {
      ...target,
      importContent: async (batch) => {
        sizes.push(batch.items.length);
        stop.abort();
        return target.importContent(batch);
      },
    };
    const options = { collection: 'blog-posts', signal: stop.signal };
    const stopped = await importFrom(folder.path, watched, options);
    expect(sizes).toEqual([200]);
    expect(stopped.counts).toMatchObject({ created: '200' });
    expect(await items()).toHaveLength(200);
    expect((await run()).counts).toMatchObject({ created: '250', unchanged: '200' });
  });

  test('with long texts is stored in smaller batches', async () => {
    const text = 'x'.repeat(1_500_000);
    await write({ 'a.md': text, 'b.md': text, 'c.md': text, 'd.md': '\u0001'.repeat(1_000_000) });
    const sizes: number[] = [];
    const watched: TransferTarget = {
      ...target,
      importContent: async (batch) => {
        sizes.push(batch.items.length);
        return target.importContent(batch);
      },
    };
    const { notices } = await importFrom(folder.path, watched, { collection: 'blog-posts' });
    expect(sizes).toEqual([2, 1]);
    // A slow run also reports progress.
    const reports = notices.filter((line) => line.startsWith('Skipped'));
    expect(reports).toEqual(['Skipped d.md: it is too large']);
  });

  test('without Markdown files is rejected', async () => {
    await expect(run()).rejects.toThrow('There is no Markdown in');
    await rm(folder.path, { recursive: true });
    await expect(run()).rejects.toThrow('There is nothing at');
    await write({ 'notes.txt': 'x' });
    await expect(
      importFrom(join(folder.path, 'notes.txt'), target, { collection: 'pages' }),
    ).rejects.toThrow('neither a folder nor');
  });
});

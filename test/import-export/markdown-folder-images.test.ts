import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mediaFolder } from '../../adapters/cli/markdown/image-file.ts';
import { openMarkdownFolder } from '../../adapters/cli/markdown/markdown-folder.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quoin-markdown-'));
});
afterEach(async () => rm(folder, { recursive: true }));

const write = async (path: string, content: string): Promise<void> => {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
};

const open = async () => openMarkdownFolder(folder, { collection: 'notes' });

const readDocument = async (text: string) => {
  await write('posts/a.md', text);
  const read = await (await open()).readDocument('posts/a.md');
  if (read.kind === 'skipped') throw new Error(read.file.reason);
  return read.document;
};

test('images are found in text and front matter, each once', async () => {
  await write('img/pool.png', 'p');
  await write('posts/map.svg', 'm');
  const document = await readDocument(
    [
      '---',
      'title: pool.png',
      'cover: /assets/pool.png',
      'gallery: [{ src: map.svg, note: Look at pool.png }, https://example.com/x.png, gone/away.png]',
      '---',
      '![a](../img/pool.png?w=1) ![b](https://example.com/pool.png) ![c](gone.png)',
      '<img src="map.svg">',
    ].join('\n'),
  );
  expect(document.images).toEqual(['img/pool.png', 'posts/map.svg']);
  expect(document.missing.map(({ address }) => address)).toEqual(['gone.png', 'gone/away.png']);
  const stored = new Map([
    ['img/pool.png', 'https://cms/1'],
    ['posts/map.svg', 'https://cms/2'],
  ]);
  expect(document.toRecord(stored).data).toEqual({
    cover: 'https://cms/1',
    gallery: [
      { src: 'https://cms/2', note: 'Look at pool.png' },
      'https://example.com/x.png',
      'gone/away.png',
    ],
    content:
      '![a](https://cms/1?w=1) ![b](https://example.com/pool.png) ![c](gone.png)\n<img src="https://cms/2">',
  });
});

test('linked images are imported, and so are images inside links', async () => {
  await write('img/small.png', 's');
  await write('img/large.png', 'l');
  await write('img/chart.svg', 'c');
  const document = await readDocument(
    [
      '[![small](../img/small.png)](../img/large.png) and [the chart][c]',
      '[gone](gone.png) [a page](other.md) [far](https://example.com/large.png) `[x](../img/a.png)`',
      '',
      '[c]: ../img/chart.svg',
    ].join('\n'),
  );
  expect(document.images).toEqual(['img/small.png', 'img/large.png', 'img/chart.svg']);
  expect(document.missing).toEqual([]);
  const stored = new Map(document.images.map((path, index) => [path, `https://cms/${index}`]));
  expect(document.toRecord(stored).data?.['content']).toBe(
    [
      '[![small](https://cms/0)](https://cms/1) and [the chart][c]',
      '[gone](gone.png) [a page](other.md) [far](https://example.com/large.png) `[x](../img/a.png)`',
      '',
      '[c]: https://cms/2',
    ].join('\n'),
  );
});

test(
  'a long text in the front matter is quickly rejected as a path',
  { timeout: 5_000 },
  async () => {
    const { missing } = await readDocument(`---\nalt: ${'a/'.repeat(125_000)} b.png\n---\n`);
    expect(missing).toEqual([]);
  },
);

test('a link that leads out of the folder is not an image', async () => {
  await symlink('/etc/hostname', join(folder, 'out.png'));
  const { images, missing } = await readDocument('![a](/out.png)');
  expect([images, missing.length]).toEqual([[], 1]);
});

test('an image that was not stored keeps its URL', async () => {
  await write('posts/map.svg', 'm');
  const document = await readDocument('![a](map.svg)');
  expect(document.toRecord(new Map()).data).toEqual({ content: '![a](map.svg)' });
});

test('the id of an image depends on its path and bytes', async () => {
  await write('img/Some folder!/a.png', 'one');
  await write('img/b.png', 'one');
  const read = async (path: string) => (await open()).readImage(path);
  const first = await read('img/Some folder!/a.png');
  expect(first).toMatchObject({
    record: { originalName: 'a.png', folder: 'img/Some folder' },
    file: expect.stringMatching(/a\.png$/),
  });
  expect((await read('img/b.png')).record.id).not.toBe(first.record.id);
  expect((await read('img/Some folder!/a.png')).record.id).toBe(first.record.id);
  await write('img/Some folder!/a.png', 'two');
  expect((await read('img/Some folder!/a.png')).record.id).not.toBe(first.record.id);
});

test.each([
  ['.', ''],
  ['a/b', 'a/b'],
  ['a/../b', 'a/b'],
  ['Cádiz & co/2026 (spring)', 'Cádiz - co/2026 -spring'],
  ['1/2/3/4/5/6/7/8/9', '1/2/3/4/5/6/7/8'],
  ['x'.repeat(80), 'x'.repeat(64)],
])('the directory %j goes to the media folder %j', (directory, expected) => {
  expect(mediaFolder(directory)).toBe(expected);
});

import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  mediaFolder,
  readLocalFile,
  type LocalFile,
} from '../../../adapters/cli/markdown/local-file.ts';
import { openMarkdownFolder } from '../../../adapters/cli/markdown/markdown-folder.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';
import { writeFiles } from '../../support/write-files.ts';

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(() => folder[Symbol.asyncDispose]());

const at = (path: string): string => join(folder.path, path);

const write = (path: string, content: string): Promise<void> =>
  writeFiles(at('content'), { [path]: content });

const writeStatic = (path: string, content: string): Promise<void> =>
  writeFiles(at('static'), { [path]: content });

const readDocument = async (text: string, staticFolder?: string) => {
  await write('posts/a.md', text);
  const opened = await openMarkdownFolder(at('content'), { collection: 'notes', staticFolder });
  const read = await opened.readDocument('posts/a.md');
  if (read.kind === 'skipped') throw new Error(read.file.reason);
  return read.document;
};

const pathsOf = ({ files }: { readonly files: readonly LocalFile[] }) =>
  files.map(({ path }) => path);

/** URLs for all files of a document: `https://cms/0` for the first one, and so on. */
const storeAll = ({ files }: { readonly files: readonly LocalFile[] }) =>
  new Map(files.map((file, index) => [file, `https://cms/${index}`]));

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
  expect(pathsOf(document)).toEqual(['img/pool.png', 'posts/map.svg']);
  expect(document.missing.map(({ address }) => address)).toEqual(['gone.png', 'gone/away.png']);
  expect(document.toRecord(storeAll(document)).data).toEqual({
    cover: 'https://cms/0',
    gallery: [
      { src: 'https://cms/1', note: 'Look at pool.png' },
      'https://example.com/x.png',
      'gone/away.png',
    ],
    content:
      '![a](https://cms/0?w=1) ![b](https://example.com/pool.png) ![c](gone.png)\n<img src="https://cms/1">',
  });
});

test('links to files are followed, and so are audio and video', async () => {
  for (const path of ['small.png', 'large.png', 'chart.svg', 'a b.pdf', 'all.zip', 'tide.mp3'])
    await write(`files/${path}`, path);
  const lines = [
    '[![small](../files/small.png)](../files/large.png) and [the chart][c]',
    '[report](../files/a%20b.pdf?v=2#page=3) <a href="/files/a%20b.pdf#2">again</a> [all](/files/all.zip)',
    '<audio src="../files/tide.mp3"></audio> `[x](../files/all.zip)` <https://example.com/all.zip>',
    '',
    '[c]: ../files/chart.svg',
  ];
  const document = await readDocument(lines.join('\n'));
  expect(document.missing).toEqual([]);
  expect(pathsOf(document)).toEqual([
    'files/small.png',
    'files/large.png',
    'files/a b.pdf',
    'files/all.zip',
    'files/tide.mp3',
    'files/chart.svg',
  ]);
  const stored = storeAll(document);
  // The service rejects it.
  stored.delete(document.files[3]!);
  expect(document.toRecord(stored).data?.['content']).toBe(
    [
      '[![small](https://cms/0)](https://cms/1) and [the chart][c]',
      '[report](https://cms/2?v=2#page=3) <a href="https://cms/2#2">again</a> [all](/files/all.zip)',
      '<audio src="https://cms/4"></audio> `[x](../files/all.zip)` <https://example.com/all.zip>',
      '',
      '[c]: https://cms/5',
    ].join('\n'),
  );
});

test.each([
  '![a](../a.pdf)',
  '[a](../a.pdf)',
  '[a]( \n<../a.pdf>)',
  '[a]\n\n[a]:\n ../a.pdf',
  '<a href="../a.pdf">',
  '<audio src="../a.pdf">',
  '<source src="../a.pdf">',
  '<video poster="../a.pdf">',
  '<Image src="../a.pdf">',
])('one reference is enough: %j', async (text) => {
  await write('a.pdf', 'a');
  expect(pathsOf(await readDocument(`---\ntitle: A\n---\n${text}`))).toEqual(['a.pdf']);
});

test('a link to a missing file is reported, a link to a page is not', async () => {
  await write('posts/other.md', 'b');
  await write('README.md', 'about');
  const document = await readDocument(
    [
      '[a](gone.pdf) [b](/files/gone.zip#1) <a href="gone/too.svg">c</a> [d](gone.md) [e]',
      '[f](other.md) [g](./other.md#part) [h](/blog/other.md) [i](../README.md) [j](/about/) [k](next)',
      '[l](/v1.2) [m](/old.html) [n](?q=a.pdf) [o](https://example.com/x.pdf) [p](#x.pdf)',
      '',
      '[e]: gone.mp3',
      '[unused]: gone.mp4',
    ].join('\n'),
  );
  expect(document.missing).toEqual(
    ['gone.pdf', '/files/gone.zip#1', 'gone/too.svg', 'gone.mp3'].map((address) => ({
      address,
      reason: 'there is no such file',
    })),
  );
  expect(document.missingDocuments).toEqual(['gone.md']);
  expect(document.files).toEqual([]);
});

test('paths are looked up in the imported folder, then in the static folder', async () => {
  await write('pool.png', 'p');
  await writeStatic('images/map.png', 'm');
  await writeStatic('pool.png', 'another');
  await writeStatic('files/report.pdf', 'r');
  const text =
    '---\ncover: /images/map.png\n---\n[a](/files/report.pdf#2) ![b](/pool.png) ![c](images/map.png) ![d](../images/map.png)';
  const document = await readDocument(text, at('static'));
  expect(document.files).toEqual([
    { root: at('static'), path: 'files/report.pdf', isStatic: true },
    { root: at('content'), path: 'pool.png' },
    { root: at('static'), path: 'images/map.png', isStatic: true },
  ]);
  expect(document.missing.map(({ address }) => address)).toEqual(['../images/map.png']);
  expect(document.toRecord(storeAll(document)).data).toEqual({
    cover: 'https://cms/2',
    content: '[a](https://cms/0#2) ![b](https://cms/1) ![c](https://cms/2) ![d](../images/map.png)',
  });
  expect((await readDocument(text)).files).toEqual([{ root: at('content'), path: 'pool.png' }]);
});

test('Markdown in the static folder is a file, and what cannot be read there is reported', async () => {
  await writeStatic('notes.md', 'n');
  await symlink('nowhere', at('static/broken.md'));
  const { files } = await readDocument('[a](/notes.md)', at('static'));
  expect(files).toEqual([{ root: at('static'), path: 'notes.md', isStatic: true }]);
  const rules = { collection: 'notes', staticFolder: at('static') };
  expect((await openMarkdownFolder(at('content'), rules)).skipped).toEqual([
    expect.objectContaining({ path: at('static/broken.md'), broken: true }),
  ]);
});

test('no path and no link leads out of the static folder', async () => {
  await writeFiles(folder.path, { 'secret.pdf': 'secret', 'outside/secret.zip': 'secret' });
  await writeStatic('files/.hidden.pdf', 'hidden');
  await writeStatic('files/real.pdf', 'real');
  await symlink(at('secret.pdf'), at('static/out.pdf'));
  await symlink(at('outside'), at('static/outside'));
  await symlink('files/real.pdf', at('static/alias.pdf'));
  const addresses = [
    '/../secret.pdf',
    '/%2e%2e/secret.pdf',
    '/files/../../secret.pdf',
    '/..%2fsecret.pdf',
    at('secret.pdf'),
    '/out.pdf',
    '/outside/secret.zip',
    '/files/.hidden.pdf',
  ];
  const links = [...addresses, '/alias.pdf'].map((address) => `[x](${address})`).join(' ');
  const { files, missing } = await readDocument(links, at('static'));
  expect(files).toEqual([{ root: at('static'), path: 'alias.pdf', isStatic: true }]);
  expect(missing.map(({ address }) => address)).toEqual(addresses);
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
  await write('posts/b.md', '');
  await symlink('/etc/hostname', at('content/out.png'));
  const { files, missing } = await readDocument('![a](/out.png)');
  expect([files, missing.length]).toEqual([[], 1]);
});

test('a file that was not stored keeps its URL', async () => {
  await write('posts/map.svg', 'm');
  const document = await readDocument('![a](map.svg)');
  expect(document.toRecord(new Map()).data).toEqual({ content: '![a](map.svg)' });
});

test('the id of a file depends on its path and bytes', async () => {
  await write('img/Some folder!/a.png', 'one');
  await write('img/b.png', 'one');
  const read = (path: string) => readLocalFile({ root: at('content'), path });
  const first = await read('img/Some folder!/a.png');
  expect(first).toMatchObject({
    record: { originalName: 'a.png', folder: 'img/Some folder' },
    path: at('content/img/Some folder!/a.png'),
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
  ['चित्र/写真/\u2764\uFE0F pools/\u0301a', 'चित्र/写真/pools/a'],
  ['1/2/3/4/5/6/7/8/9', '1/2/3/4/5/6/7/8'],
  ['x'.repeat(80), 'x'.repeat(64)],
])('the directory %j goes to the media folder %j', (directory, expected) => {
  expect(mediaFolder(directory)).toBe(expected);
});

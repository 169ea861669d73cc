import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { coreTarget } from '../../adapters/cli/transfer/core-target.ts';
import { openMarkdownFolder } from '../../adapters/cli/markdown/markdown-folder.ts';
import { toContentRecord } from '../../contracts/index.ts';
import { operator, type ContentRecord } from '../../core/index.ts';
import { importFrom } from '../support/import-run.ts';
import { coreWorld, type CoreWorld } from '../support/core-world.ts';
import { stored } from '../support/imports.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { writeFiles } from '../support/write-files.ts';

const path = '2020-01-02-hello.md';
const text = '---\ntitle: " Hello "\ndraft: false\ntags: [sea]\n---\nText\n';

let folder: TemporaryFolder;
let world: CoreWorld;
beforeEach(async () => {
  folder = await temporaryFolder();
  world = await coreWorld();
  await writeFiles(folder.path, { [path]: text });
  // What version 0.1.0 imported.
  const opened = await openMarkdownFolder(folder.path, { collection: 'blog-posts' });
  const read = await opened.readDocument(path);
  const { id } = read.kind === 'document' ? read.document.toRecord(new Map()) : {};
  const record: ContentRecord = {
    id,
    collection: 'blog-posts',
    title: 'Hello',
    slug: '2020-01-02-hello',
    status: 'published',
    data: { title: ' Hello ', draft: false, tags: ['sea'], content: 'Text\n' },
  };
  await world.cms.transfer.importContent(operator, { records: [record] });
});
afterEach(async () => folder[Symbol.asyncDispose]());

const run = async () =>
  (await importFrom(folder.path, coreTarget(world.cms, ''), { collection: 'blog-posts' })).counts;

const item = () => stored(world, '2020-01-02-hello');

test('an item of version 0.1.0 that was not edited is updated once, and keeps its slug', async () => {
  expect(await run()).toMatchObject({ updated: '1', skipped: '0' });
  expect(await item()).toMatchObject({
    version: 2,
    createdAt: Date.UTC(2020, 0, 2),
    data: '{"tags":["sea"],"content":"Text\\n"}',
  });
  expect(await run()).toMatchObject({ unchanged: '1' });
  await writeFiles(folder.path, { [path]: `${text}More\n` });
  expect(await run()).toMatchObject({ updated: '1' });
  expect((await item()).version).toBe(3);
});

test('an item of version 0.1.0 that was edited is unchanged until its file changes', async () => {
  await world.cms.content.update(operator, (await item()).id, { title: 'Edited' });
  const edited = await item();
  for (let times = 0; times < 2; times += 1) {
    expect(await run()).toMatchObject({ unchanged: '1', skipped: '0' });
    expect(await item()).toEqual(edited);
  }
  await writeFiles(folder.path, { [path]: `${text}More\n` });
  expect(await run()).toMatchObject({ unchanged: '0', skipped: '1' });
  expect(await item()).toEqual(edited);
});

test('an item of version 0.1.0 whose document links to files keeps its slug, too', async () => {
  const site = {
    'content/2020-01-03-pool.md': [
      '---\ntitle: Pool\ncover: pool.png\nmap: /map.svg\n---',
      '![a](pool.png) [b](pool.png?w=1) [c](pool.pdf)\n\n![d](/map.svg)\n',
      '<img src="pool.png" srcset="pool.png 2x"> <a href="pool.png">e</a> <video poster="pool.png">',
    ].join('\n'),
    'content/pool.png': 'p',
    'content/pool.pdf': 'p',
    'static/map.svg': 'm',
  };
  await writeFiles(folder.path, site);
  const { readDocument } = await openMarkdownFolder(join(folder.path, 'content'), {
    collection: 'blog-posts',
    staticFolder: join(folder.path, 'static'),
  });
  const read = await readDocument('2020-01-03-pool.md');
  if (read.kind === 'skipped') throw new Error(read.file.reason);
  const { files, toRecord } = read.document;
  expect(files.map((file) => file.path).toSorted()).toEqual(['map.svg', 'pool.pdf', 'pool.png']);
  const record = toRecord(new Map(files.map((file) => [file, `https://cms/${file.path}`])));
  const former: ContentRecord = {
    id: record.id,
    collection: 'blog-posts',
    title: 'Pool',
    slug: '2020-01-03-pool',
    data: {
      title: 'Pool',
      cover: 'https://cms/pool.png',
      map: '/map.svg',
      content: [
        '![a](https://cms/pool.png) [b](https://cms/pool.png?w=1) [c](pool.pdf)\n\n![d](/map.svg)\n',
        '<img src="https://cms/pool.png" srcset="pool.png 2x"> <a href="pool.png">e</a> <video poster="pool.png">',
      ].join('\n'),
    },
  };
  for (const [each, outcome] of [
    [former, 'created'],
    [toContentRecord(record), 'updated'],
    [toContentRecord(record), 'unchanged'],
  ] as const) {
    expect(await world.cms.transfer.importContent(operator, { records: [each] })).toMatchObject([
      { outcome, slug: '2020-01-03-pool' },
    ]);
  }
  expect((await stored(world, '2020-01-03-pool')).data).not.toMatch(/[("]pool\./);
});

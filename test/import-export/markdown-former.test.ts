import { afterEach, beforeEach, expect, test } from 'vitest';
import { coreTarget } from '../../adapters/cli/transfer/core-target.ts';
import { openMarkdownFolder } from '../../adapters/cli/markdown/markdown-folder.ts';
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

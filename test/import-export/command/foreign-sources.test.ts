import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSource } from '../../../adapters/cli/transfer/import-source.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';
import { emptyZip, writeFiles } from '../../support/write-files.ts';

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(() => folder[Symbol.asyncDispose]());

const open = async (name: string, content: string | Uint8Array): Promise<unknown> => {
  await writeFiles(folder.path, { [name]: content });
  return openSource(join(folder.path, name), { collection: 'pages', status: undefined });
};

const rss = '<?xml version="1.0"?>\n<rss version="2.0"';

test.each<readonly [string, string | Uint8Array, string]>([
  ['ghost.json', '{"db":[{"meta":{"version":"5.0.0"},"data":{}}]}', 'an export of Ghost'],
  ['ghost.json', '\uFEFF{\n "db": [\n {\n "data": {}}]}', 'an export of Ghost'],
  ['feed.xml', `${rss}><channel>`, 'a feed'],
  ['blog.atom', '<feed xmlns="http://www.w3.org/2005/Atom">', 'a feed'],
  ['space.json', '{"contentTypes":[{"sys":{}}],"entries":[]}', 'an export of Contentful'],
  ['data.ndjson', '{"_id":"1","_type":"post","title":"Hello"}\n', 'a dataset of Sanity'],
  ['data.json', '{"_type":"post","_id":"1"}\n{}', 'a dataset of Sanity'],
  ['items.json', '[{"title":"Hello"}]', 'a file of JSON'],
  ['items.xlsx', 'PK', 'a spreadsheet'],
  ['items.ods', 'PK', 'a spreadsheet'],
  ['hello.md', '# Hello', 'a single Markdown file'],
  ['index.html', '<!DOCTYPE html><html>', 'a page of HTML'],
  ['notion.zip', emptyZip, 'a ZIP archive'],
  ['strapi.tar.gz', gzipSync('strapi'), 'a compressed archive'],
])('%s that begins with %j is rejected as %s', async (name, content, is) => {
  await expect(open(name, content)).rejects.toThrow(`${name} is ${is}. `);
});

test('an export of another system is rejected with the way to convert it', async () => {
  await expect(open('ghost.json', '{"db":[{"meta":{}}]}')).rejects.toThrow(
    /"From other systems" in docs\/content\/importing\.md/,
  );
});

test.each(['notes.txt', 'photo.png', 'empty'])(
  '%s is neither a folder nor NDJSON',
  async (name) => {
    await expect(open(name, '')).rejects.toThrow(
      `${name} is neither a folder nor a file that ends in .ndjson, .jsonl, .csv or .tsv.`,
    );
  },
);

test.each(['items.ndjson', 'items.JSONL'])('%s is a source', async (name) => {
  expect(await open(name, '{"title":"Hello","data":{"_type":"a","_id":"b"}}\n')).toMatchObject({
    total: 1,
  });
});

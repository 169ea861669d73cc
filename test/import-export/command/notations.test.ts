import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { coreTarget } from '../../../adapters/cli/transfer/targets/core-target.ts';
import { operator } from '../../../core/index.ts';
import { importFrom } from '../../support/import/import-run.ts';
import { memoryCms } from '../../support/core/memory-cms.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';
import { onePixel, writeFiles } from '../../support/write-files.ts';

let folder: TemporaryFolder;

let service: Awaited<ReturnType<typeof memoryCms>>;

beforeEach(async () => {
  folder = await temporaryFolder();
  service = await memoryCms();
});

afterEach(() => folder[Symbol.asyncDispose]());

const base = 'https://cms';

const run = () => importFrom(folder.path, coreTarget(service.cms, base), { collection: 'pages' });

/** The texts by slug. Media files are called by their original names. */
const texts = async () => {
  const media = await service.cms.media.list(operator, {});
  const items = await service.ports.store.repositories.contents.listAfter(undefined, 100);
  return Object.fromEntries(
    items.map(({ slug, data }) => [
      slug,
      media.reduce(
        (text, { key, originalName }) => text.replaceAll(`${base}/${key}`, `<${originalName}>`),
        JSON.parse(data).content as string,
      ),
    ]),
  );
};

const write = (files: Readonly<Record<string, string | Uint8Array>>) =>
  writeFiles(folder.path, files);

const images = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, onePixel]));

test('images in the notations of other systems are stored', async () => {
  await write({
    'wiki.md': '![[pool.png]]\n\n![[img/pool.png|300]]\n\n![[notes]] [[shortcode]]',
    'shortcode.md': [
      '{{< figure src="img/fig.png" >}}',
      '{% include image.html src="img/inc.png" %}',
      '![x]({{ site.baseurl }}/img/base.png)',
    ].join('\n\n'),
    'component.mdx':
      'import pic from "./img/mdx.png"\n\n<Picture src={pic} />\n<Figure src="./img/comp.png" />',
    ...images('img/pool.png', 'img/fig.png', 'img/inc.png', 'img/base.png', 'img/mdx.png'),
    ...images('img/comp.png'),
  });
  const { counts, notices, findings } = await run();
  expect(counts).toMatchObject({ created: '3', files: '6 stored, 0 there before' });
  expect([notices, findings.slice(1)]).toEqual([[], []]);
  expect(await texts()).toEqual({
    wiki: '![pool.png](<pool.png>)\n\n![pool.png|300](<pool.png>)\n\n![[notes]] [[shortcode]]',
    shortcode: [
      '{{< figure src="<fig.png>" >}}',
      '{% include image.html src="<inc.png>" %}',
      '![x](<base.png>)',
    ].join('\n\n'),
    component:
      'export const pic = "<mdx.png>"\n\n<Picture src={pic} />\n<Figure src="<comp.png>" />',
  });
  expect((await run()).counts).toMatchObject({
    unchanged: '3',
    files: '0 stored, 6 there before',
  });
});

test('what is not read, not used and not part of the import is named after the summary', async () => {
  await write({
    'a.md': '[b](@/docs/b.md#part) [c](gone.md) [d]({{< ref "nowhere" >}}) [e](/about/)',
    'docs/b.md': '<img data-src="../img/a.png"> <img data-src="../img/b.png"> ![[gone.png]]',
    'docs/c.md': '[x](x.md) [y](y.md) [z](z.md) [w](w.md)\n\n{{ page.folder | append: "/a.png" }}',
    ...images('img/a.png', 'img/b.png', 'img/c.png', 'img/d.png'),
    'img/notes.txt': 'n',
  });
  const { counts, notices, findings, isComplete } = await run();
  expect(isComplete).toBe(true);
  expect(counts).toMatchObject({ created: '3', files: '0 stored, 0 there before, 1 missing' });
  expect(notices).toEqual(['Missing in docs/b.md: [[gone.png]] (there is no such file)']);
  expect(findings.slice(1)).toEqual([
    '6 links lead to documents that are not part of the import. They stay unchanged:',
    '  a.md: gone.md, {{< ref "nowhere" >}}',
    '  docs/c.md: x.md, y.md, z.md and 1 more',
    'The import does not read these notations of files. They stay unchanged:',
    '  data-src  2 times, first in docs/b.md',
    '  {{ … }}  once, in docs/c.md',
    '4 images of the folder are not stored, because no imported document refers to them: img/a.png, img/b.png, img/c.png and 1 more',
  ]);
});

test('many documents with links to others are named up to a limit', async () => {
  await write(
    Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`${n}.md`, '[x](gone.md)'])),
  );
  const { findings } = await run();
  expect(findings.slice(1)).toHaveLength(12);
  expect(findings.at(-1)).toBe('  … and links in 2 more documents');
});

test('a missing file is reported once, with the first document that refers to it', async () => {
  await write({
    'a.md': '![x](gone.png) ![y](/gone.png)',
    'b.md': '![x](./gone.png) ![z](/gone.png?v=1)',
    'c/d.md': '![x](../gone.png) ![y](gone.png)',
  });
  const { counts, notices } = await run();
  expect(notices).toEqual([
    'Missing in a.md: gone.png (there is no such file)',
    'Missing in c/d.md: gone.png (there is no such file)',
  ]);
  expect(counts).toMatchObject({ files: '0 stored, 0 there before, 2 missing' });
});

test('names in any script and any form are found, and folders are named after them', async () => {
  const decomposed = (text: string) => text.normalize('NFD');
  await write({
    'a.md': [
      `![1](चित्र/समुद्र.png) ![2](${encodeURI('写真/海 の 底.png')})`,
      `![3](<صور/بحر.png>) ![4](Cádiz/é.png) ![5](${decomposed('Cádiz')}/é.png)`,
      `![6](🌊/🐚.png) ![7](one/same.png) ![8](two/same.png) ![9](linked/same.png)`,
    ].join('\n'),
    ...images('चित्र/समुद्र.png', '写真/海 の 底.png', 'صور/بحر.png', '🌊/🐚.png'),
    ...images(decomposed('Cádiz/é.png'), 'one/same.png', 'two/same.png'),
  });
  await symlink('two', join(folder.path, 'linked'));
  const { counts, notices } = await run();
  expect([notices, counts['files']]).toEqual([[], '7 stored, 0 there before']);
  const media = await service.cms.media.list(operator, {});
  expect(media.map(({ folder: name }) => name).toSorted()).toEqual(
    ['चित्र', '写真', 'صور', 'Cádiz', 'one', 'two', 'uploads'].toSorted(),
  );
  expect((await texts())['a']).not.toMatch(/\((?!<)/);
});

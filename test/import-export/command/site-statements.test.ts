import { join } from 'node:path';
import { mkdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { coreTarget } from '../../../adapters/cli/transfer/targets/core-target.ts';
import { mediaBase } from '../../support/import/archive.ts';
import { importFrom } from '../../support/import/import-run.ts';
import { memoryCms } from '../../support/core/memory-cms.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';
import { writeFiles } from '../../support/write-files.ts';

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(async () => folder[Symbol.asyncDispose]());

const doc = (title: string, ...matter: readonly string[]): string =>
  `---\ntitle: ${title}\n${matter.map((line) => `${line}\n`).join('')}---\nText\n`;

type Files = Readonly<Record<string, string>>;

/** Imports a part of a site and returns the titles of what is public, and what the summary says. */
const publish = async (files: Files, part = '.') => {
  await mkdir(join(folder.path, '.git'), { recursive: true });
  await writeFiles(folder.path, files);
  const { cms, ports } = await memoryCms();
  const result = await importFrom(join(folder.path, part), coreTarget(cms, mediaBase), {
    collection: 'pages',
    status: 'published',
  });
  const items = await ports.store.repositories.contents.listAfter(undefined, 100);
  const published = items.filter(({ status }) => status === 'published');
  return { published: published.map(({ title }) => title).toSorted(), ...result };
};

describe('a document that its folder or its site hides is not published:', () => {
  test.each<readonly [string, Files, string]>([
    [
      'the data file of a folder in Eleventy',
      { 'a/b/hidden.md': doc('Hidden'), 'a/a.json': '{ "draft": true }' },
      'draft: true in a/a.json 1',
    ],
    [
      'the data file of a document in Eleventy',
      { 'a/hidden.md': doc('Hidden'), 'a/hidden.11tydata.json': '{ "permalink": false }' },
      'permalink: false in a/hidden.11tydata.json 1',
    ],
    [
      'the data file of a folder in Eleventy with the long name',
      {
        'a/hidden.md': doc('Hidden'),
        'a/a.11tydata.json': '{ "eleventyExcludeFromCollections": true }',
      },
      'eleventyExcludeFromCollections: true in a/a.11tydata.json 1',
    ],
    [
      'a data file that cannot be read',
      { 'a/hidden.md': doc('Hidden'), 'a/a.json': '{ "draft": true' },
      'a mistake in a/a.json 1',
    ],
    [
      'the data of a folder in Lume',
      { 'a/hidden.md': doc('Hidden'), 'a/_data.yml': 'draft: true' },
      'draft: true in a/_data.yml 1',
    ],
    [
      'the metadata of a folder in Quarto',
      { 'a/hidden.qmd': doc('Hidden'), 'a/_metadata.yml': 'draft: true' },
      'draft: true in a/_metadata.yml 1',
    ],
    [
      'a cascade of Hugo',
      { 'a/b/hidden.md': doc('Hidden'), 'a/_index.md': doc('A', 'cascade:', '  draft: true') },
      'draft: true in a/_index.md 1',
    ],
    [
      'a cascade of Hugo with an old target',
      {
        'content/a/hidden.md': doc('Hidden'),
        'content/_index.md':
          '+++\n[[cascade]]\n_build = {render = "never"}\n[cascade._target]\npath = "/a/**"\n+++\n',
      },
      '_build.render: never in content/_index.md 1',
    ],
    [
      'a cascade of Hugo with a target',
      {
        'a/hidden.md': doc('Hidden'),
        '_index.md': doc(
          'A',
          'cascade:',
          '- expiryDate: 2020-01-01',
          '  target: {path: "{/a/**}"}',
        ),
      },
      'an expiry date in the past in _index.md 1',
    ],
    [
      'a cascade in the configuration of Hugo',
      {
        'content/a/hidden.md': doc('Hidden'),
        'hugo.toml': '[[cascade]]\ndraft = true\n[cascade.target]\npath = "/a/**"\n',
      },
      'draft: true in hugo.toml 1',
    ],
    [
      'a section of Zola that is a draft',
      {
        'a/hidden.md': '+++\ntitle = "Hidden"\n+++\nText',
        'a/_index.md': '+++\ndraft = true\n+++\n',
      },
      'draft: true in a/_index.md 1',
    ],
    [
      'the defaults of Jekyll',
      {
        'internal/hidden.md': doc('Hidden'),
        '_config.yml': 'defaults:\n- scope: {path: internal}\n  values: {published: false}\n',
      },
      'published: false in _config.yml 1',
    ],
    [
      'the defaults of a collection of Jekyll',
      {
        '_notes/hidden.md': doc('Hidden'),
        '_config.yml':
          'collections: {notes: {output: true}}\ndefaults:\n- scope: {path: "", type: notes}\n  values: {published: false}\n',
      },
      'published: false in _config.yml 1',
    ],
    [
      'files that Jekyll excludes',
      { 'internal/hidden.md': doc('Hidden'), '_config.yml': 'exclude: [internal/]' },
      'exclude in _config.yml 1',
    ],
    [
      'a folder of Jekyll that is no collection',
      {
        '_parts/hidden.md': doc('Hidden'),
        '_notes/shown.md': doc('Public'),
        '_posts/2020-01-02-shown.md': doc('Public'),
        '_config.yml': 'collections: [notes]\n',
      },
      'a folder with _ in _config.yml 1',
    ],
    [
      'a folder with _ in Docusaurus',
      { 'docs/_parts/hidden.md': doc('Hidden'), 'docusaurus.config.ts': 'export default {};' },
      'a folder with _ in docusaurus.config.ts 1',
    ],
    [
      'the default status of Pelican',
      {
        'content/hidden.md': 'Title: Hidden\n\nText',
        'content/shown.md': 'Title: Public\nStatus: published\n\nText',
        'pelicanconf.py': "AUTHOR = 'Ann'\nDEFAULT_METADATA = {\n  'status': 'draft',\n}\n",
      },
      'status: draft in pelicanconf.py 2',
    ],
    [
      'documents that MkDocs excludes',
      {
        'docs/a/hidden.md': doc('Hidden'),
        'mkdocs.yml': 'exclude_docs: |\n  # internal\n  a/\n  !public.md\n',
      },
      'exclude_docs in mkdocs.yml 1',
    ],
    [
      'drafts of MkDocs',
      { 'docs/a/hidden.md': doc('Hidden'), 'mkdocs.yml': 'draft_docs: |\n  hidden.md\n' },
      'draft_docs in mkdocs.yml 1',
    ],
    [
      'drafts of a website of Quarto',
      { 'a/hidden.qmd': doc('Hidden'), '_quarto.yml': 'website:\n  drafts:\n  - a/hidden.qmd\n' },
      'drafts in _quarto.yml 1',
    ],
  ])('%s', async (_, files, sign) => {
    const { published, findings } = await publish({ ...files, 'public.md': doc('Public') });
    expect(new Set(published)).toEqual(new Set(['Public']));
    expect(findings.join('\n')).toContain(`(${sign}).`);
  });

  test('also if only the part of the site with the documents is imported', async () => {
    const { published, findings } = await publish(
      {
        '_config.yml':
          'defaults:\n- scope: {path: "", type: posts}\n  values: {published: false}\n',
        'site/_posts/2020-01-02-hidden.md': doc('Hidden'),
        'site/_config.yml': 'defaults:\n- scope: {path: _posts/*}\n  values: {published: false}\n',
      },
      'site/_posts',
    );
    expect(published).toEqual([]);
    expect(findings.join('\n')).toContain('(published: false in ../_config.yml 1)');
  });
});

test.each<readonly [string, Files]>([
  ['draft: false', { 'a/a.json': '{ "draft": true }' }],
  ['published: true', { '_config.yml': 'exclude: [a]' }],
  ['status: published', { 'a/_index.md': doc('A', 'cascade: {draft: true}') }],
])('what a document states itself wins: %s', async (matter, files) => {
  const { published } = await publish({ ...files, 'a/page.md': doc('Page', matter) });
  expect(published).toEqual(['Page']);
});

test('the nearest folder wins', async () => {
  const { published } = await publish({
    'a/a.json': '{ "draft": true }',
    'a/b/b.json': '{ "draft": false }',
    'a/one.md': doc('One'),
    'a/b/two.md': doc('Two'),
  });
  expect(published).toEqual(['Two']);
});

test.each<readonly [string, Files]>([
  ['of another target', { '_index.md': doc('A', 'cascade: {draft: true, target: {path: /b/**}}') }],
  ['for sections', { '_index.md': doc('A', 'cascade: {draft: true, target: {kind: section}}') }],
  ['in another language', { '_index.fr.md': doc('A', 'cascade: {draft: true}') }],
  ['of another folder', { 'b/b.json': '{ "draft": true }', 'b/x.md': doc('X', 'draft: true') }],
  ['in a list of data', { 'a/a.json': '[{ "draft": true }]' }],
  ['about the list of a section', { 'a/_index.md': doc('A', 'build: {render: never}') }],
])('a statement %s does not hide a document', async (_, files) => {
  const { published } = await publish({ ...files, 'a/page.md': doc('Page') });
  expect(published).toEqual(['Page']);
});

test.each<readonly [string, string]>([
  ['a/a.11tydata.js', 'module.exports = { draft: true };'],
  ['docusaurus.config.js', "export default { docs: { exclude: ['a/**'] } };"],
  ['src/content.config.ts', 'const schema = { draft: z.boolean().default(true) };'],
])(
  '%s is not run, and is named with the number of documents that it may hide',
  async (file, text) => {
    const { findings } = await publish({
      [file]: text,
      'a/one.md': doc('One'),
      'a/two.md': doc('Two'),
    });
    expect(findings).toContain(
      `${file} is a program, which the import does not run. It may hide up to 2 documents that it applies to: check their status.`,
    );
  },
);

describe('a header without a fence', () => {
  const read = async (text: string) => {
    await writeFiles(folder.path, { 'file.md': text });
    const { cms, ports } = await memoryCms();
    const target = coreTarget(cms, mediaBase);
    await importFrom(folder.path, target, { collection: 'pages', status: 'published' });
    const [item] = await ports.store.repositories.contents.listAfter(undefined, 10);
    const { title, slug, status, createdAt, updatedAt, data } = item!;
    const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
    const days = [dayOf(createdAt), dayOf(updatedAt)];
    return { title, slug, status, days, data: JSON.parse(data) as unknown };
  };

  test('is front matter', async () => {
    const header =
      'Title: Tides: a guide\nDate: 2014-03-05 10:20\nModified: 2014-03-07\nTags: sea, maps\nSlug: tides-a\nStatus: draft\nAuthors: Ann\n    Bo\nSummary: One\n  two.\n';
    expect(await read(`${header}\n\nText.\n`)).toEqual({
      title: 'Tides: a guide',
      slug: 'tides-a',
      status: 'draft',
      days: ['2014-03-05', '2014-03-07'],
      data: {
        tags: ['sea', 'maps'],
        authors: ['Ann', 'Bo'],
        summary: 'One two.',
        content: 'Text.\n',
      },
    });
  });

  test.each([
    ['ends with a line', 'title: A\ndate: 2012-08-08 18:50\n---\n\nText', { content: 'Text' }],
    ['can be YAML', 'title: A\ntags:\n- x\n- y\n---\nText', { tags: ['x', 'y'], content: 'Text' }],
    ['can be all of a file', 'title: A', { content: '' }],
    [
      'can be followed by a text at once',
      'title: A\nlang: de\nText: no.',
      { text: 'no.', lang: 'de', content: '' },
    ],
    ['with lines of Windows', 'title: A\r\nlang: de\r\n\r\nText', { lang: 'de', content: 'Text' }],
  ])('%s', async (_, text, data) => {
    expect(await read(text)).toMatchObject({ title: 'A', data });
  });

  test.each([
    'Note: this is a sentence.\n\nText',
    'Warning: two lines\nof one paragraph.\n\nText',
    'Summary: this is a sentence.\n\nText',
    'Title: this is a paragraph\nof two lines.\n\nText',
    'Status: quo\nante, and so on.',
  ])('is not a paragraph: %j', async (text) => {
    expect(await read(text)).toMatchObject({ status: 'published', data: { content: text } });
  });
});

test('documents with other endings of Markdown are read, and other formats are named', async () => {
  const { published, findings } = await publish({
    'a.mdown': doc('1'),
    'b.mkd': doc('2'),
    'c.qmd': doc('3'),
    'd.mdoc': doc('4'),
    'e.Rmd': doc('5'),
    'f.MDWN': doc('6'),
    'other/a.html': doc('A page'),
    'other/b.html': '<h1>A page that is built</h1>',
    'other/c.html': '<head><meta name="date" content="2014-02-03"></head>',
    'other/d.rst': 'Title\n=====\n',
    'other/e.org': '',
    'other/f.txt': 'A note',
    'other/g.njk': doc('A template with a text'),
    '_layouts/post.html': doc('A layout'),
  });
  expect(published).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(findings).toContain(
    '4 files look like documents in formats that are not read: other/a.html, other/c.html, other/d.rst, other/g.njk',
  );
});

test('a folder of documents in other formats only is refused with their names', async () => {
  await expect(publish({ 'a.rst': 'Text' })).rejects.toThrow(
    /^There is no Markdown in .*\. 1 file looks like a document in a format that is not read: a\.rst\.$/,
  );
});

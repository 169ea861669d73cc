import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  dateOfPagePath,
  isAboutFolder,
  isSectionPage,
  readName,
  slugSourceOf,
} from '../../../adapters/cli/markdown/document-name.ts';
import { parseDate, readDate } from '../../../core/index.ts';
import type { Json } from '../../../core/vocabulary.ts';
import { languageOf, readLanguages } from '../../../adapters/cli/markdown/languages.ts';
import { parseDocument } from '../../../adapters/cli/markdown/markdown-document.ts';

const dayOf = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString().replace('T00:00:00.000Z', '');

test.each([
  ['hello.md', 'hello', undefined, undefined],
  ['2020-01-02-hello.md', 'hello', '2020-01-02', undefined],
  ['2020-01-02-%e4%b8%96%E7%95%8C.md', '世界', '2020-01-02', undefined],
  ['%E4%BD%A0/index.md', '你', undefined, undefined],
  ['100%.md', '100%', undefined, undefined],
  ['_posts/2020-1-2-hello-world.md', 'hello-world', '2020-01-02', undefined],
  ['2020-01-02_hello.md', 'hello', '2020-01-02', undefined],
  ['2020-01-02 hello.md', 'hello', '2020-01-02', undefined],
  ['2020-01-02.md', '2020-01-02', '2020-01-02', undefined],
  ['2020-01-02-hello/index.md', 'hello', '2020-01-02', undefined],
  ['2020-01-02/index.md', '2020-01-02', '2020-01-02', undefined],
  ['2020-01-02/hello.md', 'hello', undefined, '2020-01-02'],
  ['2020/01/02/hello.md', 'hello', undefined, '2020-01-02'],
  ['blog/2020/1/2/hello/index.md', 'hello', undefined, '2020-01-02'],
  ['2020/01/02/2021-03-04-hello.md', 'hello', '2021-03-04', '2020-01-02'],
  ['2020/01/02.md', '2020-01-02', '2020-01-02', undefined],
  ['2020/01/02/index.md', '2020-01-02', '2020-01-02', undefined],
  ['2020/01/hello.md', 'hello', undefined, undefined],
  ['2020/01/02/images/hello.md', 'hello', undefined, undefined],
  ['2020-02-30-hello.md', '2020-02-30-hello', undefined, undefined],
  ['2020/13/02/hello.md', 'hello', undefined, undefined],
  ['20-01-02-hello.md', '20-01-02-hello', undefined, undefined],
  ['v2020-01-02-hello.md', 'v2020-01-02-hello', undefined, undefined],
  ['2020-01-02hello.md', '2020-01-02hello', undefined, undefined],
  ['2020-01-023.md', '2020-01-023', undefined, undefined],
  ['cve-2015-8027.md', 'cve-2015-8027', undefined, undefined],
  ['index.md', 'index', undefined, undefined],
])('%s is named %s, with the date %s, in folders of %s', (path, name, date, folderDate) => {
  const read = readName(path);
  expect([read.name, dayOf(read.date), dayOf(read.folderDate)]).toEqual([name, date, folderDate]);
});

test.each([
  ['2025/06/26/Rust-1.88.0', '2025-06-26'],
  ['/blog/2025/6/26/', '2025-06-26'],
  ['blog/2025-06-26-rust', '2025-06-26'],
  ['2025/06/26/2025-06-26-rust', '2025-06-26'],
  ['2025/06/26/2024-06-26-rust', undefined],
  ['2025/06/rust', undefined],
  ['2025/02/30/rust', undefined],
  ['about', undefined],
  ['', undefined],
  [20_250_626, undefined],
  [undefined, undefined],
])('the path of a page %j has the date %s', (path, date) => {
  expect(dayOf(dateOfPagePath(path))).toBe(date);
});

test.each([
  ['hello.md', 'hello'],
  ['news/2020-01-02-hello.md', 'news/2020-01-02-hello'],
  ['news/hello/index.md', 'news/hello'],
  ['index.md', 'index'],
])('the slug of the path %s is made from %s', (path, source) => {
  expect(slugSourceOf(path)).toBe(source);
});

test.each([
  ['_index.md', true],
  ['a/_index.fr.md', true],
  ['a/_index.pt-br.md', true],
  ['index.md', false],
  ['a/_indexes.md', false],
])('%s is the page of a section: %s', (path, expected) => {
  expect(isSectionPage(path)).toBe(expected);
});

test.each([
  ['2026-05-04', '2026-05-04T00:00:00.000Z'],
  ['2026-05-04T03:02', '2026-05-04T03:02:00.000Z'],
  ['2026-05-04T03:02:01.5', '2026-05-04T03:02:01.500Z'],
  ['2026-05-04T03:02:01.123456Z', '2026-05-04T03:02:01.123Z'],
  ['2026-05-04 03:02:01 +0900', '2026-05-03T18:02:01.000Z'],
  ['2026-05-04T03:02:01-05:30', '2026-05-04T08:32:01.000Z'],
  ['2026-05-04T03:02:01+02', '2026-05-04T01:02:01.000Z'],
  ['2026-5-4 3:02 UTC', '2026-05-04T03:02:00.000Z'],
  ['2026/5/4', '2026-05-04T00:00:00.000Z'],
  [' 2024-02-29 ', '2024-02-29T00:00:00.000Z'],
  ['0099-01-01', '0099-01-01T00:00:00.000Z'],
])('%j is a date and time; without a zone it is UTC', (text, iso) => {
  expect(new Date(parseDate(text)!).toISOString()).toBe(iso);
});

test.each([
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-05-04T24:00',
  '2026-05-04T12:60',
  '2026-05-04T12:00:00+24:00',
  '2026-05/04',
  '4 May 2026',
  'yesterday',
  '03:02:01',
  '',
  1_777_777_777,
  true,
  null,
  ['2026-05-04'],
])('%j is not a date and time', (value) => {
  expect(parseDate(value)).toBeUndefined();
});

test('every time in ISO 8601 is parsed exactly', () => {
  const dates = fc.date({
    noInvalidDate: true,
    min: new Date('0000-01-01'),
    max: new Date('9999-12-31'),
  });
  fc.assert(
    fc.property(dates, (date) => {
      expect(parseDate(date.toISOString())).toBe(date.getTime());
    }),
  );
});

test.each<[Json, string, string, boolean?]>([
  ['2026-05-04', '2026-05-04T00:00:00.000Z', '2026-05-04'],
  ['2026-05-04T23:30:00-05:00', '2026-05-05T04:30:00.000Z', '2026-05-04'],
  ['2026.5.4', '2026-05-04T00:00:00.000Z', '2026-05-04'],
  ['2026-05-04 3:04 PM', '2026-05-04T15:04:00.000Z', '2026-05-04'],
  ['2026-05-04 12:00 am', '2026-05-04T00:00:00.000Z', '2026-05-04'],
  ['4 May 2026', '2026-05-04T00:00:00.000Z', '2026-05-04'],
  ['04-May-2026', '2026-05-04T00:00:00.000Z', '2026-05-04'],
  ['4th of May, 2026', '2026-05-04T00:00:00.000Z', '2026-05-04'],
  ['May 4, 2026', '2026-05-04T00:00:00.000Z', '2026-05-04'],
  ['Sept. 4th 2026 at 9:30', '2026-09-04T09:30:00.000Z', '2026-09-04'],
  ['Monday, January 2, 2006 3:04 PM', '2006-01-02T15:04:00.000Z', '2006-01-02'],
  ['Mon, 02 Jan 2006 15:04:05 -0700', '2006-01-02T22:04:05.000Z', '2006-01-02'],
  ['Mon, 02 Jan 2006 15:04:05 MST', '2006-01-02T22:04:05.000Z', '2006-01-02'],
  ['31.12.2025', '2025-12-31T00:00:00.000Z', '2025-12-31'],
  ['1.2.2025 10:00', '2025-02-01T10:00:00.000Z', '2025-02-01'],
  ['31/12/2025', '2025-12-31T00:00:00.000Z', '2025-12-31'],
  ['12/31/2025', '2025-12-31T00:00:00.000Z', '2025-12-31'],
  ['1969-07-20', '1969-07-20T00:00:00.000Z', '1969-07-20'],
  [1_777_777_777, '2026-05-03T03:09:37.000Z', '2026-05-03', true],
  [1_777_777_777_000, '2026-05-03T03:09:37.000Z', '2026-05-03', true],
  [2020, '2020-01-01T00:00:00.000Z', '2020-01-01', true],
  ['2020', '2020-01-01T00:00:00.000Z', '2020-01-01', true],
  ['2020-05', '2020-05-01T00:00:00.000Z', '2020-05-01', true],
])('%j is read as %s', (value, iso, day, isGuess = false) => {
  expect(readDate(value)).toEqual({ time: Date.parse(iso), day, isGuess });
});

test.each<Json>([
  '02/03/2026',
  '31 February 2026',
  '4 Brumaire 2026',
  '4 Ma 2026',
  '13:00 PM',
  '2026-05-04 13:00 PM',
  '2026-05-04 10:00 XYZ',
  '2026-05-04 or later',
  'May 2026 was warm',
  'Last Modified',
  '03:02:01',
  '',
  5,
  1e15,
  1.5,
  true,
  null,
  ['2026-05-04'],
  {},
])('%j is not read as a date', (value) => {
  expect(readDate(value)).toBeUndefined();
});

test.each([
  ['posts/tides/index.en.md', 'tides', 'en'],
  ['posts/tides/index.pt-br.md', 'tides', 'pt-br'],
  ['posts/tides/index.zh-Hans.md', 'tides', 'zh-Hans'],
  ['posts/tides/index.es-419.mdx', 'tides', 'es-419'],
  ['2020-01-02-tides/index.fr.md', 'tides', 'fr'],
  ['index.fr.md', 'index', 'fr'],
  ['tides.fr.md', 'tides', 'fr'],
  ['2020-01-02-tides.fr.md', 'tides', 'fr'],
  ['content/fr/tides.md', 'tides', 'fr'],
  ['i18n/fr/docusaurus-plugin-content-docs/current/tides.md', 'tides', 'fr'],
  ['fr/tides.de.md', 'tides', 'de'],
  ['posts/tides/index.test.md', 'index.test', undefined],
  ['v1.2.md', 'v1.2', undefined],
  ['node.js.md', 'node.js', undefined],
  ['socket.io.md', 'socket.io', undefined],
  ['types.d.ts.md', 'types.d.ts', undefined],
  ['jquery.min.md', 'jquery.min', undefined],
  ['.fr.md', '.fr', undefined],
  ['docs/tides.md', 'tides', undefined],
  ['fr.md', 'fr', undefined],
])('%s is named %s, in the language %s', (path, name, language) => {
  expect([readName(path).name, languageOf(path)]).toEqual([name, language]);
});

test('the language stays in the slug of a path', () => {
  expect(slugSourceOf('news/tides/index.fr.md')).toBe('news/tides/fr');
  expect(slugSourceOf('news/tides.fr.md')).toBe('news/tides.fr');
  expect(slugSourceOf('index.fr.md')).toBe('index.fr');
});

test('a translated README describes the folder, too', () => {
  expect(['README.ja.md', 'a/readme.pt-BR.md', 'README.api.md'].map(isAboutFolder)).toEqual([
    true,
    true,
    false,
  ]);
});

test.each([
  [
    ['a.fr.md', 'a.md'],
    ['a.md', 'a.fr.md'],
  ],
  [
    ['a.de.md', 'a.en.md', 'b.en.md'],
    ['a.en.md', 'b.en.md', 'a.de.md'],
  ],
  [
    ['b.en.md', 'b.fr.md'],
    ['b.en.md', 'b.fr.md'],
  ],
  [
    ['en/a.md', 'fr/a.md', 'fr/b.md'],
    ['fr/a.md', 'fr/b.md', 'en/a.md'],
  ],
])('the main language of %j comes first', (documents, ordered) => {
  expect(readLanguages(documents).ordered).toEqual(ordered);
});

test('documents in one language have none', () => {
  expect(readLanguages(['en/a.md', 'en/b.md']).languageOf('en/a.md')).toBeUndefined();
});

const rules = { collection: 'notes' };

test.each([
  ['notes/first.md', 'Intro\n\n## First\n\n# The *second*', 'The second', 'first'],
  ['notes/first.md', 'Intro\n\n## Settings', 'first', 'first'],
  ['notes/first.md', '## Note\n\nThe title\n===\n\n# Second', 'The title', 'first'],
  [
    'notes/first.md',
    '<h1 align="center">Tides &amp;\n<em>pools</em></h1>',
    'Tides & pools',
    'first',
  ],
  ['notes/first.md', '<h1></h1>\n\n#\n\n# Second', 'Second', 'first'],
  ['notes/first.md', '```\n# Code\n```', 'first', 'first'],
  ['notes/first.md', '---\ntitle: ""\n---\n# Other', 'Other', 'first'],
  ['notes/first.md', '---\ntitle: false\n---\n# Other', 'Other', 'first'],
  ['notes/first.md', '---\ntitle: true\n---\n# Other', 'true', 'first'],
  ['notes/first.md', '---\ntitle: 2026-05-04\n---\n# Other', '2026-05-04', 'first'],
  ['notes/first.md', '---\ntitle: [A, B]\n---\n# Other', 'A, B', 'first'],
  ['notes/first.md', '---\ntitle: { label: A }\n---\n# Other', 'A', 'first'],
  ['notes/first.md', '---\ntitle: { x: A }\n---\n# Other', 'Other', 'first'],
  ['notes/first.md', '---\ntitle: "a\\0b"\n---\n# Other', 'Other', 'first'],
  ['notes/first.md', '---\ntitle: "*Tides* <b>x</b>"\n---\n', '*Tides* <b>x</b>', 'first'],
  ['notes/first.md', '---\nTitle: Tides\n---\n# Other', 'Tides', 'first'],
  ['notes/first.md', '---\nname: A\nlinkTitle: B\naliases: [C]\n---\n', 'first', 'first'],
  ['notes/first.md', `---\ntitle: ${'x'.repeat(501)}\n---\n`, `${'x'.repeat(499)}…`, 'first'],
  ['notes/first.md', `# ${'x'.repeat(501)}\n`, `${'x'.repeat(499)}…`, 'first'],
  ['notes/caf\u0065\u0301.md', 'Text', 'caf\u00e9', 'caf\u0065\u0301'],
  ['notes/🎉.md', '# Party', 'Party', 'Party'],
  ['notes/🎉.md', 'Text', '🎉', 'notes/🎉'],
  ['notes/a.md', '---\nslug: /b/c/\n---\n', 'a', '/b/c/'],
  ['notes/a.md', '---\nslug: 42\n---\n', 'a', '42'],
  ['notes/a.md', '---\nslug: /\n---\n', 'a', 'a'],
  ['notes/a.md', '---\nslug: [b]\n---\n', 'a', 'a'],
  ['notes/a.md', `---\nslug: ${'b'.repeat(201)}\n---\n`, 'a', 'a'],
  ['notes/a.md', '---\npermalink: /b/\nurl: /c/\npath: /d/\nid: e\n---\n', 'a', 'a'],
  ['notes/first.md', 'No heading', 'first', 'first'],
  ['notes/first.md', '---\ntitle: 2026\n---\n# Other', '2026', 'first'],
  ['notes/trip/index.md', '# Trip', 'Trip', 'trip'],
  ['notes/trip/index.md', 'Text', 'trip', 'trip'],
  ['index.md', 'Text', 'index', 'index'],
  ['a.b/v1.2.3.md', 'Text', 'v1.2.3', 'v1.2.3'],
])('%s with the text %j gets the title %j and the slug %j', (path, text, title, slug) => {
  const { toRecord } = parseDocument(path, text, rules, () => ({ kind: 'elsewhere' }));
  expect(toRecord(new Map())).toMatchObject({ title, slug });
});

test.each([
  ['pubDatetime: 2024-07-25T11:11:53Z\nmodDatetime: 2024-09-25'],
  ['pubDate: 2024-07-25\nupdatedDate: 2024-09-25'],
  ['date: 2024-07-25\nlast_update: {date: 2024-09-25, author: ada}'],
  ['datePublished: 2024-07-25\ndateModified: 2024-09-25'],
  ['publishedDate: 2024-07-25\nlast_updated: 2024-09-25'],
  ['Published-On: 2024-07-25\nLast Modified: 2024-09-25'],
  ['published_time: 2024-07-25\nmodified_time: 2024-09-25'],
  ['created_time: 2024-07-25\nlast_edited_time: 2024-09-25'],
  ['date: {created: 2024-07-25, updated: 2024-09-25}'],
  ['published: 2024-07-25\nchanged: 2024-09-25\nlastUpdated: false'],
  ['extra: {date: 2024-07-25, updated: 2024-09-25}'],
  ['date: 2024-07-25\nsitemap: {lastmod: 2024-09-25}'],
  ['postDate: 2024-07-25\nlastmod: 2024-09-25'],
])('%j has the dates of its creation and of its change', (matter) => {
  const parsed = parseDocument(
    'a.md',
    `---\n${matter}\n---\nText`,
    { collection: 'pages' },
    () => ({ kind: 'elsewhere' }),
  );
  const { created_at, updated_at } = parsed.toRecord(new Map());
  expect([dayOf(created_at)?.slice(0, 10), dayOf(updated_at)]).toEqual([
    '2024-07-25',
    '2024-09-25',
  ]);
  expect(parsed.changes).toEqual([]);
});

test('a date in the future hides a document under each name of a date', () => {
  const matter = 'created: 2020-01-01\npubDatetime: 2999-01-01';
  const parsed = parseDocument(
    'a.md',
    `---\n${matter}\n---\nText`,
    { collection: 'pages', status: 'published' },
    () => ({ kind: 'elsewhere' }),
  );
  expect(parsed.toRecord(new Map()).status).toBe('draft');
});

test.each([
  ['# 扩展 {#extensions}', '扩展'],
  ['# Setup { #setup }', 'Setup'],
  ['# Setup two {: #setup-two .x }', 'Setup two'],
  ['# Intro {/* #intro */}', 'Intro'],
  ['# Intro {/*#intro*/}', 'Intro'],
  ['# Kram\n{: #kram .no_toc}', 'Kram'],
  ['# Release :rocket: {#v2 .big data-x="1"} #', 'Release :rocket:'],
  ['Setext {.wide}\n=====', 'Setext'],
  ['# [Linked][a] {#l}\n\n[a]: /b', 'Linked'],
  ['# Sets {a, b}', 'Sets {a, b}'],
  ['# Escaped \\{#x}', 'Escaped {#x}'],
  ['# {#only}\n\n# Second', 'Second'],
  ['---\ntitle: "Front {#kept}"\n---\n# Other {#o}', 'Front {#kept}'],
])('%j has the title %j and keeps its text', (text, title) => {
  const parsed = parseDocument('a.md', text, { collection: 'pages' }, () => ({
    kind: 'elsewhere',
  }));
  const record = parsed.toRecord(new Map());
  expect(record.title).toBe(title);
  expect(text.endsWith(record.data?.['content'] as string)).toBe(true);
});

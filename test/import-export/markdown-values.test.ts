import { describe, expect, test } from 'vitest';
import {
  parseDocument,
  type DocumentRules,
} from '../../adapters/cli/markdown/markdown-document.ts';
import type { FieldDto } from '../../contracts/index.ts';
import type { ContentStatus } from '../../core/index.ts';

const now = Date.UTC(2026, 5, 1);

const read = (path: string, text: string, rules: Partial<DocumentRules> = {}) => {
  const options = { collection: 'notes', now, ...rules };
  const { changes, statedStatus, toRecord } = parseDocument(path, text, options, () => ({
    kind: 'elsewhere',
  }));
  const record = toRecord(new Map());
  return {
    ...record,
    statedStatus,
    changes: changes.map(({ kind, path: name, value = '', message }) =>
      `${kind}: ${name} ${value} ${message}`.replace('  ', ' '),
    ),
  };
};

const withMatter = (matter: string, path = 'a.md', rules: Partial<DocumentRules> = {}) =>
  read(path, `---\n${matter}\n---\nText\n`, rules);

describe('a document that its site does not show is not published', () => {
  test.each<readonly [string, string, string, ContentStatus?]>([
    ['a.md', 'draft: true', 'draft: true'],
    ['a.md', 'draft: yes', 'draft: true'],
    ['a.md', 'draft: "True"', 'draft: true'],
    ['a.md', 'Draft: true', 'Draft: true'],
    ['a.md', 'draft: true\nstatus: published', 'draft: true'],
    ['a.md', 'published: false', 'published: false'],
    ['a.md', 'published: no', 'published: false'],
    ['a.md', 'publish: false', 'publish: false'],
    ['a.md', 'published: true\nunlisted: true', 'unlisted: true'],
    ['a.md', 'hidden: true', 'hidden: true'],
    ['a.md', 'private: true', 'private: true'],
    ['a.md', 'headless: true', 'headless: true'],
    ['a.md', 'render: false', 'render: false'],
    ['a.md', 'permalink: false', 'permalink: false'],
    ['a.md', 'eleventyExcludeFromCollections: true', 'eleventyExcludeFromCollections: true'],
    ['a.md', 'build: { render: never }', 'build.render: never'],
    ['a.md', '_build: { list: false }', '_build.list: false'],
    ['a.md', 'password: secret', 'a password'],
    ['a.md', 'status: draft', 'status: draft'],
    ['a.md', 'status: Private', 'status: private'],
    ['a.md', 'visibility: hidden', 'visibility: hidden'],
    ['a.md', 'status: archived', 'status: archived', 'archived'],
    ['site/_drafts/a.md', 'title: A', 'the folder _drafts'],
    ['_includes/a.md', 'title: A', 'the folder _includes'],
    ['posts/_a.md', 'title: A', 'a file name with _'],
    ['a.md', 'date: 2026-06-02', 'a date in the future'],
    ['2027-01-01-a.md', 'title: A', 'a date in the future'],
    ['a.md', 'date: 2020-01-01\npublishDate: 2026-06-02', 'a date in the future'],
    ['a.md', 'expiryDate: 2026-05-31', 'an expiry date in the past', 'archived'],
    ['a.md', 'draft: false\nexpiryDate: 2026-05-31', 'an expiry date in the past', 'archived'],
    ['a.md', 'x: "y', 'front matter that cannot be read completely'],
  ])('%s with %j', (path, matter, statedStatus, status = 'draft') => {
    const read = withMatter(`${matter}\nother: 1`, path, { status: 'published' });
    expect(read).toMatchObject({ status, statedStatus });
  });

  test.each([
    ['a.md', 'title: A'],
    ['a.md', 'draft: false'],
    ['a.md', 'publish: true'],
    ['a.md', 'published: 2026-05-31'],
    ['_posts/2020-01-02-a.md', 'title: A'],
    ['a.md', 'date: 2026-06-01\nexpiryDate: 2026-06-02'],
    ['a.md', 'permalink: /a/'],
    ['a.md', 'build: { render: always }'],
    ['a.md', 'hidden: false\nprivate: ""'],
    ['a.md', 'tags: a: b'],
    ['a.md', 'rating: .nan\nrating: 5'],
  ])('%s with %j is published if that is asked for', (path, matter) => {
    expect(withMatter(matter, path, { status: 'published' })).toMatchObject({
      status: 'published',
      statedStatus: undefined,
    });
  });

  test.each(['publish: true', 'status: publish', 'visibility: public', 'published: "on"'])(
    '%j states that it is published',
    (matter) => {
      expect(withMatter(matter).status).toBe('published');
    },
  );

  test('a status that is not the one that was asked for is named', () => {
    expect(withMatter('draft: false', 'a.md', { status: 'archived' })).toMatchObject({
      status: 'published',
      statedStatus: 'draft: false',
    });
    expect(withMatter('draft: true').statedStatus).toBeUndefined();
    expect(withMatter('draft: false\ndate: 2030-01-01').statedStatus).toBe('a date in the future');
  });

  test('a flag of the front end stays in the data, the status of the item does not', () => {
    const matter = 'draft: "yes"\nstatus: private\nunlisted: true';
    expect(withMatter(matter).data).toEqual({
      status: 'private',
      unlisted: true,
      content: 'Text\n',
    });
  });
});

describe('a value that cannot be used costs only itself, and is named', () => {
  test.each([
    ['date: soon', { date: 'soon' }, 'left_out: date "soon" is not a date'],
    ['date: 2026-02-30', { date: '2026-02-30' }, 'left_out: date "2026-02-30" is not a date'],
    ['updated: { x: 1 }', { updated: { x: 1 } }, 'left_out: updated {"x":1} is not a date'],
    ['date: soon\ncreated: 2020-01-02', { date: 'soon' }, 'left_out: date "soon" is not a date'],
    ['date: 2020', {}, 'guessed: date 2020 is read as 2020-01-01'],
    ['date: 1577923200', {}, 'guessed: date 1577923200 is read as 2020-01-02'],
    ['date: Jan 2, 2020', {}],
    ['date: Thu, 02 Jan 2020 00:00:00 GMT', {}],
    [
      'last_update: { date: 2020-01-02, author: Ann }',
      { last_update: { date: '2020-01-02', author: 'Ann' } },
    ],
    [
      'date: 2020-01-03\nlastmod: 2020-01-02',
      {},
      'guessed: date of the last change "2020-01-02T00:00:00.000Z" is before the date, which is used for both',
    ],
    ['slug: "!"', { slug: '!' }, 'left_out: slug "!" must contain a letter or a digit'],
    ['slug: true', { slug: true }, 'left_out: slug true must be text'],
    ['title: { x: 1 }', { title: { x: 1 } }, 'left_out: title {"x":1} must be text'],
    ['title: [A, B]', { title: ['A', 'B'] }, 'guessed: title ["A","B"] is read as "A, B"'],
    ['content: A', {}, 'left_out: content "A" the text below the front matter is the content'],
    ['content:', {}],
    ['rating: .inf', {}, 'left_out: rating is Infinity, which JSON does not have'],
    ['x: "y\nrating: 5', { rating: 5 }, 'left_out: x line 2: Missing closing "quote'],
  ])('%j leaves %j in the data', (matter, data, ...changes: string[]) => {
    expect(withMatter(matter)).toMatchObject({
      slug: 'a',
      data: { ...data, content: 'Text\n' },
      changes,
    });
    expect(Object.keys(withMatter(matter).data ?? {})).toEqual([...Object.keys(data), 'content']);
  });

  test('a long title is cut, and is whole in the data', () => {
    const title = 'x'.repeat(600);
    const { data, changes } = withMatter(`title: ${title}`);
    expect(data).toMatchObject({ title });
    expect(changes).toEqual([expect.stringContaining('is cut to 500 characters')]);
  });

  test('a number keeps its digits where the schema has a text, and in titles and slugs', () => {
    const matter =
      'title: 1.10\nslug: 007\nversion: 2.0\ntags: [1.10, 0755]\nrating: 4.50\nfree: 1.10';
    const { toRecord } = parseDocument(
      'a.md',
      `---\n${matter}\n---\n`,
      { collection: 'notes' },
      () => ({ kind: 'elsewhere' }),
    );
    const fields = new Map<string, FieldDto>([
      ['version', { type: 'string' }],
      ['tags', { type: 'array', items: { type: 'string' } }],
      ['rating', { type: 'number' }],
    ]);
    expect(toRecord(new Map(), fields)).toMatchObject({
      title: '1.10',
      slug: '007',
      data: { version: '2.0', tags: ['1.10', '0755'], rating: 4.5, free: 1.1 },
    });
  });

  test('a day that its month does not have is no date in TOML either', () => {
    const { created_at, data, changes } = read(
      'a.md',
      '+++\ndate = 2020-02-30 # c\nb = 2021-02-29T10:00:00Z\nc = "x"\n+++\n',
    );
    expect(created_at).toBeUndefined();
    expect(data).toMatchObject({ date: '2020-02-30', b: '2021-02-29T10:00:00Z', c: 'x' });
    expect(changes).toEqual(['left_out: date "2020-02-30" is not a date']);
  });

  test('a document that has only a date of its last change gets that date', () => {
    const date = Date.UTC(2020, 0, 2);
    expect(withMatter('lastmod: 2020-01-02')).toMatchObject({ created_at: date, updated_at: date });
  });

  test.each(['1066-10-14', '1969-12-31', '2150-01-01'])('%s is a date', (date) => {
    expect(withMatter(`date: ${date}`).created_at).toBe(Date.parse(date));
  });
});

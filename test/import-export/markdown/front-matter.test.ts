import fc from 'fast-check';
import { stringify as tomlText } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { stringify as yamlText } from 'yaml';
import { parseFrontMatter } from '../../../adapters/cli/markdown/front-matter/front-matter.ts';
import { splitFrontMatter } from '../../../adapters/cli/markdown/front-matter/split-front-matter.ts';
import {
  parseDocument,
  type DocumentRules,
} from '../../../adapters/cli/markdown/markdown-document.ts';
import type { FieldDto } from '../../../contracts/index.ts';
import type { ContentStatus } from '../../../core/vocabulary.ts';

const read = (text: string) => {
  const { body, ...source } = splitFrontMatter(text);
  return { matter: parseFrontMatter(source).values, body };
};

/** The names and messages of the values that are left out or guessed. */
const changesOf = (text: string) =>
  parseFrontMatter(splitFrontMatter(text)).changes.map(({ kind, path, message }) =>
    [kind, path, message].join(' '),
  );

describe('front matter is found', () => {
  test.each([
    ['YAML', '---\ntitle: Tides\n---\nText\n'],
    ['YAML with spaces after the fences and CRLF', '--- \r\ntitle: Tides\r\n---\t\r\nText\n'],
    ['TOML', '+++\ntitle = "Tides"\n+++\nText\n'],
    ['JSON', '{\n  "title": "Tides"\n}\nText\n'],
    ['YAML with the name of the format', '---yaml\ntitle: Tides\n---\nText\n'],
    ['YAML with spaces before the name of the format', '--- yml \ntitle: Tides\n---\nText\n'],
    ['YAML that ends with dots', '---\ntitle: Tides\n...\nText\n'],
    ['YAML below blank lines', '\n  \r\n---\n# a comment\ntitle: Tides\n---\nText\n'],
    ['TOML with the name of the format', '---toml\ntitle = "Tides"\n---\nText\n'],
    ['TOML below a blank line', '\n+++\ntitle = "Tides"\n+++\nText\n'],
    ['JSON with the name of the format', '---JSON  \n{ "title": "Tides" }\n---\t\nText\n'],
    ['JSON between semicolons', ';;;\n{ "title": "Tides" }\n;;;\nText\n'],
    ['JSON between semicolons without braces', ';;;\n"title": "Tides",\n"a": 1\n;;;\nText\n'],
    ['JSON below a blank line', '\n{"title": "Tides"}\nText\n'],
    ['JSON with braces in its text', '{"title": "Tides", "note": "} {\\" }"}\nText\n'],
  ])('as %s', (_, text) => {
    const { matter, body } = read(text);
    expect(matter).toMatchObject({ title: 'Tides' });
    expect(body).toBe('Text\n');
  });

  test('and the text below it is unchanged', () => {
    expect(read('---\na: 1\n---\n\r\n  \n\nText  \r\n---\n').body).toBe(
      '\r\n  \n\nText  \r\n---\n',
    );
  });

  test.each([
    ['plain text', 'Text\n'],
    ['a rule that is not the first line', 'a\n---\ntitle: x\n---\n'],
    ['text between two rules below a blank line', '\n---\nA sentence.\n\n---\n'],
    ['a word after a rule', '---abc\ntitle: x\n---\n'],
    ['a comment of HTML before it', '<!-- lint -->\n---\ntitle: x\n---\n'],
    ['a shortcode', '{{< figure >}}\nText'],
    ['an expression', '{/* a comment */}\nText'],
    ['a longer row of hyphens', '----\ntitle: x\n----\n'],
  ])('but not in %s', (_, text) => {
    expect(splitFrontMatter(text)).toEqual({ format: undefined, matter: '', body: text });
  });

  test('if it is empty', () => {
    expect(read('---\n---\nText')).toEqual({ matter: {}, body: 'Text' });
    expect(read('---\n# nothing\n---')).toEqual({ matter: {}, body: '' });
  });
});

describe('values are read', () => {
  const expected = { text: 'a: b', whole: 3, part: 1.5, yes: true, list: ['x', { y: null }] };

  test.each([
    ['YAML', '---\ntext: "a: b"\nwhole: 3\npart: 1.5\nyes: true\nlist: [x, { y: ~ }]\n---\n'],
    ['JSON', '{"text":"a: b","whole":3,"part":1.5,"yes":true,"list":["x",{"y":null}]}\n'],
  ])('from %s', (_, text) => {
    expect(read(text).matter).toEqual(expected);
  });

  test.each([
    ['YAML', '---\nid: 12345678901234567890\n---\n'],
    ['TOML', '+++\nid = 1234567890123456789\n+++\n'],
    ['JSON', '{"id": 12345678901234567890}\n'],
  ])('as text for integers of %s that a number cannot represent exactly', (_, text) => {
    expect(read(text).matter['id']).toMatch(/^1234567890123456789/);
    expect(read(text).matter['id']).toBeTypeOf('string');
  });

  test('as ISO 8601 for dates, with the zone from TOML', () => {
    const yaml =
      '---\nday: 2026-05-04\ntime: 2026-05-04 03:02:01 +02:00\nquoted: "2026-05-04 03:02"\n---\n';
    expect(read(yaml).matter).toEqual({
      day: '2026-05-04',
      time: '2026-05-04T01:02:01.000Z',
      quoted: '2026-05-04 03:02',
    });
    const toml =
      '+++\nday = 2026-05-04\nlocal = 2026-05-04T03:02:01\nzoned = 2026-05-04T03:02:01+02:00\n+++\n';
    expect(read(toml).matter).toEqual({
      day: '2026-05-04',
      local: '2026-05-04T03:02:01.000',
      zoned: '2026-05-04T03:02:01.000+02:00',
    });
  });
});

describe('front matter is rejected', () => {
  const bomb = Array.from(
    { length: 12 },
    (_, n) => `l${n + 1}: &l${n + 1} [${`*l${n},`.repeat(9)}]`,
  );

  test.each([
    ['without an end', '---\ntitle: x\n', 'no closing line'],
    ['without its closing brace', '{"title": "x"\n', 'no closing brace'],
    ['with text after the object', '{"title": "x"} text\n', 'continues after'],
    ['that is a list', '---\n- a\n- b\n---\n', 'not a list of names and values'],
    [
      'with a mistake in every value',
      '---\n# a\na: "1\nb: "x\n---\n',
      'not valid YAML, line 3: Missing closing',
    ],
    ['that is a program', '---js\n{ title: "x" }\n---\n', 'in a form that cannot be read: js'],
    ['with a mistake in JSON between dashes', '---json\n{ title: 1 }\n---\n', 'not valid JSON'],
    ['without an end after the name of the format', '---toml\na = 1\n', 'no closing line'],
    ['with invalid TOML, naming the line', '+++\na = 1\nb = \n+++\n', 'not valid TOML, line 3'],
    ['with invalid JSON', '{"a": 1,}\n', 'not valid JSON'],
    ['with a duplicate name in TOML', '+++\na = 1\na = 2\n+++\n', 'not valid TOML'],
    ['with an unknown tag', '---\na: !!js/function "x"\n---\n', 'Unresolved tag'],
    ['with a tag for values other than text', '---\na: !!binary aGk=\n---\n', 'Unresolved tag'],
    [
      'with aliases that expand exponentially',
      `---\nl0: &l0 [x]\n${bomb.join('\n')}\n---\n`,
      'Excessive alias count',
    ],
    ['that is too large', `---\na: ${'x'.repeat(300_000)}\n---\n`, 'too large'],
  ])('%s', (_, text, reason) => {
    expect(() => read(text)).toThrow(reason);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('a value that cannot be read costs only itself:', () => {
  const deep = '['.repeat(100) + ']'.repeat(100);

  test.each([
    ['b: "x', {}, 'left_out b line 3: Missing closing "quote'],
    ['b: [x', {}, 'left_out b line 3: '],
    ['b: &x', { b: null }],
    ['b: *x', {}, 'left_out b '],
    ['b: !!js/function "x"', {}, 'left_out b line 3: Unresolved tag'],
    ['b: !!binary aGk=', {}, 'left_out b line 3: Unresolved tag'],
    ['b: Tides: a guide # c', { b: 'Tides: a guide' }, 'guessed b is read as text'],
    ['b: @ann', { b: '@ann' }, 'guessed b is read as text'],
    ['b: 100%', { b: '100%' }],
    ['b: %x', { b: '%x' }, 'guessed b is read as text'],
    ['b:\n\t- x', {}, 'left_out b line '],
    ['"b" : "x', {}, 'left_out b line 3: '],
    ['b: 1\nb: 2', { b: 2 }, 'left_out b line 4: the name occurs twice'],
    ['b: .nan', {}, 'left_out b is NaN, which JSON does not have'],
    ['b: [1, .inf]', { b: [1] }, 'left_out b.1 is Infinity, which JSON does not have'],
    ['__proto__: { polluted: true }', {}, 'left_out __proto__ has a name that is not safe'],
    ['b: { __proto__: 1, c: 2 }', { b: { c: 2 } }, 'left_out b.__proto__ has a name'],
    [`b: ${deep}`, {}, 'left_out b is nested too deeply'],
    ['b: &b [*b]', {}, 'left_out b is nested too deeply'],
    ['b: !!str 5', { b: '5' }],
    ['b: &b 5\nc: *b', { b: 5, c: 5 }],
    ['x: &x { m: 1, n: 2 }\nb: { <<: *x, n: 3 }', { x: { m: 1, n: 2 }, b: { m: 1, n: 3 } }],
    ['b: ~\n? c\n: 1', { b: null, c: 1 }],
    ['b: 0755', { b: 755 }],
    ['b: 12:30:45', { b: '12:30:45' }],
    ['b: yes\nc: on\nd: y\ne: =', { b: 'yes', c: 'on', d: 'y', e: '=' }],
    ['"": 1\na.b: 2\n5: 3', { '': 1, 'a.b': 2, 5: 3 }],
    [`${'k'.repeat(300)}: 1`, { ['k'.repeat(300)]: 1 }],
  ])('%j of YAML is read as %j', (yaml, expected, ...changes: string[]) => {
    const text = `---\na: 1\n${yaml}\nz: 1\n---\nText\n`;
    expect(read(text)).toEqual({ matter: { a: 1, ...expected, z: 1 }, body: 'Text\n' });
    expect(changesOf(text)).toEqual(changes.map((change) => expect.stringContaining(change)));
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test.each([
    ['{"a": 1,\n"a": 2}\n', { a: 2 }, 'left_out a line 2: the name occurs twice'],
    ['{"a": {"__proto__": {"polluted": true}}}\n', { a: {} }, 'left_out a.__proto__ has a name'],
    ['+++\na = nan\nb = -inf\n+++\n', {}, 'left_out a is NaN', 'left_out b is -Infinity'],
    ['+++\n[__proto__]\npolluted = true\n+++\n', {}, 'left_out __proto__ has a name'],
  ])('%j is read as %j', (text, expected, ...changes: string[]) => {
    expect(read(text).matter).toEqual(expected);
    expect(changesOf(text)).toEqual(changes.map((change) => expect.stringContaining(change)));
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

test('front matter without an end is scanned once', { timeout: 5_000 }, () => {
  expect(() => read(`{"a${String.raw`\"`.repeat(130_000)}`)).toThrow('no closing brace');
});

describe('values are read from front matter as they were written', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,12}$/).filter((each) => each !== '__proto__');
  const text = fc
    .string({ unit: 'grapheme', maxLength: 40 })
    .map((each) => each.replaceAll('\r', ''));
  // Zero has no sign in JSON, and a larger whole number is read as text.
  const number = fc.double({ noNaN: true, min: -1e15, max: 1e15 }).map((each) => each + 0);
  const scalar = fc.oneof(text, fc.boolean(), fc.integer(), number);
  const matter = fc.dictionary(name, fc.oneof(scalar, fc.array(text, { maxLength: 4 })), {
    noNullPrototype: true,
  });
  const body = fc.string({ unit: 'grapheme', maxLength: 200 });

  test.each([
    ['YAML', (value: object) => `---\n${yamlText(value)}---\n`],
    ['JSON', (value: object) => `${JSON.stringify(value, undefined, 2)}\n`],
  ])('as %s', (_, write) => {
    fc.assert(
      fc.property(matter, body, (value, rest) => {
        expect(read(write(value) + rest)).toEqual({ matter: value, body: rest });
      }),
    );
  });

  test('as TOML', () => {
    const plain = fc.dictionary(name, fc.oneof(text, fc.boolean(), fc.maxSafeInteger()), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(plain, body, (value, rest) => {
        expect(read(`+++\n${tomlText(value)}+++\n${rest}`)).toEqual({ matter: value, body: rest });
      }),
    );
  });
});

const now = Date.UTC(2026, 5, 1);

const readDocument = (path: string, text: string, rules: Partial<DocumentRules> = {}) => {
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
  readDocument(path, `---\n${matter}\n---\nText\n`, rules);

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
    const { created_at, data, changes } = readDocument(
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

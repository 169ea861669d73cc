import fc from 'fast-check';
import { stringify as tomlText } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { stringify as yamlText } from 'yaml';
import { parseFrontMatter, splitFrontMatter } from '../../adapters/cli/markdown/front-matter.ts';

const read = (text: string) => {
  const { format, matter, body } = splitFrontMatter(text);
  return { matter: parseFrontMatter(matter, format), body };
};

describe('front matter is found', () => {
  test.each([
    ['YAML', '---\ntitle: Tides\n---\nText\n'],
    ['YAML with spaces after the fences and CRLF', '--- \r\ntitle: Tides\r\n---\t\r\nText\n'],
    ['TOML', '+++\ntitle = "Tides"\n+++\nText\n'],
    ['JSON', '{\n  "title": "Tides"\n}\nText\n'],
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
    ['a rule that is not the first line', '\n---\ntitle: x\n---\n'],
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
    ['with a mistake, naming its line', '---\na: 1\nb: "x\n---\n', 'not valid YAML, line'],
    ['with invalid TOML, naming the line', '+++\na = 1\nb = \n+++\n', 'not valid TOML, line 3'],
    ['with invalid JSON', '{"a": 1,}\n', 'not valid JSON'],
    ['with a duplicate name', '---\na: 1\nb: 2\na: 3\n---\n', 'line 4: a name occurs twice'],
    ['with a duplicate name in JSON', '{"a": 1,\n"a": 2}\n', 'a name occurs twice'],
    ['with a duplicate name in TOML', '+++\na = 1\na = 2\n+++\n', 'not valid TOML'],
    ['with an unknown tag', '---\na: !!js/function "x"\n---\n', 'Unresolved tag'],
    ['with a tag for values other than text', '---\na: !!binary aGk=\n---\n', 'Unresolved tag'],
    [
      'with aliases that expand exponentially',
      `---\nl0: &l0 [x]\n${bomb.join('\n')}\n---\n`,
      'Excessive alias count',
    ],
    ['with a number that JSON cannot represent', '---\na: .nan\n---\n', 'NaN'],
    ['with the name __proto__', '---\n__proto__: { polluted: true }\n---\n', '__proto__'],
    ['with the name __proto__ in JSON', '{"a": {"__proto__": {"polluted": true}}}\n', '__proto__'],
    ['with the name __proto__ in TOML', '+++\n[__proto__]\npolluted = true\n+++\n', '__proto__'],
    ['that is nested too deeply', `---\na: ${'['.repeat(500)}${']'.repeat(500)}\n---\n`, 'deeply'],
    ['that refers to itself', '---\na: &a [*a]\n---\n', 'front matter'],
    ['that is too large', `---\na: ${'x'.repeat(300_000)}\n---\n`, 'too large'],
  ])('%s', (_, text, reason) => {
    expect(() => read(text)).toThrow(reason);
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

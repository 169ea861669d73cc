import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { assertSafeJson } from '../../adapters/http/body/safe-json.ts';
import { readParameters } from '../../adapters/http/body/parameters.ts';
import { checkOf } from '../../adapters/http/body/validation.ts';
import { operations } from '../../contracts/index.ts';
import { isDomainError } from '../../core/index.ts';

const issueOf = (attempt: () => unknown): unknown => {
  try {
    attempt();
    return undefined;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return [error.code, ...(error.issues ?? []).map(({ path, message }) => `${path} ${message}`)];
  }
};

describe('checked values', () => {
  const check = checkOf(
    Type.Object({
      name: Type.String(),
      count: Type.Optional(Type.Integer({ minimum: 1 })),
      kind: Type.Optional(Type.Unsafe({ type: 'string', enum: ['a', 'b'] })),
      nested: Type.Optional(Type.Object({ list: Type.Array(Type.Object({ on: Type.Boolean() })) })),
      data: Type.Optional(Type.Unsafe({ type: 'object', additionalProperties: true })),
      id: Type.Optional(Type.String({ format: 'uuid' })),
    }),
  );

  test.each([
    [{}, 'name is required'],
    [{ name: 1 }, 'name must be text'],
    [{ name: null }, 'name must be text'],
    [{ name: 'n', count: '1' }, 'count must be a whole number'],
    [{ name: 'n', count: 1.5 }, 'count must be a whole number'],
    [{ name: 'n', count: 0 }, 'count must be at least 1'],
    [{ name: 'n', count: 1e300 }, `count must be at most ${Number.MAX_SAFE_INTEGER}`],
    [{ name: 'n', kind: 'c' }, 'kind must be one of a, b'],
    [
      { name: 'n', nested: { list: [{ on: true }, { on: 'true' }] } },
      'nested.list.1.on must be true or false',
    ],
    [{ name: 'n', nested: { list: [{}] } }, 'nested.list.0.on is required'],
    [{ name: 'n', data: [] }, 'data must be an object'],
    [{ name: 'n', id: 'x' }, 'id must be a UUID'],
    [[], 'body must be an object'],
    [null, 'body must be an object'],
    ['name', 'body must be an object'],
  ])('%j is rejected: %s', (value, issue) => {
    expect(issueOf(() => check(value, false))).toEqual(['invalid_input', issue]);
  });

  test('unknown members are removed at every level, except from free-form data', () => {
    const value = {
      name: 'n',
      role: 'admin',
      nested: { list: [{ on: true, off: 1 }], more: 1 },
      data: { anything: { goes: [1] } },
    };
    check(value, false);
    expect(value).toEqual({
      name: 'n',
      nested: { list: [{ on: true }] },
      data: { anything: { goes: [1] } },
    });
  });

  test('every schema of a request compiles', () => {
    for (const [, { query, body }] of operations) {
      for (const schema of [query, body?.schema]) {
        // Rethrows all errors but those about the value.
        if (schema !== undefined) issueOf(() => checkOf(schema)(undefined, false));
      }
    }
  });
});

describe('parameters', () => {
  const schema = Type.Object({
    limit: Type.Optional(Type.Integer()),
    on: Type.Optional(Type.Boolean()),
    name: Type.Optional(Type.String()),
  });
  const read = (text: string): unknown => readParameters(schema, text, false);

  test.each([
    ['limit=10&on=true&name=1', { limit: 10, on: true, name: '1' }],
    ['limit=-3&on=false', { limit: -3, on: false }],
    ['limit=1e3&on=1', { limit: '1e3', on: '1' }],
    ['limit=0x10', { limit: '0x10' }],
    ['limit=%201', { limit: ' 1' }],
    ['limit=', { limit: '' }],
    ['limit=99999999999999999999999', { limit: Number.MAX_SAFE_INTEGER }],
    ['other=1&other=2&__proto__=3&limit[]=4', {}],
    ['name=a%20b+c', { name: 'a b c' }],
    ['', {}],
  ])('%s is read as %j', (text, values) => {
    expect(read(text)).toEqual(values);
  });

  test('a repeated parameter is rejected', () => {
    expect(issueOf(() => read('limit=1&limit=1'))).toEqual([
      'invalid_input',
      'limit must be given only once',
    ]);
  });

  test('a NUL is rejected', () => {
    expect(issueOf(() => read('name=a%00'))).toEqual([
      'invalid_text',
      'name must be valid Unicode text without NUL',
    ]);
  });
});

describe('unsafe JSON', () => {
  const issue = (source: string): unknown =>
    issueOf(() => assertSafeJson(JSON.parse(source), source));

  test.each([
    [String.raw`{"a":["x\u0000"]}`, 'invalid_text', 'a.0'],
    [String.raw`{"a":{"\u0000":1}}`, 'invalid_text', 'a'],
    [String.raw`{"a":"\ud83d"}`, 'invalid_text', 'a'],
    [String.raw`{"a":"\uDE00\uD83D"}`, 'invalid_text', 'a'],
    [String.raw`"\u0000"`, 'invalid_text', 'body'],
    ['{"__proto__":{"admin":true}}', 'invalid_input', 'body'],
    [String.raw`{"a":[{"\u005f_proto__":1}]}`, 'invalid_input', 'a.0'],
    [String.raw`{"a":{"__pr\u006fto__":1}}`, 'invalid_input', 'a'],
  ])('%s is rejected with %s', (source, code, path) => {
    expect(issue(source)).toEqual([code, expect.stringMatching(new RegExp(`^${path} must`))]);
  });

  test.each([
    String.raw`{"a":"\ud83d\ude00 \u00e4 \u003c"}`,
    '{"a":"says \\"__proto__\\": once"}',
    '{"constructor":{"prototype":1}}',
  ])('%s passes', (source) => {
    expect(issue(source)).toBeUndefined();
  });

  const nested = (inner: string): string =>
    `${'['.repeat(1_000_000)}${inner}${']'.repeat(1_000_000)}`;

  test('is found at any depth, with a shortened path', () => {
    expect(issue(nested(String.raw`"\u0000"`))).toEqual([
      'invalid_text',
      expect.stringMatching(/^(0\.){63}0 must be valid Unicode/),
    ]);
    expect(issue(nested('{"__proto__":1}'))).toEqual([
      'invalid_input',
      expect.stringMatching(/^(0\.){63}0 must not name __proto__$/),
    ]);
  });

  test.each(['"<"', String.raw`"\u003c"`])(
    'a million levels around %s give the same result as one',
    (inner) => {
      expect(issue(nested(inner))).toBeUndefined();
    },
  );
});

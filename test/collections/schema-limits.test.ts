import { expect, test } from 'vitest';
import { Re2jsPatternCompiler } from '../../adapters/re2js/re2js-pattern-compiler.ts';
import { isDomainError, operator } from '../../core/index.ts';
import type { JsonObject } from '../../core/vocabulary.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { memoryCms } from '../support/core/memory-cms.ts';

const tagged: JsonObject = {
  properties: { tags: { type: 'array', items: { type: 'string', pattern: '^[a-z]+$' } } },
};

const countingCompiler = () => {
  const real = new Re2jsPatternCompiler();
  const counter = {
    compiled: 0,
    compile: (pattern: string) => {
      counter.compiled += 1;
      return real.compile(pattern);
    },
  };
  return counter;
};

const writeTags = (tags: readonly unknown[], schema = tagged) =>
  write(schema, { tags } as JsonObject);

const write = async (schema: JsonObject, data: JsonObject) => {
  const patterns = countingCompiler();
  const { cms } = await memoryCms({ ports: { patterns } });
  const { id } = await cms.collections.create(operator, { name: 'notes', schema });
  patterns.compiled = 0;
  const command = { collectionId: id, title: 'x', data };
  const error = await cms.content.create(operator, command).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const { issues = [], details } = isDomainError(error) ? error : {};
  return { compiled: patterns.compiled, issues, details };
};

const schemaOf = (tags: JsonObject): JsonObject => ({ properties: { tags } });

test('a pattern is compiled once for all texts of an item', async () => {
  expect(await writeTags(Array.from({ length: 500 }, () => 'tag'))).toMatchObject({
    compiled: 1,
    issues: [],
  });
});

test('an error lists at most a hundred issues, and says so', async () => {
  const sevens = (length: number) => {
    const names = Array.from({ length }, (_, n) => `f${n}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    return write({ properties }, Object.fromEntries(names.map((name) => [name, 7])));
  };
  const many = await sevens(150);
  expect(many.issues).toHaveLength(100);
  expect(many.details).toBe('Only the first 100 issues are listed');
  expect(await sevens(100)).toMatchObject({ issues: many.issues, details: undefined });
});

test('absent fields cost nothing', { timeout: 60_000 }, async () => {
  const fields = Array.from({ length: 2_500 }, (_, index) => [`f${index}`, { type: 'json' }]);
  const empty = Array.from({ length: 650_000 }, () => ({}));
  const items = { type: 'object', properties: Object.fromEntries(fields) };
  expect((await writeTags(empty, schemaOf({ type: 'array', items }))).issues).toEqual([]);
});

test(
  'checking a choice takes constant time, also with many choices',
  { timeout: 20_000 },
  async () => {
    const choices = [...Array.from({ length: 10_000 }, (_, index) => 1e4 + index), 7];
    const sevens = Array.from({ length: 1_000_000 }, () => 7);
    const schema = schemaOf({ type: 'multiselect', enum: choices });
    expect((await writeTags(sevens, schema)).issues).toEqual([]);
  },
);

test('a message names the first of many choices', async () => {
  const messageFor = async (choices: readonly string[]) => {
    const { issues } = await writeTags(['x'], schemaOf({ type: 'multiselect', enum: choices }));
    return issues[0]?.message;
  };
  expect(await messageFor(['a', 'b'])).toBe('must be one of a, b');
  const many = Array.from({ length: 500 }, () => 'a'.repeat(90));
  expect(await messageFor(many)).toBe(`must be one of ${many[0]}, ${many[0]} or 498 more`);
  expect(await messageFor(['a'.repeat(5_000), 'b'])).toBe(
    'must be one of the 2 choices of the field',
  );
});

test('the text that patterns match is limited per item', async () => {
  const properties = { tags: { type: 'array', items: { type: 'string', pattern: '^a{99}' } } };
  const writeLong = (tags: readonly string[]) => write({ properties }, { tags });
  expect((await writeLong(['a'.repeat(50_000)])).issues).toEqual([]);
  expect((await writeLong(['a'.repeat(50_000), 'a'])).issues).toEqual([
    { path: 'data.tags.1', message: expect.stringContaining('can match at most 50000 characters') },
  ]);
});

test('a small pattern can match an article of a megabyte, but not much more', async () => {
  const properties = { text: { type: 'markdown', pattern: '^[^<>]*$' } };
  const writeText = (length: number) => write({ properties }, { text: 'a'.repeat(length) });
  expect((await writeText(1_250_000)).issues).toEqual([]);
  expect((await writeText(1_250_001)).issues).toEqual([
    { path: 'data.text', message: expect.stringContaining('at most 1250000 characters') },
  ]);
});

test('a pattern without a cost counts as a large one', async () => {
  const withoutCost = {
    compile: (pattern: string) => (text: string) => new RegExp(pattern).test(text),
  };
  const { cms } = await memoryCms({ ports: { patterns: withoutCost } });
  const schema = { properties: { text: { type: 'string', pattern: '^a' } } };
  const { id: collectionId } = await cms.collections.create(operator, { name: 'notes', schema });
  const create = (length: number) =>
    cms.content.create(operator, { collectionId, title: 'x', data: { text: 'a'.repeat(length) } });
  await rejectsWith('invalid_data', create(50_001));
  await create(50_000);
});

const nested = (levels: number): JsonObject =>
  levels === 1 ? {} : { properties: nested(levels - 1) };

const described = (bytes: number): JsonObject => {
  const schema = (description: string) => ({ properties: { f: { type: 'string', description } } });
  return schema('x'.repeat(bytes - JSON.stringify(schema('')).length));
};

const tooMuch: readonly (readonly [string, JsonObject, JsonObject])[] = [
  ['deep', nested(24), nested(25)],
  ['long', described(64 * 1024), described(64 * 1024 + 1)],
];
for (const [what, atMost, beyond] of tooMuch) {
  test(`a schema that is too ${what} is rejected`, async () => {
    const { cms } = await memoryCms();
    const issuesOf = async (schema: JsonObject) => {
      const work = cms.collections.create(operator, { name: 'notes', schema });
      const error = await work.catch((reason: unknown) => reason);
      return isDomainError(error) ? [error.code, ...(error.issues ?? [])] : [];
    };
    expect(JSON.stringify(await issuesOf(atMost))).not.toContain('at most');
    const [code, issue] = await issuesOf(beyond);
    expect(code).toBe('invalid_schema');
    expect(JSON.stringify(issue)).toContain('must be at most');
  });
}

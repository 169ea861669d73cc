import { expect, test } from 'vitest';
import { Re2jsPatternCompiler } from '../../adapters/re2js/re2js-pattern-compiler.ts';
import { isDomainError, operator, type JsonObject } from '../../core/index.ts';
import { memoryCms } from '../support/memory-cms.ts';

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

const writeTags = (tags: readonly unknown[]) => write(tagged, { tags } as JsonObject);

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
  return { compiled: patterns.compiled, issues: isDomainError(error) ? (error.issues ?? []) : [] };
};

test('a pattern is compiled once for all the texts of an item', async () => {
  expect(await writeTags(Array.from({ length: 500 }, () => 'tag'))).toEqual({
    compiled: 1,
    issues: [],
  });
});

test('an answer lists a hundred mistakes and no more', async () => {
  const names = Array.from({ length: 150 }, (_, n) => `f${n}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const data = Object.fromEntries(names.map((name) => [name, 7]));
  const { issues } = await write({ properties }, data);
  expect(issues).toHaveLength(100);
});

test('an item has no more text to match against patterns than takes a moment', async () => {
  expect((await writeTags(['a'.repeat(50_000)])).issues).toEqual([]);
  const { issues } = await writeTags(['a'.repeat(50_000), 'a']);
  expect(issues.map(({ path }) => path)).toEqual(['data.tags.1']);
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
  test(`a schema that is too ${what} is refused as a schema`, async () => {
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

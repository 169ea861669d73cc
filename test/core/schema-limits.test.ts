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

const writeTags = async (tags: readonly unknown[]) => {
  const patterns = countingCompiler();
  const { cms } = await memoryCms({ ports: { patterns } });
  const { id } = await cms.collections.create(operator, { name: 'notes', schema: tagged });
  patterns.compiled = 0;
  const command = { collectionId: id, title: 'x', data: { tags } as JsonObject };
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
  const { issues } = await writeTags(Array.from({ length: 5_000 }, () => 7));
  expect(issues).toHaveLength(100);
});

test('an item has no more text to match against patterns than takes a moment', async () => {
  expect((await writeTags(['a'.repeat(50_000)])).issues).toEqual([]);
  const { issues } = await writeTags(['a'.repeat(50_000), 'a']);
  expect(issues.map(({ path }) => path)).toEqual(['data.tags.1']);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findJsonMistake } from '../../contracts/index.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('the place of a mistake in JSON', () => {
  test.each([
    ['{bad', 1, 2],
    ['', 1, 1],
    [' \n ', 2, 2],
    ['{"a":1', 1, 7],
    ['{"a":1,}', 1, 8],
    ['{"a" 1}', 1, 6],
    ["{'a':1}", 1, 2],
    ['{"a":1}x', 1, 8],
    ['[1 2]', 1, 4],
    ['[1,]', 1, 4],
    ['[1}', 1, 3],
    [']', 1, 1],
    ['{"a":undefined}', 1, 6],
    ['{"a":tru}', 1, 6],
    ['[01]', 1, 3],
    ['[1.]', 1, 3],
    ['[.5]', 1, 2],
    ['[+1]', 1, 2],
    ['{\n  "a": 1,\n  "b": NaN\n}', 3, 8],
    ['{\r\n"a":\r\n?}', 3, 1],
    ['{\r"a":\r?}', 3, 1],
    ['["a\nb"]', 1, 4],
    [String.raw`["a\x"]`, 1, 4],
    [String.raw`["\u12g4"]`, 1, 3],
    ['["open', 1, 7],
    ['["👋", x]', 1, 7],
    [`${'['.repeat(100_000)}x`, 1, 100_001],
    [`"${'a\\n'.repeat(1_000_000)}`, 1, 3_000_002],
  ])('%#: %.20j is line %i, column %i', (text, line, column) => {
    expect(isJson(text)).toBe(false);
    expect(findJsonMistake(text)).toMatchObject({ line, column });
  });

  test('exists exactly for the texts that JSON.parse rejects', () => {
    const signs = ['{', '}', '[', ']', ',', ':', '"', '\\', 'u00e9', '1', '-', '0', '.', 'e', ' '];
    const more = ['true', 'null', '"a"', '"a":', '\n', '\t', '\u0001', '\u00a0', 'é', '\\n', 'x'];
    const pieces = fc.array(fc.constantFrom(...signs, ...more), { maxLength: 12 });
    const valid = fc.json({ maxDepth: 4 });
    const edited = fc.tuple(valid, fc.nat(), fc.constantFrom('', ...signs, ...more));
    const edit = ([text, at, piece]: readonly [string, number, string]): string => {
      const index = at % (text.length + 1);
      return text.slice(0, index) + piece + text.slice(index + (piece === '' ? 1 : 0));
    };
    const texts = fc.oneof(
      pieces.map((each) => each.join('')),
      valid,
      edited.map(edit),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(findJsonMistake(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 3_000 },
    );
  });

  test('can be a name that an object repeats', () => {
    const text = '[{"a": {"a": 1}},\n {"b": 1, "a": 2, "b": 3}]';
    expect(findJsonMistake(text)).toBeUndefined();
    expect(findJsonMistake(text, true)).toEqual({ line: 2, column: 19, missing: 'other name' });
  });
});

import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { expandedSize } from '../../adapters/re2js/expanded-size.ts';
import { Re2jsPatternCompiler } from '../../adapters/re2js/re2js-pattern-compiler.ts';
import { patternCompilerSuite } from '../conformance/pattern-compiler.ts';
import { registerSuite } from '../conformance/suite.ts';
import { anyText } from '../support/http/any-text.ts';

const patterns = new Re2jsPatternCompiler();

registerSuite(patternCompilerSuite, async () => ({ subject: { patterns } }), test);

/** Parts of the grammar, from which mostly malformed patterns are built. */
const pieces = [
  'a é 🌍 . ^ $ | * + ? ( (?: (?<n> (?i) ) [a-z] [^]] []a] [\\]] [[:alpha:]] [ ]',
  '{ } {3} {2,} {0,7} {,3} {1000} \\d \\p{L} \\pL \\x{41} \\u0041 \\\\ \\( \\[ \\1 \\',
].flatMap((line) => line.split(' '));
const anyPattern = fc
  .array(fc.oneof(fc.constantFrom(...pieces), anyText({ maxLength: 3 })), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

test('compiler and matcher do not throw for any pattern and text', () => {
  fc.assert(
    fc.property(anyPattern, anyText(), (pattern, text) => {
      const result = patterns.compile(pattern)?.(text);
      expect(['undefined', 'boolean']).toContain(typeof result);
    }),
    { numRuns: 3_000 },
  );
});

const compiles = (pattern: string): boolean => {
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    return false;
  }
};

test('the size of a compiled program is at most proportional to the expanded size', () => {
  let compared = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (parts) => {
      const pattern = parts.join('');
      if (expandedSize(pattern) > 5_000 || !compiles(pattern)) return;
      compared += 1;
      expect(RE2JS.compile(pattern).programSize()).toBeLessThanOrEqual(
        5 * expandedSize(pattern) + 10,
      );
    }),
    { numRuns: 5_000 },
  );
  expect(compared).toBeGreaterThan(100);
});

test('the steps of nested repetitions multiply, those of others add up', () => {
  expect(expandedSize('abc')).toBe(3);
  expect(expandedSize('(ab{3}){10}')).toBe(50);
  expect(expandedSize('[a-z]{1,100}\\d{5}')).toBe(105);
  expect(expandedSize('[(){9}]{2}')).toBe(2);
});

test('a matcher has the number of steps of its pattern', () => {
  const patternsOf = { a: 1, '^[^<>]*$': 4, '(ab{3}){10}': 50, 'a{1000}': 1_000 };
  for (const [pattern, steps] of Object.entries(patternsOf)) {
    expect([pattern, patterns.compile(pattern)?.steps]).toEqual([pattern, steps]);
  }
});

test('patterns up to 1,000 characters and 1,000 steps are accepted', () => {
  expect(patterns.compile('a'.repeat(1_000))).toBeDefined();
  expect(patterns.compile('a'.repeat(1_001))).toBeUndefined();
  expect(patterns.compile(`[${'a'.repeat(998)}]`)).toBeDefined();
  expect(patterns.compile(`[${'a'.repeat(999)}]`)).toBeUndefined();
  expect(patterns.compile('a{1000}')).toBeDefined();
  expect(patterns.compile('a{1000}b')).toBeUndefined();
});

test('an escape without a meaning in JavaScript is rejected, not read as a letter', () => {
  for (const pattern of ['\\Qa.b\\E', '\\Aa', 'a\\z', '\\a', '\\k', '\\h', '\\e', '\\8', '[\\Q]']) {
    expect(patterns.compile(pattern), pattern).toBeUndefined();
  }
  expect(patterns.compile('^\\\\k$')?.('\\k')).toBe(true);
});

test('CVE-2025-69873: patterns that cause backtracking match in linear time', () => {
  const text = `${'a'.repeat(100_000)}!`;
  for (const pattern of ['^(a+)+$', '^(([a-z])+.)+[A-Z]([a-z])+$', '^(a|a?)+$', '(x+x+)+y']) {
    expect(patterns.compile(pattern)?.(text)).toBe(false);
  }
});

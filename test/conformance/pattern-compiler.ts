import type { PatternCompiler } from '../../core/index.ts';
import { equal, ok } from './assert.ts';
import { suite } from './suite.ts';

export interface PatternCompilerSubject {
  readonly patterns: PatternCompiler;
}

type MatchTable = readonly (readonly [pattern: string, matching: string[], other: string[]])[];

const matches: MatchTable = [
  ['b', ['b', 'abc', 'a\nb'], ['', 'a', 'B']],
  ['^b', ['b', 'bc'], ['ab', 'a\nb']],
  ['b$', ['b', 'ab'], ['bc', 'b\n', 'b\nc']],
  ['^[a-z0-9]+(?:-[a-z0-9]+)*$', ['a', 'a-b', 'a1-2'], ['', '-a', 'a--b', 'A', 'a\n']],
  ['^\\d{4}-\\d{2}-\\d{2}$', ['2026-11-20'], ['2026-1-20', 'x2026-11-20', '٢٠٢٦-١١-٢٠']],
  ['^[^@\\s]+@[^@\\s]+$', ['a@b.c'], ['a@', 'a @b', 'a@b@c']],
  ['^.$', ['a', 'é', '🌍'], ['', 'ab', '\n']],
  ['^(?:red|green)$', ['red', 'green'], ['blue', 'redgreen']],
  ['^\\p{Lu}', ['É', 'A'], ['é', '1']],
  ['^\\u0041\\u{1F30D}$', ['A🌍'], ['A']],
  ['^(?<year>\\d+)$', ['2026'], ['x']],
  ['a/b\\/c', ['a/b/c'], ['a/b']],
  ['', ['', 'anything'], []],
];

const rejected: Readonly<Record<string, string>> = {
  'an open group': '(a',
  'an open class': '[a',
  'an unmatched parenthesis': 'a)',
  'nothing to repeat': '*a',
  'a reversed range': '[z-a]',
  'an escape at the end': 'a\\',
  'a reversed count': 'a{3,2}',
  'a look-ahead': 'a(?=b)',
  'a negative look-ahead': 'a(?!b)',
  'a look-behind': '(?<=a)b',
  'a back-reference': '(a)\\1',
  'a named back-reference': '(?<x>a)\\k<x>',
  'an escape without a meaning': '\\y',
};

/** On these, a backtracking engine takes quadratic or exponential time in the length of the text. */
const explosive = [
  '^(a+)+$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '^([a-z]+)*b$',
  '(.*)(.*)(.*)(.*)(.*)c',
  'a*a*a*a*a*c',
];

export const patternCompilerSuite = suite<PatternCompilerSubject>('PatternCompiler', {
  'a pattern without anchors matches anywhere in a text': async ({ patterns }) => {
    for (const [pattern, matching, other] of matches) {
      const matcher = patterns.compile(pattern);
      ok(matcher !== undefined, `${pattern} compiles`);
      equal(matching.filter(matcher), matching, `texts that ${pattern} matches`);
      equal(other.filter(matcher), [], `texts that ${pattern} must not match`);
    }
  },

  'a matcher has no state': async ({ patterns }) => {
    const matcher = patterns.compile('a');
    for (const text of ['a', 'a', 'b', 'a', 'ba']) {
      equal(matcher?.(text), text !== 'b', `result for ${text}`);
    }
  },

  'a pattern that is malformed or needs backtracking is rejected': async ({ patterns }) => {
    for (const [what, pattern] of Object.entries(rejected)) {
      equal(patterns.compile(pattern), undefined, `${what}: ${pattern}`);
    }
  },

  'matching time is linear in the length of the text': async ({ patterns }) => {
    const text = `${'a'.repeat(50_000)}!`;
    for (const pattern of explosive) {
      const matcher = patterns.compile(pattern);
      ok(matcher !== undefined, `${pattern} compiles`);
      equal(matcher(text), false, `${pattern} on a long text`);
    }
  },

  '`steps` of a matcher, if present, is not too small': async ({ patterns }) => {
    for (const [pattern, least] of [
      ['', 1],
      ['abc', 3],
      ['(?:ab){10}', 20],
    ] as const) {
      const { steps = least } = patterns.compile(pattern) ?? {};
      ok(Number.isInteger(steps) && steps >= least, `steps of ${pattern}: ${steps}`);
    }
  },

  'a pattern that is too large when written out is rejected': async ({ patterns }) => {
    const nested = '('.repeat(10_000) + ')'.repeat(10_000);
    const counted = ['((a{100}){100}){100}', 'a{0,1000}'.repeat(100), '(?:a{1,1000}|b){1,1000}'];
    for (const pattern of [...counted, nested, 'a'.repeat(100_000)]) {
      equal(patterns.compile(pattern), undefined, pattern.slice(0, 40));
    }
  },
});

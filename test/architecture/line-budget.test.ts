import { expect, test } from 'vitest';
import { readSources, source, violations, type Rule } from './sources.ts';

const budget = 250;

/** A longer file has more than one concept. A test may have as many cases as its subject needs. */
const lineBudgetRule: Rule = ({ path, text }) => {
  if (path.startsWith('test/')) return [];
  const lines = text.replace(/\n$/, '').split('\n').length;
  return lines > budget ? [`has ${lines} lines, ${budget} are allowed`] : [];
};

test('a file of 251 lines is rejected, a file of 250 lines is accepted', () => {
  const lines = (count: number): string => 'x;\n'.repeat(count);
  expect(violations([source('core/a.ts', lines(251))], lineBudgetRule)).toEqual([
    'core/a.ts: has 251 lines, 250 are allowed',
  ]);
  expect(violations([source('core/a.ts', lines(250))], lineBudgetRule)).toEqual([]);
});

test('no file of the project exceeds the limit', () => {
  const sources = readSources();
  expect(sources.length).toBeGreaterThan(100);
  expect(violations(sources, lineBudgetRule)).toEqual([]);
});

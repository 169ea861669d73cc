import { expect, test } from 'vitest';
import { readSources, source, violations, type Rule } from './sources.ts';

const budget = 250;

/** A file that needs more lines is about more than one thing. */
const lineBudgetRule: Rule = ({ text }) => {
  const lines = text.replace(/\n$/, '').split('\n').length;
  return lines > budget ? [`has ${lines} lines, ${budget} are allowed`] : [];
};

test('a planted file of 251 lines is refused, one of 250 is not', () => {
  const lines = (count: number): string => 'x;\n'.repeat(count);
  expect(violations([source('core/a.ts', lines(251))], lineBudgetRule)).toEqual([
    'core/a.ts: has 251 lines, 250 are allowed',
  ]);
  expect(violations([source('core/a.ts', lines(250))], lineBudgetRule)).toEqual([]);
});

test('no file of the project exceeds the budget', () => {
  const sources = readSources();
  expect(sources.length).toBeGreaterThan(100);
  expect(violations(sources, lineBudgetRule)).toEqual([]);
});

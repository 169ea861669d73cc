import { expect, test } from 'vitest';
import { median, percentile, slope } from './statistics.ts';
import { renderTable, type Row } from './table.ts';

test('a median is the value in the middle, or the mean of two', () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test('a percentile is a value that so many values do not exceed', () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(percentile(values, 0.99)).toBe(199);
  expect(percentile([7], 0.99)).toBe(7);
});

test('a slope is the growth per unit, whatever the values do in between', () => {
  expect(slope([9, 13, 11, 15].map((y, index) => ({ x: index / 2, y })))).toBeCloseTo(3.2);
});

const row: Row = {
  title: 'by id',
  unit: 'req/s',
  values: [2_000, 3_000, 1_000],
  reference: { name: 'direct', values: [1_000, 3_000, 4_000] },
};

const cellsOf = (shown: Row): readonly string[] => {
  const line = renderTable([shown]).split('\n')[2] ?? '';
  return line.split('|').map((cell) => cell.trim());
};

test('a row shows the medians, and the ratios of the values of the same round', () => {
  expect(cellsOf(row).slice(1, 7)).toEqual([
    'by id',
    '2,000 (1,000–3,000) req/s',
    'direct: 3,000 (1,000–4,000)',
    '1.00 (0.25–2.00)',
    '–',
    '–',
  ]);
});

test.each([
  [{ min: 1 }, '≥ 1', 'yes'],
  [{ min: 1.1 }, '≥ 1.1', 'no'],
  [{ max: 0.9 }, '≤ 0.9', 'no'],
  [{ of: 'value', max: 1_999 }, '≤ 1999 req/s', 'no'],
  [{ of: 'value', max: 2_000 }, '≤ 2000 req/s', 'yes'],
] as const)('the target %o applies to the median of the ratios, or to the value', (...shown) => {
  const [target, text, met] = shown;
  expect(cellsOf({ ...row, target }).slice(5, 7)).toEqual([text, met]);
});

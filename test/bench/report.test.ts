import { expect, test } from 'vitest';
import { callTreeOf, selfTimes, timesByOwner } from './profile/call-tree.ts';
import { renderFlameGraph } from './profile/flame-graph.ts';
import { isMet, median, percentile, ratiosOf, type Row } from './row.ts';
import { slopeOf } from './slope.ts';
import { renderTable } from './table.ts';

const row: Row = {
  title: 'by id',
  unit: 'req/s',
  values: [2_000, 3_000, 1_000],
  reference: { name: 'direct', values: [1_000, 3_000, 2_000] },
  target: { comparison: 'at least', value: 0.95 },
};

test('a median is the value in the middle, or the mean of two', () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([])).toBeNaN();
});

test('a percentile is a value that so many values do not exceed', () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(percentile(values, 0.99)).toBe(199);
  expect(percentile([7], 0.99)).toBe(7);
});

test('a slope is the growth per unit of time, whatever the values do in between', () => {
  const samples = [9, 13, 11, 15].map((value, index) => ({ at: index / 2, value }));
  expect(slopeOf(samples)).toBeCloseTo(3.2);
  expect(slopeOf(samples.map(({ at, value }) => ({ at, value: -value })))).toBeCloseTo(-3.2);
});

test('ratios compare the values of the same round', () => {
  expect(ratiosOf(row)).toEqual([2, 1, 0.5]);
});

test('a target applies to the median of the ratios, or to the values', () => {
  expect(isMet(row)).toBe(true);
  expect(isMet({ ...row, target: { comparison: 'at least', value: 1.1 } })).toBe(false);
  expect(isMet({ ...row, target: { comparison: 'at most', value: 0.9 } })).toBe(false);
  expect(isMet({ ...row, target: { of: 'value', comparison: 'at most', value: 1_999 } })).toBe(
    false,
  );
  expect(isMet({ ...row, target: { of: 'value', comparison: 'at most', value: 2_000 } })).toBe(
    true,
  );
  expect(isMet({ ...row, values: [], reference: { name: 'own', values: [] } })).toBeUndefined();
});

test('the table shows the median, the lowest and the highest value of each row', () => {
  const text = renderTable([row, { title: 'start', unit: 's', values: [0.5] }]);
  const cells = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  expect(cells[2]?.slice(1, 7)).toEqual([
    'by id',
    '2,000 (1,000–3,000) req/s',
    'direct: 2,000 (1,000–3,000)',
    '1.00 (0.50–2.00)',
    '≥ 0.95',
    'yes',
  ]);
  expect(cells[3]?.slice(1, 5)).toEqual(['start', '0.50 (0.50–0.50) s', '–', '–']);
});

const frame = (functionName: string, url: string) => ({ functionName, url, lineNumber: 6 });

const tree = callTreeOf({
  nodes: [
    { id: 1, callFrame: frame('(root)', ''), children: [2, 4] },
    { id: 2, callFrame: frame('list', 'file:///srv/quoin/core/list.ts'), children: [3] },
    { id: 3, callFrame: frame('query', 'file:///srv/node_modules/pg/lib/client.js') },
    { id: 4, callFrame: frame('(idle)', '') },
  ],
  samples: [2, 3, 3, 4],
  timeDeltas: [1_000, 2_000, 3_000, 10_000],
});

test('the time of a call contains that of the calls in it', () => {
  const [first, second] = tree.calls;
  expect([first?.name, first?.totalMs]).toEqual(['(idle)', 10]);
  expect([second?.name, second?.selfMs, second?.totalMs]).toEqual(['list', 1, 6]);
});

test('the most expensive function comes first, and idle time does not count', () => {
  expect(selfTimes(tree)).toEqual({
    busyMs: 6,
    functions: [
      { name: 'query', place: 'pg/lib/client.js:7', selfMs: 5 },
      { name: 'list', place: 'core/list.ts:7', selfMs: 1 },
    ],
  });
});

test('functions of one package or layer are added up', () => {
  const times = [
    'pg/lib/client.js:7',
    'koa/lib/a.js:1',
    '@koa/router/b.js:1',
    '@koa/router/c.js:1',
  ];
  const places = [...times, 'core/a.ts:1', 'adapters/koa/a.ts:1', 'node:net:1', ''];
  const functions = places.map((place, index) => ({ name: 'x', place, selfMs: index + 1 }));
  expect(timesByOwner(functions)).toEqual([
    { owner: 'V8 and the operating system', selfMs: 8 },
    { owner: '@koa/router', selfMs: 7 },
    { owner: 'Node', selfMs: 7 },
    { owner: 'adapters/koa', selfMs: 6 },
    { owner: 'core', selfMs: 5 },
    { owner: 'koa', selfMs: 2 },
    { owner: 'pg', selfMs: 1 },
  ]);
});

test('the flame graph leaves out idle time', () => {
  const page = renderFlameGraph('profile', tree);
  expect(page).toContain('["(root)","",0,6,[["list"');
  expect(page).not.toContain('(idle)');
});

test('the flame graph contains the calls, and nothing of them as markup', () => {
  const call = { name: '</script><b>', place: '', selfMs: 1, totalMs: 1, calls: [] };
  const page = renderFlameGraph('a & b', { ...call, name: '(root)', calls: [call] });
  expect(page).toContain('<title>a &amp; b</title>');
  expect(page).toContain('\\u003c/script>\\u003cb>');
  expect(page.match(/<\/script>/g)).toHaveLength(1);
});

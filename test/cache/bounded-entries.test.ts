import { expect, test } from 'vitest';
import { boundedEntries } from '../../core/index.ts';

test('the entries that were used last stay, up to the limits', () => {
  const entries = boundedEntries<number>({ entries: 3, bytes: 100 });
  for (const n of [1, 2, 3]) entries.add(`${n}`, n, 10);
  expect(entries.find('1')).toBe(1);
  entries.add('4', 4, 10);
  expect(['1', '2', '3', '4'].map(entries.find)).toEqual([1, undefined, 3, 4]);
  expect(entries.usage()).toEqual({ entries: 3, bytes: 30 });
  entries.add('5', 5, 85);
  expect(['1', '3', '4', '5'].map(entries.find)).toEqual([undefined, undefined, 4, 5]);
  expect(entries.usage()).toEqual({ entries: 2, bytes: 95 });
  entries.add('6', 6, 101);
  expect(entries.usage()).toEqual({ entries: 0, bytes: 0 });
});

test('an entry that has replaced another is not dropped with it', () => {
  const entries = boundedEntries<object>({ entries: 3, bytes: 100 });
  const [first, second] = [{}, {}];
  entries.add('a', first, 10);
  entries.add('a', second, 20);
  entries.drop('a', first);
  expect([entries.find('a'), entries.usage()]).toEqual([second, { entries: 1, bytes: 20 }]);
  entries.drop('a', second);
  entries.drop('b', second);
  expect([entries.find('a'), entries.usage()]).toEqual([undefined, { entries: 0, bytes: 0 }]);
});

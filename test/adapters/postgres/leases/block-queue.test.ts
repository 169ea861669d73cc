import { expect, test } from 'vitest';
import { BlockQueue } from '../../../../adapters/postgres/leases/block-queue.ts';

test('writes that wait share a statement, but not with those of an earlier registration', async () => {
  const statements: (readonly [string, readonly (readonly string[])[]])[] = [];
  const queue = new BlockQueue({
    insertBlocks: async (writer, subjects) => {
      statements.push([writer, subjects]);
      return subjects.map((each) => `${writer}:${each.join('+')}`);
    },
  });
  const ids = await Promise.all([
    queue.insert('1', ['a']),
    queue.insert('1', ['b']),
    queue.insert('2', ['c']),
    queue.insert('1', ['d', 'e']),
  ]);
  expect(ids).toEqual(['1:a', '1:b', '2:c', '1:d+e']);
  expect(statements).toEqual([
    ['1', [['a']]],
    ['1', [['b'], ['d', 'e']]],
    ['2', [['c']]],
  ]);
});

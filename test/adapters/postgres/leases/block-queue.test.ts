import { expect, test } from 'vitest';
import { BlockQueue } from '../../../../adapters/postgres/leases/block-queue.ts';

const openQueue = () => {
  const calls: unknown[][] = [];
  const queue = new BlockQueue({
    insertBlocks: async (writer, subjects, ended) => {
      calls.push(['insert', writer, subjects, ended]);
      return subjects.map((each) => `${writer}:${each.join('+')}`);
    },
    announceEnd: async (ended) => {
      calls.push(['end', ended]);
    },
  });
  return { queue, calls };
};

test('writes that wait share a statement, but not with those of an earlier registration', async () => {
  const { queue, calls } = openQueue();
  const ids = await Promise.all([
    queue.insert('1', ['a']),
    queue.insert('1', ['b']),
    queue.insert('2', ['c']),
    queue.insert('1', ['d', 'e']),
  ]);
  expect(ids).toEqual(['1:a', '1:b', '2:c', '1:d+e']);
  expect(calls).toEqual([
    ['insert', '1', [['a']], []],
    ['insert', '1', [['b'], ['d', 'e']], []],
    ['insert', '2', [['c']], []],
  ]);
});

test('the end of a write is announced at once, or with the next blocks', async () => {
  const { queue, calls } = openQueue();
  queue.announceEnd('7');
  expect(calls).toEqual([['end', ['7']]]);
  queue.announceEnd('8');
  queue.announceEnd('9');
  await queue.insert('1', ['a']);
  expect(calls.slice(1)).toEqual([['insert', '1', [['a']], ['8', '9']]]);
});

test('a failed announcement stops nothing, and long ones are divided', async () => {
  const announced: number[] = [];
  const queue = new BlockQueue({
    insertBlocks: async () => ['1'],
    announceEnd: async (ended) => {
      announced.push(ended.length);
      throw new Error('lost');
    },
  });
  for (let n = 0; n < 300; n += 1) queue.announceEnd(String(n));
  await expect.poll(() => announced).toEqual([1, 200, 99]);
  await expect(queue.insert('1', ['a'])).resolves.toBe('1');
});

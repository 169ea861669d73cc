import { expect, test } from 'vitest';
import { primeStream } from '../../adapters/koa/answer/primed-stream.ts';

const collect = async (bytes: AsyncIterable<Uint8Array>): Promise<readonly number[]> => {
  const all: number[] = [];
  for await (const chunk of bytes) all.push(...chunk);
  return all;
};

/** Records when it is opened and closed. */
const source = (chunks: readonly (readonly number[])[]) => {
  const events: string[] = [];
  async function* bytes(): AsyncGenerator<Uint8Array> {
    events.push('opened');
    try {
      for (const chunk of chunks) yield Uint8Array.from(chunk);
    } finally {
      events.push('closed');
    }
  }
  return { bytes: bytes(), events };
};

test('priming neither loses nor repeats bytes', async () => {
  expect(await collect(await primeStream(source([[1, 2], [3], [], [4]]).bytes))).toEqual([
    1, 2, 3, 4,
  ]);
  expect(await collect(await primeStream(source([]).bytes))).toEqual([]);
});

test('an error while opening is thrown by primeStream', async () => {
  const broken: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('broken')) }),
  };
  await expect(primeStream(broken)).rejects.toThrow('broken');
});

test('returning before the first chunk closes the source', async () => {
  const { bytes, events } = source([[1], [2]]);
  const primed = await primeStream(bytes);
  expect(events).toEqual(['opened']);
  await primed.return?.();
  expect(events).toEqual(['opened', 'closed']);
});

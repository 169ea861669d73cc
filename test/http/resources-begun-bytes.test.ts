import { expect, test } from 'vitest';
import { begunBytes } from '../../adapters/koa/begun-bytes.ts';

const collect = async (bytes: AsyncIterable<Uint8Array>): Promise<readonly number[]> => {
  const all: number[] = [];
  for await (const chunk of bytes) all.push(...chunk);
  return all;
};

/** Says what became of it. */
const source = (chunks: readonly (readonly number[])[]) => {
  const told: string[] = [];
  async function* bytes(): AsyncGenerator<Uint8Array> {
    told.push('opened');
    try {
      for (const chunk of chunks) yield Uint8Array.from(chunk);
    } finally {
      told.push('closed');
    }
  }
  return { bytes: bytes(), told };
};

test('nothing is lost or doubled by the look at the first bytes', async () => {
  expect(await collect(await begunBytes(source([[1, 2], [3], [], [4]]).bytes))).toEqual([
    1, 2, 3, 4,
  ]);
  expect(await collect(await begunBytes(source([]).bytes))).toEqual([]);
});

test('what opening throws is thrown before anything is passed on', async () => {
  const broken: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('away')) }),
  };
  await expect(begunBytes(broken)).rejects.toThrow('away');
});

test('whoever leaves before taking any lets go of the source', async () => {
  const { bytes, told } = source([[1], [2]]);
  const begun = await begunBytes(bytes);
  expect(told).toEqual(['opened']);
  await begun.return?.();
  expect(told).toEqual(['opened', 'closed']);
});

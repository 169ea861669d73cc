import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { lineStream } from '../../adapters/koa/answer/line-stream.ts';

/** More than the buffer of a stream: the writer has to wait. */
const longLine = 'x'.repeat(100_000);

const longLines = (count: number): Promise<Readable> =>
  lineStream(async (write) => {
    for (let written = 0; written < count; written += 1) await write(longLine);
  });

test('a slow reader does not accumulate listeners', async () => {
  const lines = await longLines(30);
  const listeners = new Set<number>();
  let length = 0;
  for await (const chunk of lines) {
    length += String(chunk).length;
    listeners.add(lines.listenerCount('close'));
  }
  expect(length).toBe(30 * (longLine.length + 1));
  expect(Math.max(...listeners)).toBe(Math.min(...listeners));
});

test('a waiting writer is rejected when the reader closes the stream', async () => {
  let reported: unknown;
  const lines = await lineStream(async (write) => {
    try {
      await write(longLine);
      await write(longLine);
    } catch (error) {
      reported = error;
      throw error;
    }
  });
  lines.destroy();
  await expect.poll(() => reported).toMatchObject({ name: 'AbortError' });
});

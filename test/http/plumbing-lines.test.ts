import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { lineStream } from '../../adapters/koa/line-stream.ts';

/** More than a stream holds before it asks its writer to wait. */
const longLine = 'x'.repeat(100_000);

const longLines = (count: number): Promise<Readable> =>
  lineStream(async (write) => {
    for (let written = 0; written < count; written += 1) await write(longLine);
  });

test('a slow reader leaves nothing behind, however often its lines had to wait', async () => {
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

test('a writer that waits is told when its reader goes', async () => {
  let told: unknown;
  const lines = await lineStream(async (write) => {
    try {
      await write(longLine);
      await write(longLine);
    } catch (error) {
      told = error;
      throw error;
    }
  });
  lines.destroy();
  await expect.poll(() => told).toMatchObject({ name: 'AbortError' });
});

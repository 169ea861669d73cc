import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inBatches } from '../../adapters/cli/transfer/import-items.ts';
import { readLines } from '../../adapters/cli/transfer/lines.ts';
import { printable } from '../../adapters/cli/terminal.ts';

const collect = async <T>(items: AsyncIterable<T>): Promise<readonly T[]> => {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
};

/** Splits the bytes into chunks of a length. */
async function* inPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += length) {
    yield bytes.subarray(start, start + length);
  }
}

const linesOf = (text: string | Uint8Array, length = 7, maxBytes = 100) =>
  collect(readLines(inPieces(Buffer.from(text), length), maxBytes));

describe('lines', () => {
  test('do not depend on the chunks of the file', async () => {
    const line = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .map((text) => text.replaceAll('\n', ''));
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 9 }), async (texts, length) => {
        const read = await linesOf(texts.join('\n'), length, 1_000);
        const expected = texts
          .map((text, index) => ({
            number: index + 1,
            text: index === 0 ? text.replace(/^\uFEFF/, '') : text,
          }))
          .filter(({ text }) => text.trim() !== '');
        expect(read).toEqual(expected);
      }),
    );
  });

  test('are numbered from 1, including blank ones, and can end in CRLF', async () => {
    expect(await linesOf('\uFEFFa\r\n\n \nb')).toEqual([
      { number: 1, text: 'a\r' },
      { number: 4, text: 'b' },
    ]);
  });

  test('that are too long or not UTF-8 are reported and skipped', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`a\n${'x'.repeat(101)}\n`),
      Uint8Array.of(0xff, 0x0a),
      Buffer.from('b\n'),
    ]);
    expect(await linesOf(bytes)).toEqual([
      { number: 1, text: 'a' },
      { number: 2, mistake: 'it is longer than 100 bytes' },
      { number: 3, mistake: 'it is not valid UTF-8' },
      { number: 4, text: 'b' },
    ]);
  });
});

test('batches contain every item once, in order, within both limits', async () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 1, max: 9 }), async (items, most) => {
      const source = (async function* () {
        yield* items;
      })();
      const batches = await collect(
        inBatches(source, { items: most, bytes: 30, sizeOf: (size) => size }),
      );
      expect(batches.flat()).toEqual(items);
      for (const batch of batches) {
        expect(batch.length).toBeGreaterThan(0);
        expect(batch.length).toBeLessThanOrEqual(most);
        if (batch.length > 1) expect(batch.reduce((a, b) => a + b)).toBeLessThanOrEqual(30);
      }
    }),
  );
});

test('control characters are not printed', () => {
  expect(printable('a\u001b[2Jb\u0007\u009b\r\nc\u0000ü')).toBe(
    'a\uFFFD[2Jb\uFFFD\uFFFD\uFFFD\nc\uFFFDü',
  );
});

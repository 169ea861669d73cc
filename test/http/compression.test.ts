import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import {
  BrotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  gunzipSync,
  Gzip,
  gzipSync,
  inflateRawSync,
} from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import {
  compressEnd,
  compressStart,
  compressStream,
} from '../../adapters/koa/answer/compression.ts';
import { jsonText, multiByteText, randomBytes, type Sample } from '../support/http/sample-texts.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { chooseCoding } from '../../adapters/koa/answer/content-coding.ts';

const codings = ['br', 'gzip'] as const;

type Coding = (typeof codings)[number];

const decompress = { br: brotliDecompressSync, gzip: gunzipSync };

const concat = (...parts: readonly Uint8Array[]): Buffer => Buffer.concat(parts);

/** The engine of zlib that the option `info` returns. */
type Consumed = { readonly engine: { readonly bytesWritten: number } };

/** The number of bytes that belong to the first stream of the format. */
const consumed = (coding: Coding, bytes: Uint8Array): number => {
  if (coding === 'br') {
    const { engine } = brotliDecompressSync(bytes, { info: true }) as unknown as Consumed;
    return engine.bytesWritten;
  }
  const [header, trailer] = [10, 8];
  const deflated = bytes.subarray(header);
  const { engine } = inflateRawSync(deflated, { info: true }) as unknown as Consumed;
  return header + engine.bytesWritten + trailer;
};

const kib64 = 65_536;

const sizes = [0, 1, 1_023, kib64 - 1, kib64, kib64 + 1, 16 * kib64];

const restSizes = [0, 1, 600, kib64 - 2, kib64 - 1, kib64, kib64 + 1, 2 * (kib64 - 1), 3 * kib64];

const samples: readonly Sample[] = [jsonText, multiByteText, randomBytes];

describe.each(codings)('%s', (coding) => {
  const expectWhole = (bytes: Uint8Array, text: Uint8Array, what: string): void => {
    expect([what, decompress[coding](bytes).equals(text)]).toEqual([what, true]);
    expect([what, consumed(coding, bytes)]).toEqual([what, bytes.length]);
  };

  test.each(samples.map((sample) => [sample.name, sample] as const))(
    'start and rest of %s are one stream, for all sizes',
    async (_, sample) => {
      const random = seededRandom(1);
      for (const size of sizes) {
        const text = sample(size, random);
        const start = await compressStart(text, coding);
        for (const restSize of restSizes) {
          const rest = sample(restSize, random);
          const bytes = concat(start.bytes, compressEnd(start, rest));
          expectWhole(bytes, concat(text, rest), `${size} + ${restSize}`);
        }
      }
    },
  );

  test('the same for sizes at random', async () => {
    const random = seededRandom(2);
    const size = (): number => Math.floor(2 ** (random() * 18));
    for (let n = 0; n < 100; n += 1) {
      const sample = samples[n % samples.length] ?? jsonText;
      const [text, rest] = [sample(size(), random), sample(size(), random)];
      const start = await compressStart(text, coding);
      const bytes = concat(start.bytes, compressEnd(start, rest));
      expectWhole(bytes, concat(text, rest), `${text.length} + ${rest.length} of ${sample.name}`);
    }
  });

  test('concurrent compressions do not mix, and each start serves many answers', async () => {
    const random = seededRandom(3);
    const texts = Array.from({ length: 24 }, (_, n) => jsonText(n * 5_000, random));
    const starts = await Promise.all(texts.map((text) => compressStart(text, coding)));
    for (const answer of ['first', 'second', 'third']) {
      for (const [n, start] of starts.entries()) {
        const rest = Buffer.from(`,"meta":{"answer":"${answer}","n":${n}}}`);
        const text = concat(texts[n] ?? rest, rest);
        expectWhole(concat(start.bytes, compressEnd(start, rest)), text, `${answer} of ${n}`);
      }
    }
  });

  test('the start is compressed beside the event loop', async () => {
    let hasTurned = false;
    void setImmediate().then(() => (hasTurned = true));
    await compressStart(jsonText(kib64, seededRandom(4)), coding);
    expect(hasTurned).toBe(true);
  });

  test('the start is as small as without a rest, in memory of that size', async () => {
    const text = jsonText(kib64, seededRandom(5));
    const { bytes } = await compressStart(text, coding);
    const whole = coding === 'br' ? brotliCompressSync(text) : gzipSync(text);
    expect(bytes.length).toBeLessThan(whole.length * 1.25);
    expect(bytes.buffer.byteLength).toBe(bytes.length);
  });

  test('the end is the rest and a few bytes', async () => {
    const start = await compressStart(jsonText(1_000, seededRandom(6)), coding);
    const rest = jsonText(600, seededRandom(7));
    const end = Buffer.from(compressEnd(start, rest));
    expect(end.length - rest.length).toBeLessThanOrEqual(13);
    expect(end.includes(rest)).toBe(true);
  });

  test('a stream holds back no part until the next is written', async () => {
    const random = seededRandom(8);
    const stream = compressStream(coding);
    const parts = stream.pipe(coding === 'br' ? createBrotliDecompress() : createGunzip());
    for (const size of [1, 100, 20_000]) {
      const part = multiByteText(size, random);
      stream.write(part);
      const received: Buffer[] = [];
      while (concat(...received).length < part.length) {
        await once(parts, 'readable');
        received.push((parts.read() as Buffer | null) ?? Buffer.alloc(0));
      }
      expect(concat(...received).equals(part)).toBe(true);
    }
    stream.end();
    parts.resume();
    await once(parts, 'end');
  });

  test('a stream of many small parts is as small as one of the whole', async () => {
    const text = jsonText(16 * kib64, seededRandom(9));
    const parts = Array.from({ length: Math.ceil(text.length / 100) }, (_, n) =>
      text.toString('latin1', n * 100, (n + 1) * 100),
    );
    const stream = Readable.from(parts, { objectMode: false }).pipe(compressStream(coding));
    const bytes = await buffer(stream);
    expectWhole(bytes, text, 'parts');
    const { bytes: whole } = await compressStart(text, coding);
    expect(bytes.length).toBeLessThan(whole.length * 1.05);
  });

  test('a stream that is read slowly waits with what is written', async () => {
    const random = seededRandom(10);
    const parts = Array.from({ length: 32 }, () => randomBytes(kib64, random));
    const stream = Readable.from(parts, { objectMode: false }).pipe(compressStream(coding));
    const received: Buffer[] = [];
    let waiting = 0;
    for await (const bytes of stream) {
      received.push(bytes as Buffer);
      for (let turn = 0; turn < 100; turn += 1) await setImmediate();
      waiting = Math.max(waiting, stream.readableLength);
    }
    expectWhole(concat(...received), concat(...parts), 'read slowly');
    expect(waiting).toBeLessThan(4 * kib64);
  });

  test('an empty stream is valid', async () => {
    const stream = compressStream(coding);
    stream.end();
    expectWhole(await buffer(stream), Buffer.alloc(0), 'empty');
  });

  test.each([undefined, new Error('The source has failed')])(
    'a destroyed stream frees its compressor and reports its error only: %s',
    async (error) => {
      const { prototype } = coding === 'br' ? BrotliCompress : Gzip;
      const freed = vi.spyOn(prototype, '_destroy');
      const stream = compressStream(coding);
      const errors: unknown[] = [];
      stream.on('error', (reported) => errors.push(reported));
      stream.write(randomBytes(16 * kib64, seededRandom(11)));
      stream.destroy(error);
      await new Promise<void>((resolve) => {
        stream.once('close', () => resolve());
      });
      await vi.waitFor(() => expect(freed).toHaveBeenCalledOnce());
      expect(errors).toEqual(error === undefined ? [] : [error]);
    },
  );
});

test('gzip counts the bytes of a text modulo 4 GiB', () => {
  const start = {
    coding: 'gzip',
    bytes: Buffer.alloc(0),
    checksum: 0,
    length: 2 ** 32 - 2,
  } as const;
  const end = Buffer.from(compressEnd(start, Buffer.alloc(5)));
  expect(end.readUInt32LE(end.length - 4)).toBe(3);
});

const none = undefined;

test.each<[string | undefined, ReturnType<typeof chooseCoding>]>([
  [undefined, none],
  ['', none],
  // Browsers, curl, fetch of Node, Go.
  ['gzip, deflate, br, zstd', 'br'],
  ['deflate, gzip, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br, gzip, deflate', 'br'],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['deflate, zstd', none],
  ['identity', none],
  // Weights.
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0.8, gzip;q=0.5', 'br'],
  ['gzip;q=0.5, br;q=0.5', 'br'],
  ['gzip;q=0.001', 'gzip'],
  ['gzip;q=0.124, br;q=0.123', 'gzip'],
  ['gzip;q=1.000, br;q=0.999', 'gzip'],
  ['gzip;q=0', none],
  ['gzip;q=0.000, br;q=0.', none],
  ['gzip;q=1., br;q=0', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  // Any other coding.
  ['*', 'br'],
  ['*;q=0', none],
  ['br;q=0, *', 'gzip'],
  ['gzip, *;q=0', 'gzip'],
  ['gzip;q=0.5, *;q=0.4', 'gzip'],
  ['gzip;q=0.5, *;q=0.6', 'br'],
  ['deflate, *;q=0.5', 'br'],
  // No coding: named, as any other, or not named.
  ['identity, gzip', 'gzip'],
  ['identity, gzip;q=0.9', none],
  ['identity;q=0.5, gzip;q=0.4, br;q=0.5', 'br'],
  ['identity;q=0.6, gzip;q=0.4, br;q=0.5', none],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['identity;q=0', none],
  ['gzip;q=0.5, br;q=0, *;q=0.8', none],
  ['gzip;q=0.5, br;q=0, *;q=0.8, identity;q=0.1', 'gzip'],
  ['gzip;q=0.1', 'gzip'],
  // Names in any case, and the old one.
  ['GZIP', 'gzip'],
  ['Br;Q=0.5', 'br'],
  ['IDENTITY, gzip;q=0.5', none],
  ['x-gzip', 'gzip'],
  ['X-GZip;q=0.5, br;q=0.4', 'gzip'],
  ['x-br, x-identity, gzip2', none],
  // A coding that is named twice.
  ['gzip;q=0, gzip', 'gzip'],
  ['gzip, x-gzip;q=0', 'gzip'],
  ['gzip;q=0.9, br;q=0.8, br;q=0.1', 'gzip'],
  // Whitespace.
  ['  gzip\t;\t q=0.5 ,\tbr ; q=0.4 ', 'gzip'],
  [',, gzip ,,', 'gzip'],
  [' ', none],
  // Malformed members.
  ['gzip;q', none],
  ['gzip;q=', none],
  ['gzip;', none],
  ['gzip;q=2', none],
  ['gzip;q=1.001', none],
  ['gzip;q=0.1234', none],
  ['gzip;q=-1', none],
  ['gzip;q=.5', none],
  ['gzip;q=1e0', none],
  ['gzip;q="1"', none],
  ['gzip; q = 1', none],
  ['gzip;level=9', none],
  ['gzip;q=1;level=9', none],
  ['gzip br', none],
  ['"gzip"', none],
  ['gzip\u00a0', none],
  ['br;q=x, gzip;q=0.1', 'gzip'],
  ['identity;q=x, gzip;q=0.1', 'gzip'],
  ['br;q=x, *;q=0.5', 'br'],
])('Accept-Encoding %j selects %s', (acceptEncoding, coding) => {
  expect(chooseCoding(acceptEncoding)).toBe(coding);
  expect(chooseCoding(acceptEncoding)).toBe(coding);
});

test('the result is the same after many other headers, and for long ones', () => {
  const weights = Array.from({ length: 1_000 }, (_, n) => (n / 1_000).toFixed(3));
  const half = 0.5;
  for (const round of [1, 2]) {
    for (const weight of weights) {
      const expected = Number(weight) > half ? 'gzip' : 'br';
      const header = `br;q=0.5, gzip;q=${weight}`;
      expect([round, header, chooseCoding(header)]).toEqual([round, header, expected]);
    }
  }
  const many = 'deflate, '.repeat(1_000);
  expect(chooseCoding(`${many}gzip`)).toBe('gzip');
  expect(chooseCoding(`${many}br`)).toBe('br');
});

test('results are kept for a few short headers', () => {
  const set = vi.spyOn(Map.prototype, 'set');
  const kept = (header: string): Map<unknown, unknown> | undefined =>
    (set.mock.contexts as Map<unknown, unknown>[]).find((map) => map.has(header));
  chooseCoding('gzip, kept');
  const results = kept('gzip, kept');
  expect(results).toBeDefined();
  for (let n = 0; n < 1_000; n += 1) chooseCoding(`gzip, kept-${n}`);
  expect(kept('gzip, kept-999')).toBe(results);
  expect(results?.size).toBeLessThanOrEqual(64);
  chooseCoding(`gzip, ${'x'.repeat(200)}`);
  expect(kept(`gzip, ${'x'.repeat(200)}`)).toBeUndefined();
});

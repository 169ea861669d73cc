import { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  crc32,
  createBrotliCompress,
  createGzip,
  gzip,
  type BrotliOptions,
} from 'node:zlib';
import type { ContentCoding } from './content-coding.ts';

/*
 * A text that many answers start with is compressed once. The rest of each answer is appended to it
 * uncompressed, which both formats allow: the result is one standard stream, of one gzip member.
 *
 * The compressor is flushed, not finished. A flush ends at a whole byte (RFC 1951, section 3.2.4, an
 * empty stored block; RFC 7932, section 9.2, an empty metadata block), where another block can start.
 */

/** Shorter answers fit into one packet of a network anyway. */
export const compressibleBytes = 1_024;

/** The start of a compressed answer. Immutable: any number of answers may use it. */
export type CompressedStart =
  | { readonly coding: 'br'; readonly bytes: Uint8Array }
  | {
      readonly coding: 'gzip';
      readonly bytes: Uint8Array;
      /** The CRC-32 of the text. */
      readonly checksum: number;
      /** Bytes of the text. */
      readonly length: number;
    };

/**
 * Compresses the text that answers start with, in a thread of the pool.
 *
 * @param text must not change before the promise resolves.
 */
export const compressStart = async (
  text: Uint8Array,
  coding: ContentCoding,
): Promise<CompressedStart> => {
  if (coding === 'br') {
    const packed = await packBrotli(text, {
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
      params: { ...brotliParams, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    });
    return { coding, bytes: withoutSlack(packed) };
  }
  const packed = await packGzip(text, { finishFlush: constants.Z_SYNC_FLUSH });
  return { coding, bytes: withoutSlack(packed), checksum: crc32(text), length: text.length };
};

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

const brotliParams: NonNullable<BrotliOptions['params']> = {
  // The next level takes 50 % more time and saves 5 % of the bytes.
  [constants.BROTLI_PARAM_QUALITY]: 4,
  // 256 KiB, for each compression here and each decompression at a client. 4 MiB save 0.3 % of the bytes.
  [constants.BROTLI_PARAM_LGWIN]: 18,
};

/** The buffers of zlib are larger than what it wrote to them. */
const withoutSlack = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);

/**
 * Ends an answer that starts with `start`. Does not compress: fast for a short rest.
 *
 * @param rest the rest of the text, of any length.
 * @returns the bytes to send after `start.bytes`.
 */
export const compressEnd = (start: CompressedStart, rest: Uint8Array): Uint8Array =>
  start.coding === 'br' ? endBrotli(rest) : endGzip(rest, start.checksum, start.length);

/** What 16 bits can count, plus one: a block of Brotli has at least one byte. */
const brotliBlockBytes = 0x1_00_00;
/** The bit ISUNCOMPRESSED of a meta-block with a length of four nibbles. */
const isUncompressed = 1 << 19;
/** The bits ISLAST and ISLASTEMPTY. */
const lastEmptyBlock = 0b11;

/**
 * Uncompressed meta-blocks and the empty last one (RFC 7932, section 9.2). The header of 20 bits, lowest
 * first: ISLAST (1 bit, 0), MNIBBLES (2 bits, 0 for four nibbles), MLEN - 1 (16 bits), ISUNCOMPRESSED.
 */
const endBrotli = (rest: Uint8Array): Uint8Array => {
  const blocks = Math.ceil(rest.length / brotliBlockBytes);
  const bytes = Buffer.allocUnsafe(rest.length + blocks * 3 + 1);
  let at = 0;
  for (let from = 0; from < rest.length; from += brotliBlockBytes) {
    const block = rest.subarray(from, from + brotliBlockBytes);
    at = bytes.writeUIntLE(isUncompressed | ((block.length - 1) << 3), at, 3);
    bytes.set(block, at);
    at += block.length;
  }
  bytes.writeUInt8(lastEmptyBlock, at);
  return bytes;
};

const gzipBlockBytes = 0xff_ff;

/**
 * Stored blocks (RFC 1951, section 3.2.4), then the trailer of the member (RFC 1952, section 2.3.1). The
 * header of a block: BFINAL (in a byte of its own), LEN and its complement (2 bytes each).
 */
const endGzip = (rest: Uint8Array, checksum: number, length: number): Uint8Array => {
  // An empty rest needs a block too, because the start has no final one.
  const blocks = Math.max(1, Math.ceil(rest.length / gzipBlockBytes));
  const bytes = Buffer.allocUnsafe(rest.length + blocks * 5 + 8);
  let at = 0;
  for (let n = 0; n < blocks; n += 1) {
    const block = rest.subarray(n * gzipBlockBytes, (n + 1) * gzipBlockBytes);
    at = bytes.writeUInt8(n === blocks - 1 ? 1 : 0, at);
    at = bytes.writeUInt16LE(block.length, at);
    at = bytes.writeUInt16LE(~block.length & 0xff_ff, at);
    bytes.set(block, at);
    at += block.length;
  }
  at = bytes.writeUInt32LE(crc32(rest, checksum), at);
  // Modulo 2^32, as the format wants it.
  bytes.writeUInt32LE((length + rest.length) >>> 0, at);
  return bytes;
};

/**
 * Compresses what is written to it. Each part can be decompressed soon after it is written: parts wait
 * only while those before them are compressed, and are then compressed together. Destroying the stream
 * frees the compressor.
 */
export const compressStream = (coding: ContentCoding): Duplex => {
  const compressor =
    coding === 'br'
      ? createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params: brotliParams })
      : createGzip({ flush: constants.Z_SYNC_FLUSH });
  const stream = new Duplex({
    // zlib uses a thread for each write: one by one, small parts take seven times the processor time.
    writev: (parts, done) => {
      compressor.write(Buffer.concat(parts.map(({ chunk }) => chunk as Buffer)), done);
    },
    final: (done) => {
      compressor.end(done);
    },
    read: () => {
      compressor.resume();
    },
    destroy: (error, done) => {
      compressor.destroy();
      done(error);
    },
  });
  compressor.on('data', (bytes: Buffer) => {
    if (!stream.push(bytes)) compressor.pause();
  });
  compressor.once('end', () => stream.push(null));
  compressor.once('error', (error) => stream.destroy(error));
  return stream;
};

type Starts = Map<ContentCoding, Promise<CompressedStart>>;

/** By the text. The garbage collector removes the entry with the text. */
const cachedStarts = new WeakMap<Uint8Array, Starts>();

/** Like `compressStart`, but compresses each text once while it is in memory. */
export const sharedStart = (text: Uint8Array, coding: ContentCoding): Promise<CompressedStart> => {
  const starts: Starts = cachedStarts.get(text) ?? new Map();
  cachedStarts.set(text, starts);
  const cached = starts.get(coding);
  if (cached !== undefined) return cached;
  const start = compressStart(text, coding);
  starts.set(coding, start);
  start.catch(() => starts.delete(coding));
  return start;
};

import type { Context } from 'koa';
import { pipeline, Readable } from 'node:stream';
import type { SentContent } from '../../http/answer-cache/answer-cache.ts';
import { streamBytes } from '../../http/answer/byte-counts.ts';
import { LateJson } from '../../http/answer/late-json.ts';
import { isInParts, type BodyKind } from '../../http/answer/operation-answer.ts';
import { primeStream } from '../../http/answer/prime-stream.ts';
import {
  compressEnd,
  compressibleBytes,
  compressStream,
  type CompressedStart,
  sharedStart,
} from './compression.ts';
import type { ContentCoding } from './content-coding.ts';
import { lineStream, type WriteLines } from './line-stream.ts';
import { reserveFor, type Reserving } from './waiting-bytes.ts';

/** A body that is ready to be sent. */
export interface OpenedBody {
  /** Undefined if there is none. */
  readonly body: Buffer | Readable | undefined;
  readonly coding?: ContentCoding | undefined;
}

/** What many answers start with. */
export type AnswerStart =
  | CompressedStart
  | { readonly coding: undefined; readonly bytes: Uint8Array };

type Opening = Pick<Context, 'method'> & {
  readonly state: Reserving & { sent?: SentContent<AnswerStart> };
};

/** What follows the start. @param rest the rest of the text. */
export const endOf = (start: AnswerStart, rest: Uint8Array): Uint8Array =>
  start.coding === undefined ? rest : compressEnd(start, rest);

/**
 * Renders a body, or starts the stream of one. For HEAD, no stream is opened.
 *
 * @param coding for content.
 * @throws DomainError `overloaded`, before a large body is rendered or read; what the body throws.
 */
export const openBody = async (
  ctx: Opening,
  kind: BodyKind,
  body: unknown,
  coding: ContentCoding | undefined,
): Promise<OpenedBody> => {
  const isHead = ctx.method === 'HEAD';
  if (body === undefined) return { body };
  if (body instanceof LateJson) {
    reserveFor(ctx, body.size);
    const bytes = body.renderStart();
    const end = Buffer.from(body.renderEnd?.(body.facts) ?? '');
    const isWorthIt = coding !== undefined && bytes.length + end.length >= compressibleBytes;
    const start = isWorthIt ? await sharedStart(bytes, coding) : { coding: undefined, bytes };
    ctx.state.sent = { start, renderEnd: body.renderEnd };
    return { body: Buffer.concat([start.bytes, endOf(start, end)]), coding: start.coding };
  }
  if (kind === 'events') {
    // Reserves the bytes of each page itself.
    return { body: isHead ? Readable.from([]) : await streamOf(body as AsyncIterable<Uint8Array>) };
  }
  if (kind === 'ndjson' || kind === 'bytes' || isInParts(body)) {
    const bytes = kind === 'bytes' ? streamBytes.file : streamBytes.values;
    if (isHead) return { body: kind === 'bytes' ? Buffer.alloc(0) : Readable.from([]), coding };
    reserveFor(ctx, bytes);
    const stream =
      kind === 'ndjson'
        ? await lineStream(body as WriteLines)
        : await streamOf(body as AsyncIterable<Uint8Array | string>);
    if (coding === undefined) return { body: stream };
    return { body: pipeline(stream, compressStream(coding), () => undefined), coding };
  }
  // A string is HTML, or JSON text already.
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  reserveFor(ctx, bytes.length);
  return { body: bytes };
};

const streamOf = async (chunks: AsyncIterable<Uint8Array | string>): Promise<Readable> =>
  Readable.from(await primeStream(chunks), { objectMode: false });

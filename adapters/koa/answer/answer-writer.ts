import { pipeline, Readable } from 'node:stream';
import type { Context } from 'koa';
import { isConditional, returnsReply, type Operation } from '../../../contracts/index.ts';
import { joinChunks } from '../../../core/index.ts';
import { policyOf } from '../pages/page-policy.ts';
import { JsonChunks, lengthOf } from './chunked-answer.ts';
import { compressEnd, compressibleBytes, compressStart, compressStream } from './compression.ts';
import type { ContentCoding } from './content-coding.ts';
import { matchesTag } from './entity-tag.ts';
import { lineStream, primeStream, type WriteLines } from './primed-stream.ts';

/** The result of a handler, from either form of `Output`. */
interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, number | string | readonly string[] | undefined>>;
  readonly body: unknown;
}

/** Sends the result of an operation's handler. @param coding for a body that is worth compressing. */
export type SendAnswer = (
  ctx: Context,
  output: unknown,
  coding: ContentCoding | undefined,
) => Promise<void>;

export const answerWriter = (operation: Operation): SendAnswer => {
  const { success } = operation;
  const hasHeaders = returnsReply(operation);
  const isConditionalGet = isConditional(operation);
  return async (ctx, output, coding) => {
    const answer = hasHeaders
      ? readReply(output, success.status)
      : { status: success.status, headers: {}, body: output };
    // Before the range is applied (RFC 9110, section 13.2.2).
    if (isConditionalGet && isNotModified(ctx, answer)) {
      setHeaders(ctx, answer);
      ctx.remove('Content-Range');
      ctx.status = 304;
      return;
    }
    // Opened before the status is set, so that a failure can still become an error answer.
    const opened = await openBody(ctx, success.kind, answer.body);
    const coded = coding === undefined ? undefined : await compressed(opened, coding);
    ctx.status = answer.status;
    setHeaders(ctx, answer);
    // Caches must not store an error, whatever the handler set for a success.
    if (answer.status >= 400) ctx.set('Cache-Control', 'no-store');
    if (success.kind === 'html') ctx.set('Content-Security-Policy', policyOf(operation));
    sendBody(ctx, success.kind, coded ?? opened);
    if (coding !== undefined && coded !== undefined) ctx.set('Content-Encoding', coding);
  };
};

const readReply = (output: unknown, status: number): Answer => {
  const reply: Partial<Answer> = typeof output === 'object' && output !== null ? output : {};
  return { status: reply.status ?? status, headers: reply.headers ?? {}, body: reply.body };
};

const setHeaders = (ctx: Context, { headers }: Answer): void => {
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    // Other parts of the application add names too.
    if (name === 'Vary') ctx.vary(String(value));
    else ctx.set(name, typeof value === 'object' ? [...value] : String(value));
  }
};

const isNotModified = (ctx: Context, { headers }: Answer): boolean => {
  const tag = headers['ETag'];
  return tag !== undefined && matchesTag(ctx.headers['if-none-match'], String(tag));
};

type Kind = Operation['success']['kind'];

/** Starts a body that is a stream. For HEAD nothing is opened. */
const openBody = async (ctx: Context, kind: Kind, body: unknown): Promise<unknown> => {
  const isHead = ctx.method === 'HEAD';
  if (kind === 'ndjson') return isHead ? Readable.from([]) : lineStream(body as WriteLines);
  if (kind === 'json' && isInParts(body)) return isHead ? Readable.from([]) : streamOf(body);
  if (kind !== 'bytes' || body === undefined) return body;
  if (isHead) return Buffer.alloc(0);
  return streamOf(body as AsyncIterable<Uint8Array>);
};

/** JSON text that is too large to hold in memory at once. */
const isInParts = (body: unknown): body is AsyncIterable<string> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

const streamOf = async (chunks: AsyncIterable<Uint8Array | string>): Promise<Readable> =>
  Readable.from(await primeStream(chunks), { objectMode: false });

/** @returns undefined for a body that is not worth it. */
const compressed = async (body: unknown, coding: ContentCoding): Promise<unknown> => {
  if (body instanceof Readable) return pipeline(body, compressStream(coding), () => undefined);
  if (!(body instanceof JsonChunks) || lengthOf(body) < compressibleBytes) return undefined;
  const start = await compressStart(joinChunks([...body.first, body.last]), coding);
  return new JsonChunks([start.bytes], compressEnd(start, new Uint8Array()));
};

const sendBody = (ctx: Context, kind: Kind, body: unknown): void => {
  switch (kind) {
    case 'json':
      if (body instanceof Readable) return sendStream(ctx, jsonType, body);
      if (body instanceof JsonChunks) return sendChunks(ctx, jsonType, body);
      // A string is JSON text already.
      return sendText(ctx, jsonType, typeof body === 'string' ? body : JSON.stringify(body));
    case 'html':
      return sendText(ctx, 'text/html; charset=utf-8', String(body));
    case 'redirect':
      return sendNothing(ctx);
    case 'ndjson':
      return sendStream(ctx, 'application/x-ndjson', body);
    case 'bytes':
      return body === undefined ? sendNothing(ctx) : sendBytes(ctx, body);
  }
};

const jsonType = 'application/json; charset=utf-8';

const sendStream = (ctx: Context, type: string, stream: unknown): void => {
  ctx.set('Content-Type', type);
  ctx.body = stream;
};

/** Sends the text with its length, in one write. */
export const sendText = (ctx: Context, type: string, text: string): void => {
  ctx.set('Content-Type', type);
  ctx.body = Buffer.from(text);
};

const sendChunks = (ctx: Context, type: string, body: JsonChunks): void => {
  const { first, last } = body;
  ctx.set('Content-Type', type);
  ctx.body = Buffer.from(last.buffer, last.byteOffset, last.length);
  ctx.length = lengthOf(body);
  ctx.state.firstChunks = first;
};

/** Koa removes `Content-Length` when the body is a stream, and recomputes it for a buffer (HEAD). */
const sendBytes = (ctx: Context, bytes: unknown): void => {
  const length = ctx.response.get('Content-Length');
  ctx.body = bytes;
  if (length !== '') ctx.set('Content-Length', length);
};

const sendNothing = (ctx: Context): void => {
  const { status } = ctx;
  ctx.body = null;
  // Koa sets 204 when the body is null.
  ctx.status = status;
};

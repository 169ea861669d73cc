import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { isConditional, returnsReply, type Operation } from '../../contracts/index.ts';
import { begunBytes } from './begun-bytes.ts';
import { namesTag } from './entity-tag.ts';
import { lineStream, type WriteLines } from './line-stream.ts';

/** What a handler returned, whichever of the two forms of `Output` it has. */
interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, number | string | readonly string[] | undefined>>;
  readonly body: unknown;
}

/** Sends what the handler of an operation returned. */
export type SendAnswer = (ctx: Context, output: unknown) => Promise<void>;

export const answerWriter = (operation: Operation, pagePolicy: string): SendAnswer => {
  const { success } = operation;
  const hasHeaders = returnsReply(operation);
  const isConditionalGet = isConditional(operation);
  return async (ctx, output) => {
    const answer = hasHeaders ? readReply(output, success.status) : bare(output, success.status);
    if (isConditionalGet && isKnown(ctx, answer)) {
      setHeaders(ctx, answer);
      ctx.remove('Content-Range');
      ctx.status = 304;
      return;
    }
    // The body begins before anything is said of it: until then, a failure is answered as one.
    const body = await begin(ctx, success.kind, answer.body);
    ctx.status = answer.status;
    setHeaders(ctx, answer);
    // Not what was asked for: a cache must not give it to the next who asks.
    if (answer.status >= 400) ctx.set('Cache-Control', 'no-store');
    sendBody(ctx, success.kind, body, pagePolicy);
  };
};

const bare = (body: unknown, status: number): Answer => ({ status, headers: {}, body });

const readReply = (output: unknown, status: number): Answer => {
  const reply: Partial<Answer> = typeof output === 'object' && output !== null ? output : {};
  return { status: reply.status ?? status, headers: reply.headers ?? {}, body: reply.body };
};

const setHeaders = (ctx: Context, { headers }: Answer): void => {
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) ctx.set(name, typeof value === 'object' ? [...value] : String(value));
  }
};

/**
 * A condition is looked at before a range is (RFC 9110, section 13.2.2): of what the caller has, no
 * part is sent again, and none is missed.
 */
const isKnown = (ctx: Context, { headers }: Answer): boolean => {
  const known = ctx.get('If-None-Match');
  return known !== '' && namesTag(known, String(headers['ETag']));
};

type Kind = Operation['success']['kind'];

/** Starts what comes bit by bit, unless nobody will read it: then it is not even opened. */
const begin = async (ctx: Context, kind: Kind, body: unknown): Promise<unknown> => {
  const isHead = ctx.method === 'HEAD';
  if (kind === 'ndjson') return isHead ? Readable.from([]) : lineStream(body as WriteLines);
  if (kind === 'json' && isInParts(body)) return isHead ? Readable.from([]) : streamOf(body);
  if (kind !== 'bytes' || body === undefined) return body;
  if (isHead) return Buffer.alloc(0);
  return streamOf(body as AsyncIterable<Uint8Array>);
};

/** JSON that is too large to be in memory as a whole. */
const isInParts = (body: unknown): body is AsyncIterable<string> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

const streamOf = async (chunks: AsyncIterable<Uint8Array | string>): Promise<Readable> =>
  Readable.from(await begunBytes(chunks), { objectMode: false });

const sendBody = (ctx: Context, kind: Kind, body: unknown, pagePolicy: string): void => {
  switch (kind) {
    case 'json':
      return body instanceof Readable
        ? sendStream(ctx, jsonType, body)
        : sendText(ctx, jsonType, toJson(body));
    case 'html':
      ctx.set('Content-Security-Policy', pagePolicy);
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

/** In one write and with its length. */
export const sendText = (ctx: Context, type: string, text: string): void => {
  ctx.set('Content-Type', type);
  ctx.body = Buffer.from(text);
};

/** Text is JSON that was rendered before. */
const toJson = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** Koa forgets the length of what it cannot measure, and measures what stands for a body unread. */
const sendBytes = (ctx: Context, bytes: unknown): void => {
  const length = ctx.response.get('Content-Length');
  ctx.body = bytes;
  if (length !== '') ctx.set('Content-Length', length);
};

const sendNothing = (ctx: Context): void => {
  const { status } = ctx;
  ctx.body = null;
  // To Koa, no body means 204.
  ctx.status = status;
};

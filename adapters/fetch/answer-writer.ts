import { isConditional, type Operation } from '../../contracts/index.ts';
import { matchesTag } from '../http/answer/entity-tag.ts';
import { streamBytes } from '../http/answer/byte-counts.ts';
import { LateJson } from '../http/answer/late-json.ts';
import {
  answerReader,
  contentTypes,
  isInParts,
  type Answer,
  type BodyKind,
} from '../http/answer/operation-answer.ts';
import { pageHeadersOf } from '../http/pages/page-policy.ts';
import type { RequestHead } from '../http/request-head.ts';
import type { AnswerState } from './answer-state.ts';
import { lineStream, streamOf, withLength, type WriteLines } from './answer-streams.ts';
import { waitingStream, waitingText } from './waiting-body.ts';

const utf8 = new TextDecoder();

/** Answers with the result of an operation's handler. */
export type WriteAnswer = (
  head: RequestHead,
  state: AnswerState,
  output: unknown,
) => Promise<Response>;

export const answerWriter = (operation: Operation): WriteAnswer => {
  const { kind } = operation.success;
  const read = answerReader(operation);
  const isConditionalGet = isConditional(operation);
  const pageHeaders = pageHeadersOf(operation);
  return async (head, state, output) => {
    const { headers } = state;
    const answer = read(output);
    const tag = answer.headers['ETag'];
    // Before the range is applied (RFC 9110, section 13.2.2).
    if (isConditionalGet && tag !== undefined) {
      if (matchesTag(head.headers['if-none-match'], String(tag))) {
        setHeaders(headers, answer.headers);
        headers.delete('Content-Range');
        return new Response(null, { status: 304, headers });
      }
    }
    // Opened before the headers are set, so that a failure can still become an error answer.
    const body = await openBody(head, state, kind, answer);
    setHeaders(headers, answer.headers);
    if (answer.status >= 400) headers.set('Cache-Control', 'no-store');
    const type = contentTypes[kind];
    if (type !== undefined && answer.body !== undefined) headers.set('Content-Type', type);
    if (kind === 'html') setHeaders(headers, pageHeaders(head.headers));
    return new Response(body, { status: answer.status, headers });
  };
};

export const setHeaders = (headers: Headers, own: Answer['headers']): void => {
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined) continue;
    if (typeof value === 'object') for (const each of value) headers.append(name, each);
    // Other parts of the adapter add names too.
    else if (name === 'Vary' || name === 'Preference-Applied') headers.append(name, String(value));
    else headers.set(name, String(value));
  }
};

/** Renders a body, or starts the stream of one. For HEAD, only content is rendered, which a GET may have later. */
const openBody = async (
  { method }: RequestHead,
  state: AnswerState,
  kind: BodyKind,
  { body, headers }: Answer,
): Promise<ConstructorParameters<typeof Response>[0]> => {
  const isHead = method === 'HEAD';
  if (body === undefined) return null;
  if (body instanceof LateJson) {
    const { renderEnd } = body;
    const start = utf8.decode(body.renderStart());
    state.sent = { start, renderEnd };
    if (isHead) return null;
    return waitingText(state, start + (renderEnd?.(body.facts) ?? ''));
  }
  if (isHead) return null;
  // Reserves the bytes of each page itself.
  if (kind === 'events') return streamOf(body as AsyncIterable<Uint8Array>);
  if (kind === 'ndjson') {
    return waitingStream(state, streamBytes.values, () => lineStream(body as WriteLines));
  }
  if (isInParts(body)) {
    const length = headers['Content-Length'];
    const bytes = kind === 'bytes' ? streamBytes.file : streamBytes.values;
    const stream = await waitingStream(state, bytes, () => streamOf(body));
    return typeof length === 'number' ? withLength(stream, length) : stream;
  }
  // A string is HTML, or JSON text already.
  return waitingText(state, typeof body === 'string' ? body : JSON.stringify(body));
};

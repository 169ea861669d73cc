import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Actor } from '../../../core/index.ts';
import { contextOf, type RequestContext } from '../request-context.ts';
import type { RequestState } from '../request-state.ts';
import { JsonChunks, lengthOf } from './chunked-answer.ts';
import { compressibleBytes } from './compression.ts';
import type { ContentCoding } from './content-coding.ts';
import { matchesTag } from './entity-tag.ts';
import type { KeptAnswer } from './kept-answers.ts';
import { writeHead, type HeadTemplate, type HeadTemplates } from './head-template.ts';

/** What a caller asks for. */
export interface AskedAnswer {
  /** Equal for requests whose answers differ only in what they read. */
  readonly key: string;
  readonly actor: Actor;
  /** The coding for an answer that is worth compressing. */
  readonly coding: ContentCoding | undefined;
}

/** Runs the handler of a request again, with the input that was validated. */
export type ReadAgain = (context: RequestContext) => Promise<unknown>;

/** A request that the application has answered with content, and what is the same for each answer. */
export interface KnownRequest {
  /** The path template. */
  readonly route: string;
  readonly heads: HeadTemplates;
  readonly read: ReadAgain;
  /** The last answer. */
  answer?: KeptAnswer | undefined;
}

/** Requests that need no routing, no validation and no other step, because they were answered before. */
export interface KnownRequests {
  readonly add: (key: string, known: KnownRequest) => void;
  readonly find: (key: string) => KnownRequest | undefined;
}

const maxRequests = 6_000;
const maxKeyLength = 1_024;

export const knownRequests = (): KnownRequests => {
  const requests = new Map<string, KnownRequest>();
  return {
    add: (key, known) => {
      if (key.length > maxKeyLength) return;
      requests.set(key, known);
      // Drops the oldest one. If a client sends it again, the application answers, and it is added again.
      const [first] = requests.keys();
      if (requests.size > maxRequests && first !== undefined) requests.delete(first);
    },
    find: (key) => requests.get(key),
  };
};

/** The result of a handler that returns content. */
interface ContentReply {
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  readonly body: JsonChunks;
}

/**
 * Reads the content again, and sends it. Leaves all other results to the application, which goes on with
 * `state.outcome`: errors, large lists, and answers to be compressed.
 *
 * Node sends no body for HEAD, and nothing to a client that has disconnected.
 *
 * @param asked with the address by which rate limits count.
 * @returns the `ETag` if the answer was sent.
 */
export const sendAgain = async (
  known: KnownRequest,
  asked: AskedAnswer & { readonly client: string },
  request: IncomingMessage,
  response: ServerResponse,
  state: RequestState,
): Promise<string | undefined> => {
  const { actor, client, coding } = asked;
  const outcome = known.read(contextOf(request, state, actor, client));
  state.route = known.route;
  state.outcome = outcome;
  const reply = await outcome.catch(() => undefined);
  if (!isContentReply(reply)) return undefined;
  const length = lengthOf(reply.body);
  if (coding !== undefined && length >= compressibleBytes) return undefined;
  const current = { 'X-Request-Id': state.requestId, 'Content-Length': length, ...reply.headers };
  const { whole, notModified } = known.heads;
  if (!hasAll(whole, current)) return undefined;
  const tag = String(reply.headers['ETag']);
  if (matchesTag(request.headers['if-none-match'], tag)) {
    writeHead(response, 304, notModified, current);
    response.end();
    return tag;
  }
  writeHead(response, 200, whole, current);
  const { first, last } = reply.body;
  for (const chunk of first) response.write(chunk);
  response.end(last);
  return tag;
};

/** Whether a handler returned content as ready text. */
export const isContentReply = (reply: unknown): reply is ContentReply =>
  typeof reply === 'object' &&
  reply !== null &&
  'body' in reply &&
  reply.body instanceof JsonChunks &&
  'headers' in reply;

/** Whether the template has a gap for each value. The cache plugin adds headers while it is on. */
const hasAll = ({ gaps }: HeadTemplate, current: object): boolean =>
  gaps.length === Object.keys(current).length;

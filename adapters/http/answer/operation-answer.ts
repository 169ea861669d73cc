import { returnsReply, type Operation } from '../../../contracts/index.ts';
import type { Actor } from '../../../core/index.ts';

/** The result of a handler, from either form of `Output`. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, number | string | readonly string[] | undefined>>;
  readonly body: unknown;
}

/** Reads the results of the handler of an operation. */
export const answerReader = (operation: Operation): ((output: unknown) => Answer) => {
  const { status } = operation.success;
  if (!returnsReply(operation)) return (output) => ({ status, headers: {}, body: output });
  return (output) => {
    const reply: Partial<Answer> = typeof output === 'object' && output !== null ? output : {};
    return { status: reply.status ?? status, headers: reply.headers ?? {}, body: reply.body };
  };
};

export type BodyKind = Operation['success']['kind'];

/** The `Content-Type` of each kind of body; undefined if there is none, or if the headers contain it. */
export const contentTypes: Readonly<Record<BodyKind, string | undefined>> = {
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ndjson: 'application/x-ndjson',
  events: 'text/event-stream; charset=utf-8',
  redirect: undefined,
  // Each has its own.
  bytes: undefined,
};

/** Whether a body is JSON text that is too large to hold in memory at once. */
export const isInParts = (body: unknown): body is AsyncIterable<Uint8Array | string> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

interface Caching {
  readonly vary: readonly string[];
  readonly cacheControl: string;
}

/**
 * Lets caches store public reads, with revalidation on each use: any cache for anonymous callers, a
 * private cache for others. A handler can override this.
 *
 * With strict handling, the response to a URL with a query can be an error. A URL without one has the
 * same response, which then does not vary: some CDNs do not store responses that vary by other headers.
 */
export const cachingOf = (
  { auth, method }: Operation,
  actor: Actor,
  hasQuery: boolean,
): Caching => {
  const prefer = method === 'get' && hasQuery ? ['Prefer'] : [];
  if (method !== 'get' || auth !== 'public') return { vary: prefer, cacheControl: 'no-store' };
  return {
    vary: [...prefer, 'Authorization, Cookie, X-API-Key'],
    cacheControl: actor.kind === 'anonymous' ? 'no-cache' : 'private, no-cache',
  };
};

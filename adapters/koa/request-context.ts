import type { IncomingMessage } from 'node:http';
import type { Actor, Reusable } from '../../core/index.ts';
import { readCookie } from './caller/cookies.ts';
import { causeOf, type RequestCause } from './caller/request-cause.ts';
import type { RequestState } from './request-state.ts';

/** What a handler gets besides the validated input. */
export interface RequestContext {
  readonly actor: Actor;
  /** The address by which rate limits count; see `caller/client-address.ts`. */
  readonly client: string;
  /** The value of a cookie; undefined if the request does not have it. */
  readonly cookie: (name: string) => string | undefined;
  /** What made a browser send it. A GET with side effects has them only if it was the user. */
  readonly cause: () => RequestCause;
  /** Milliseconds since the request arrived. */
  readonly elapsedMs: () => number;
  /** Lets equal requests have the answer. @returns for how many milliseconds; 0 if they cannot. */
  readonly allowReuse: (reusable: Reusable) => number;
}

export const contextOf = (
  { headers }: IncomingMessage,
  state: RequestState,
  actor: Actor,
  client: string,
): RequestContext => ({
  actor,
  client,
  cookie: (name) => readCookie(headers.cookie, name),
  cause: () => causeOf(headers),
  elapsedMs: state.elapsedMs,
  // What other headers decide is not known.
  allowReuse: (reusable) =>
    state.operation?.headers === undefined ? (state.reuse?.allow(reusable) ?? 0) : 0,
});

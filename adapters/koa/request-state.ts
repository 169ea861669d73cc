import type { Middleware } from 'koa';
import type { Operation } from '../../contracts/index.ts';
import type { SentContent } from './answer/open-body.ts';
import type { Reuse } from './fast/reuse.ts';

/** What is known about a request while it is answered. `ctx.state` in Koa. */
export interface RequestState {
  /** Sent as `X-Request-Id` and written to the log. */
  requestId: string;
  /** Milliseconds since the request arrived. */
  elapsedMs: () => number;
  /** Counts what the answer holds in memory until it is sent. @returns false if too much waits already. */
  reserve: (bytes: number) => boolean;
  /** The path template of the matching route, for the log. */
  route?: string;
  /** Set once an operation matches. */
  operation?: Operation;
  /** Set if equal requests may have the same answer. */
  reuse?: Reuse;
  /** Set if the answer is content. */
  sent?: SentContent;
}

/** Koa middleware of this app. */
export type Step = Middleware<RequestState>;

import type { Middleware } from 'koa';
import type { Operation } from '../../contracts/index.ts';

/** What the steps of one request tell each other, as `ctx.state`. */
export interface RequestState {
  /** Names the request in the log and in its answer. */
  requestId: string;
  /** Milliseconds since the request arrived. */
  elapsedMs: () => number;
  /** The path template that was met; of the log. */
  route?: string;
  /** The operation that was met, once one was. */
  operation?: Operation;
}

/** One step on the way of a request. */
export type Step = Middleware<RequestState>;

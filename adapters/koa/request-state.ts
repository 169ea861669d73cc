import type { Middleware } from 'koa';
import type { Operation } from '../../contracts/index.ts';
import type { Actor } from '../../core/index.ts';
import type { KeepableAnswer } from './answer/kept-answers.ts';
import type { ReadAgain } from './answer/known-requests.ts';

/** What is known about a request while it is answered. `ctx.state` in Koa. */
export interface RequestState {
  /** Sent as `X-Request-Id` and written to the log. */
  requestId: string;
  /** Milliseconds since the request arrived. */
  elapsedMs: () => number;
  /** The path template of the matching route, for the log. */
  route?: string;
  /** Set once an operation matches. */
  operation?: Operation;
  /** Who receives the answer. */
  actor?: Actor;
  /** Precede the body; see `answer/chunked-answer.ts`. */
  firstChunks?: readonly Uint8Array[];
  /** Set if the answer can be kept. */
  keepable?: KeepableAnswer;
  /** Set if the answer is content. */
  readAgain?: ReadAgain;
  /** The result of the handler, if it has run already; see `answer/short-path.ts`. */
  outcome?: Promise<unknown>;
}

/** Koa middleware of this app. */
export type Step = Middleware<RequestState>;

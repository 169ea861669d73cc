import type { Middleware } from 'koa';
import type { Operation } from '../../contracts/index.ts';
import type { Reuse, SentContent } from '../http/answer-cache/answer-cache.ts';
import type { AnswerStart } from './answer/open-body.ts';
import type { Reserving } from './answer/waiting-bytes.ts';

/** The state of a request while it is answered. `ctx.state` in Koa. */
export interface RequestState extends Reserving {
  /** Sent as `X-Request-Id` and written to the log. */
  requestId: string;
  /** Milliseconds since the request arrived. */
  elapsedMs: () => number;
  /** The path template of the matching route, for the log. */
  route?: string;
  /** Set once an operation matches. */
  operation?: Operation;
  /** Set if the text of the body is needed again: called with it before it is parsed. */
  keepText?: (text: string) => void;
  /** Set if equal requests may have the same answer. */
  reuse?: Reuse;
  /** Set if the answer is content. */
  sent?: SentContent<AnswerStart>;
}

/** Koa middleware of this app. */
export type Step = Middleware<RequestState>;

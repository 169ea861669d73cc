import type { Operation } from '../../contracts/index.ts';
import type { Reserve } from '../../core/index.ts';
import type { Reuse, SentContent } from '../http/answer-cache/answer-cache.ts';

/** The state of a request while it is answered. */
export interface AnswerState {
  readonly requestId: string;
  /** Of the answer. */
  readonly headers: Headers;
  /** Milliseconds since the request arrived. */
  readonly elapsedMs: () => number;
  /** By what rate limits count. */
  readonly client: () => string;
  /** Counts bytes that wait to be sent to the client. */
  readonly reserve: Reserve;
  /** Aborted when the client has left. */
  readonly signal: AbortSignal;
  /** The path template of the matching route, for the log. */
  route?: string;
  /** Set once an operation matches. */
  operation?: Operation;
  /** Set if equal requests may have the same answer. */
  reuse?: Reuse;
  /** Set if the answer is content. */
  sent?: SentContent<string>;
}

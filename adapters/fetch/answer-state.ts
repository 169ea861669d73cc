import type { Operation } from '../../contracts/index.ts';
import type { Reserve, Reusable } from '../../core/index.ts';
import type { LateJson } from '../http/answer/late-json.ts';

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
  /** Set once an operation matches. */
  operation?: Operation;
  /** Set if equal requests may have the same answer. */
  reuse?: Reusable;
  /** Set if the answer is content: what is the same in all answers, and what renders the rest. */
  sent?: { readonly text: string; readonly renderEnd: LateJson['renderEnd'] };
}

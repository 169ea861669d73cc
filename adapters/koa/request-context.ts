import type { Actor } from '../../core/index.ts';
import type { KeepableAnswer } from './answer/kept-answers.ts';

/** What a handler gets besides the validated input. */
export interface RequestContext {
  readonly actor: Actor;
  /** The address by which rate limits count; see `caller/client-address.ts`. */
  readonly client: string;
  /** The value of a cookie; undefined if the request does not have it. */
  readonly cookie: (name: string) => string | undefined;
  /** Milliseconds since the request arrived. */
  readonly elapsedMs: () => number;
  /** Offers the answer to requests that ask the same. */
  readonly keep: (answer: KeepableAnswer) => void;
}

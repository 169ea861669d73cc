import type { CacheHit, WindowCount } from '../../core/index.ts';

export type CacheRequest =
  | { readonly call: 'get'; readonly key: string }
  | { readonly call: 'set'; readonly key: string; readonly value: string; readonly ttlMs: number }
  | { readonly call: 'increment'; readonly key: string; readonly ttlMs: number };

/** What a call came to; of `set`, and of a miss, there is nothing to tell. */
export interface CacheReply {
  readonly hit?: CacheHit | undefined;
  readonly window?: WindowCount | undefined;
  /** The store itself failed. */
  readonly hasFailed?: boolean;
}

/** Calls that were made together, from a worker to the primary. */
export interface CacheRequests {
  readonly kind: 'cache-requests';
  /** Counts the batches of one worker. */
  readonly batch: number;
  readonly requests: readonly CacheRequest[];
}

/** The replies to a batch, in the order of its calls. */
export interface CacheReplies {
  readonly kind: 'cache-replies';
  readonly batch: number;
  readonly replies: readonly CacheReply[];
}

/** Other messages pass through the same channel. */
export const isOfKind = <Message extends CacheRequests | CacheReplies>(
  message: unknown,
  kind: Message['kind'],
): message is Message =>
  typeof message === 'object' && message !== null && 'kind' in message && message.kind === kind;

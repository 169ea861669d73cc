import type { Greeting } from '../welcome.ts';

/** What a worker tells its primary. */
export type WorkerMessage =
  | { readonly kind: 'ready'; readonly greeting: Omit<Greeting, 'config'> }
  | { readonly kind: 'health-told'; readonly address: string; readonly isReady: boolean }
  /** Why it ends. */
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * What a primary tells its workers: first that they are about to end, so that they say so to who
 * asks, then, once who watches knows, to end.
 */
export type PrimaryMessage =
  /** A client's, which comes with the message. */
  | { readonly kind: 'connection' }
  | { readonly kind: 'announce-end'; readonly signal: string }
  | { readonly kind: 'end' };

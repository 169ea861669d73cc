import type { Actor } from '../../core/index.ts';

/** What a handler gets besides the validated input. */
export interface RequestContext {
  readonly actor: Actor;
  /** The address by which rate limits count; see `caller/client-address.ts`. */
  readonly client: string;
  /** Milliseconds since the request arrived. */
  readonly elapsedMs: () => number;
}

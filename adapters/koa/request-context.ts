import type { Actor } from '../../core/index.ts';

/** What a handler knows of a request beside its validated input. */
export interface RequestContext {
  readonly actor: Actor;
  /** The address that limits count; see `client-address.ts`. */
  readonly client: string;
  /** Milliseconds since the request arrived. */
  readonly elapsedMs: () => number;
}

import type { ContentCache } from './caching/content-cache.ts';
import type { TieredCache } from './caching/tiered-cache.ts';
import type { Gate, KeyedGates } from './concurrency/gate.ts';
import type { ContentWriter } from './content/content-writer.ts';
import type { Notify } from './events/domain-event.ts';
import type { AskHooks } from './hooks/ask-hooks.ts';
import type { Hook } from './hooks/hook.ts';
import type { Ports } from './ports/ports.ts';

/** Everything that a use case can depend on: the ports, and parts of the core that use cases share. */
export interface Dependencies extends Ports {
  readonly hooks: readonly Hook[];
  readonly askHooks: AskHooks;
  readonly notify: Notify;
  /** The claims of verified session tokens. */
  readonly sessionCache: TieredCache;
  readonly contentCache: ContentCache;
  readonly contentWriter: ContentWriter;
  /** Makes conflicting writes to one item wait for each other. Keys are item ids. */
  readonly itemGates: KeyedGates;
  /** Limits how many large pages are read at the same time. */
  readonly largePageGate: Gate;
  /** The maximum size of a file, in bytes. */
  readonly uploadMaxBytes: number;
}

import type { TokenUses } from './api-tokens/token-uses.ts';
import type { CacheCounter } from './cache/cache-counts.ts';
import type { PageCache } from './cache/page-cache.ts';
import type { Gate, KeyedGates } from './concurrency/gate.ts';
import type { ContentWriter } from './content/content-writer.ts';
import type { Notify } from './events/domain-event.ts';
import type { AskHooks } from './hooks/ask-hooks.ts';
import type { Hook } from './hooks/hook.ts';
import type { Ports, Repositories } from './ports/ports.ts';

/** Everything that a use case can depend on: the ports, the repositories, and what use cases share. */
export interface Dependencies extends Ports, Repositories {
  readonly hooks: readonly Hook[];
  readonly askHooks: AskHooks;
  readonly notify: Notify;
  readonly contentWriter: ContentWriter;
  readonly tokenUses: TokenUses;
  readonly pageCache: PageCache;
  readonly cacheCounter: CacheCounter;
  /** Makes conflicting writes to one item wait for each other. Keys are item ids. */
  readonly itemGates: KeyedGates;
  /** Limits how many large pages are read at the same time. */
  readonly largePageGate: Gate;
  /** The maximum size of a file, in bytes. */
  readonly uploadMaxBytes: number;
}

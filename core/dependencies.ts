import type { ContentCache } from './caching/content-cache.ts';
import type { Gate, KeyedGates } from './concurrency/gate.ts';
import type { ContentWriter } from './content/content-writer.ts';
import type { KnownPlaces } from './content/known-places.ts';
import type { Notify } from './events/domain-event.ts';
import type { AskHooks } from './hooks/ask-hooks.ts';
import type { FreshMemory } from './freshness/fresh-memory.ts';
import type { KeptRepositories } from './freshness/kept-repositories.ts';
import type { Writes } from './freshness/writes.ts';
import type { Hook } from './hooks/hook.ts';
import type { Ports } from './ports/ports.ts';
import type { UnitOfWork } from './ports/unit-of-work.ts';

/**
 * Everything that a use case can depend on: the ports, and parts of the core that use cases share. What
 * instances keep in memory is written through `writes` only.
 */
export interface Dependencies
  extends Omit<Ports, 'coordinator' | 'unitOfWork' | keyof KeptRepositories>, KeptRepositories {
  readonly memory: FreshMemory;
  readonly writes: Writes;
  readonly unitOfWork: Pick<UnitOfWork, 'snapshot'>;
  readonly hooks: readonly Hook[];
  readonly askHooks: AskHooks;
  readonly notify: Notify;
  readonly contentCache: ContentCache;
  readonly contentWriter: ContentWriter;
  readonly knownPlaces: KnownPlaces;
  /** Makes conflicting writes to one item wait for each other. Keys are item ids. */
  readonly itemGates: KeyedGates;
  /** Limits how many large pages are read at the same time. */
  readonly largePageGate: Gate;
  /** The maximum size of a file, in bytes. */
  readonly uploadMaxBytes: number;
}

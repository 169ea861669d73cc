import { ContainerModule } from 'inversify';
import { MemoryEventPublisher } from '../../adapters/memory/memory-event-publisher.ts';
import { MemoryHealthProbe } from '../../adapters/memory/memory-health-probe.ts';
import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';
import { tokens } from '../tokens.ts';

/** What a single process keeps for itself. */
export const memoryModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.processCache).toResolvedValue(
      (clock) => new MemoryKeyValueCache(clock),
      [tokens.clock],
    );
    bind(tokens.events).toResolvedValue(() => new MemoryEventPublisher());
  });

/** What a process counts for itself. */
export const memoryCounterModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.fallbackCounter).toResolvedValue((cache) => cache, [tokens.processCache]);
  });

/** What instances would share, for a service of one instance. */
export const memorySharedModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.sharedCache).toResolvedValue(
      (clock) => new MemoryKeyValueCache(clock),
      [tokens.clock],
    );
    bind(tokens.keyValueProbe).toResolvedValue(() => new MemoryHealthProbe());
  });

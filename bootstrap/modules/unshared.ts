import { ContainerModule } from 'inversify';
import { MemoryHealthProbe } from '../../adapters/memory/memory-health-probe.ts';
import { DomainError, type KeyValueCache } from '../../core/index.ts';
import { tokens } from '../tokens.ts';

const refuse = async (): Promise<never> => {
  throw new DomainError('dependency_unavailable', 'The shared cache is in another process');
};

/** What a process has that cannot reach the memory of the service: it takes nothing, and says so. */
const outOfReach: KeyValueCache = {
  get: refuse,
  set: refuse,
  increment: refuse,
};

/**
 * For a process that writes to the database of a service whose cache is in the service's own memory.
 * A stamp kept here would be read by nobody; one that is refused outdates what is cached by way of
 * the database.
 */
export const unsharedModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.sharedCache).toConstantValue(outOfReach);
    bind(tokens.keyValueProbe).toResolvedValue(() => new MemoryHealthProbe());
  });

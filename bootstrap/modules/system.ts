import { ContainerModule } from 'inversify';
import { SystemClock } from '../../adapters/system/system-clock.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { tokens } from '../tokens.ts';

export const systemModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.clock).toResolvedValue(() => new SystemClock());
    bind(tokens.timer).toResolvedValue(() => new SystemTimer());
  });

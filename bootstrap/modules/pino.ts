import { ContainerModule } from 'inversify';
import { PinoLog, type LogLevel } from '../../adapters/pino/pino-log.ts';
import { tokens } from '../tokens.ts';

/** @param worker the number of this process among its like, where there are several. */
export const pinoModule = (level: LogLevel, worker?: number): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.log).toResolvedValue(() => new PinoLog({ level, worker }));
  });

import { ContainerModule } from 'inversify';
import { PinoLog, type LogLevel } from '../../adapters/pino/pino-log.ts';
import { tokens } from '../tokens.ts';

export const pinoModule = (level: LogLevel): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.log).toResolvedValue(() => new PinoLog({ level }));
  });

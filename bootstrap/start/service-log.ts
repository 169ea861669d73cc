import cluster from 'node:cluster';
import { PinoLog } from '../../adapters/pino/pino-log.ts';
import type { Config } from '../config.ts';
import type { LogFormat } from '../settings/http.ts';

/** The log of this process on standard output. A worker's lines contain its number. */
export const serviceLog = (config: Pick<Config, 'logLevel' | 'logFormat'>): PinoLog =>
  new PinoLog({
    level: config.logLevel,
    worker: cluster.worker?.id,
    pretty: logFormatOf(config) === 'pretty' ? { hasColors: hasColors() } : undefined,
  });

/** The log of a command: only errors, on standard error, because standard output is for its results. */
export const commandLog = (config: Pick<Config, 'logLevel' | 'logFormat'>): PinoLog =>
  new PinoLog({
    level: config.logLevel === 'silent' ? 'silent' : 'error',
    stream: process.stderr,
    pretty:
      logFormatOf(config, process.stderr.isTTY) === 'pretty' ? { hasColors: false } : undefined,
  });

/** Workers write to the standard output of their primary, so that all processes agree. */
export const logFormatOf = (
  { logFormat }: Pick<Config, 'logFormat'>,
  isTerminal = process.stdout.isTTY,
): LogFormat => logFormat ?? (isTerminal ? 'pretty' : 'json');

/** Whether standard output is a terminal with colors, and NO_COLOR is not set. */
export const hasColors = (): boolean => process.stdout.isTTY && process.stdout.hasColors();

import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import type { Log, LogFields } from '../../core/index.ts';
import { prettyLine } from './pretty-line.ts';
import { redactText, redactValue } from './redact.ts';
import { standardOutput } from './standard-output.ts';

/** Each level includes the levels before it. */
export const logLevels = ['silent', 'error', 'warn', 'info'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface PinoLogOptions {
  readonly level?: LogLevel;
  /** Number of this worker. If set, every line contains it and the process id. */
  readonly worker?: number | undefined;
  /** If set, the lines are for people instead of JSON. */
  readonly pretty?: { readonly hasColors: boolean } | undefined;
  /** Destination of the lines. Defaults to standard output. */
  readonly stream?: DestinationStream;
}

/**
 * Writes one line of JSON per entry: `level`, `time` (ISO 8601), the fields, `cause`, `message`; or, if
 * `pretty` is set, a short text. Replaces secrets: the values of fields whose name suggests a secret, and
 * text that is recognizable as one.
 */
export class PinoLog implements Log {
  readonly #logger: Logger;

  constructor({ level = 'info', worker, pretty, stream }: PinoLogOptions = {}) {
    this.#logger = pino(
      {
        level,
        base: worker === undefined ? null : { worker, pid: process.pid },
        messageKey: 'message',
        timestamp: stdTimeFunctions.isoTime,
        formatters: {
          level: (label) => ({ level: label }),
          // `redact` of pino needs the path of each secret.
          log: (fields) => redactValue(fields) as Record<string, unknown>,
        },
        serializers: { message: redactText },
        hooks: pretty ? { streamWrite: (line) => prettyLine(line, pretty) } : {},
      },
      stream ?? standardOutput((lines) => this.error('Log lines were dropped', { lines })),
    );
  }

  info(message: string, fields?: LogFields): void {
    this.#logger.info(fields, message);
  }

  warn(message: string, fields?: LogFields, cause?: unknown): void {
    this.#logger.warn({ ...fields, cause }, message);
  }

  error(message: string, fields?: LogFields, cause?: unknown): void {
    this.#logger.error({ ...fields, cause }, message);
  }
}

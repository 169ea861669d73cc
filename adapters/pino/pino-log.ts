import { destination, pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import type { Log, LogFields } from '../../core/index.ts';
import { presentable } from './presentable.ts';
import { redactText } from './redaction.ts';

/** From nothing to everything. */
export const logLevels = ['silent', 'error', 'warn', 'info'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface PinoLogOptions {
  readonly level?: LogLevel;
  /** Stands in every line, with the process: which of several that do the same wrote it. */
  readonly worker?: number | undefined;
  /** Where the lines go; standard output by default. */
  readonly stream?: DestinationStream;
}

/**
 * One line of JSON for each notice: `level`, `time` (ISO 8601), the fields, `cause`, `message`.
 * Should a secret be handed in after all, it does not get out: neither under the name of one nor,
 * where its form gives it away, within a text.
 */
export class PinoLog implements Log {
  readonly #logger: Logger;

  constructor({ level = 'info', worker, stream = destination(1) }: PinoLogOptions = {}) {
    this.#logger = pino(
      {
        level,
        // Without the name of the machine.
        base: worker === undefined ? null : { worker, pid: process.pid },
        messageKey: 'message',
        timestamp: stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
      },
      stream,
    );
  }

  info(message: string, fields?: LogFields): void {
    this.#write('info', message, fields);
  }

  warn(message: string, fields?: LogFields, cause?: unknown): void {
    this.#write('warn', message, fields, cause);
  }

  error(message: string, fields?: LogFields, cause?: unknown): void {
    this.#write('error', message, fields, cause);
  }

  #write(
    level: Exclude<LogLevel, 'silent'>,
    message: string,
    fields: LogFields = {},
    cause?: unknown,
  ): void {
    if (!this.#logger.isLevelEnabled(level)) return;
    this.#logger[level](presentable({ ...fields, cause }), redactText(message));
  }
}

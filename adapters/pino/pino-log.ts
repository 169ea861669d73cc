import { pino, type DestinationStream, type Logger } from 'pino';
import type { Log, LogFields } from '../../core/index.ts';
import { collectedLines } from './collected-lines.ts';
import { prettyLines } from './pretty-lines.ts';
import { redactText, redactValue } from './redact.ts';

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

/** The time in ISO 8601, as a member of a line. The text of a second is rendered once. */
const isoTime = (): (() => string) => {
  let second = NaN;
  let start = '';
  return () => {
    const now = Date.now();
    const current = Math.floor(now / 1_000);
    if (current !== second) {
      second = current;
      start = `,"time":"${new Date(now).toISOString().slice(0, -4)}`;
    }
    return `${start}${String(now % 1_000).padStart(3, '0')}Z"`;
  };
};

/**
 * Writes one line of JSON per entry: `level`, `time` (ISO 8601), the fields, `cause`, `message`; or, if
 * `pretty` is set, a short text. Replaces secrets: the values of fields whose name suggests a secret, and text that is recognizable as one.
 */
export class PinoLog implements Log {
  readonly #logger: Logger;

  constructor({ level = 'info', worker, pretty, stream = collectedLines(1) }: PinoLogOptions = {}) {
    this.#logger = pino(
      {
        level,
        // Without the host name, which pino adds by default.
        base: worker === undefined ? null : { worker, pid: process.pid },
        messageKey: 'message',
        timestamp: isoTime(),
        formatters: { level: (label) => ({ level: label }) },
      },
      pretty === undefined ? stream : prettyLines(stream, pretty),
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
    this.#logger[level](redactValue({ ...fields, cause }), redactText(message));
  }
}

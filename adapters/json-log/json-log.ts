import type { Log, LogFields } from '../../core/index.ts';
import { collectedLines, type LineStream } from './collected-lines.ts';
import { prettyLines } from './pretty-lines.ts';
import { isSecretName, redacted, redactText, redactValue } from './redact.ts';

/** Each level includes the levels before it. */
export const logLevels = ['silent', 'error', 'warn', 'info'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface JsonLogOptions {
  readonly level?: LogLevel;
  /** Number of this worker. If set, every line contains it and the process id. */
  readonly worker?: number | undefined;
  /** If set, the lines are for people instead of JSON. */
  readonly pretty?: { readonly hasColors: boolean } | undefined;
  /** Destination of the lines. Defaults to standard output. */
  readonly stream?: LineStream;
}

/**
 * Writes one line of JSON per entry: `level`, `time` (ISO 8601), the fields, `cause`, `message`; or, if
 * `pretty` is set, a short text. Replaces secrets: the values of fields whose name suggests a secret, and
 * text that is recognizable as one.
 *
 * Each request logs a line, so this does not use a library: to copy the fields without secrets, and have the copy
 * rendered, takes twice as long.
 */
export class JsonLog implements Log {
  readonly #rank: number;
  readonly #base: string;
  readonly #stream: LineStream;
  readonly #time = isoTime();

  constructor({ level = 'info', worker, pretty, stream = collectedLines(1) }: JsonLogOptions = {}) {
    this.#rank = logLevels.indexOf(level);
    this.#base = worker === undefined ? '' : `,"worker":${worker},"pid":${process.pid}`;
    this.#stream = pretty === undefined ? stream : prettyLines(stream, pretty);
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
    if (logLevels.indexOf(level) > this.#rank) return;
    const start = `{"level":"${level}","time":"${this.#time()}"${this.#base}${renderFields(fields)}`;
    const end = `,"message":${JSON.stringify(redactText(message))}}\n`;
    this.#stream.write(start + renderCause(cause) + end);
  }
}

/** @returns members that each follow a comma. */
const renderFields = (fields: LogFields): string => {
  let members = '';
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value === undefined) continue;
    const text = typeof value === 'string' ? redactText(value) : value;
    members += `,${JSON.stringify(name)}:${JSON.stringify(isSecretName(name) ? redacted : text)}`;
  }
  return members;
};

const renderCause = (cause: unknown): string => {
  // Undefined for values that JSON does not have.
  const text = JSON.stringify(redactValue(cause)) as string | undefined;
  return text === undefined ? '' : `,"cause":${text}`;
};

/** The time in ISO 8601. The text of a second is rendered once. */
const isoTime = (): (() => string) => {
  let second = NaN;
  let start = '';
  return () => {
    const now = Date.now();
    const current = Math.floor(now / 1_000);
    if (current !== second) {
      second = current;
      start = new Date(now).toISOString().slice(0, -4);
    }
    return `${start}${String(now % 1_000).padStart(3, '0')}Z`;
  };
};

import type { Log, LogFields } from '../../../core/index.ts';

export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: LogFields;
  readonly cause: unknown;
}

export interface RecordedLog extends Log {
  /** The entries so far, oldest first. */
  readonly entries: readonly LogEntry[];
}

/** A log that records its entries. */
export const recordedLog = (): RecordedLog => {
  const entries: LogEntry[] = [];
  const record =
    (level: LogEntry['level']) =>
    (message: string, fields: LogFields = {}, cause?: unknown): void => {
      entries.push({ level, message, fields, cause });
    };
  return { entries, info: record('info'), warn: record('warn'), error: record('error') };
};

import type { EpochMs } from '../primitives/time.ts';

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** The log for the operator. The core never logs a secret, a token or a password. */
export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields, cause?: unknown): void;
  error(message: string, fields?: LogFields, cause?: unknown): void;
}

export interface HealthProbe {
  /**
   * Resolves if the dependency is reachable, and rejects otherwise. Resolves with `read-only` if writes are rejected, as
   * far as that is known without a write.
   */
  ping(): Promise<void | 'read-only'>;
  /** The time of the dependency at some moment of the call. Absent if it has no clock of its own. */
  readonly time?: () => Promise<EpochMs>;
}

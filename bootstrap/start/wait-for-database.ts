import { setTimeout as sleep } from 'node:timers/promises';
import { permanentFailureOf } from '../../adapters/postgres/connection/operator-errors.ts';
import { DomainError, hasCode, type Log } from '../../core/index.ts';
import type { Store } from '../../core/store.ts';
import { second } from '../../core/vocabulary.ts';
import { ConfigError } from '../config.ts';

export interface DatabaseWait {
  readonly log: Log;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** What to check when the server cannot be reached; `DATABASE_URL` by default. */
  readonly address?: string;
  /** In milliseconds; 30 seconds by default. */
  readonly timeoutMs?: number;
}

/** Enough for a database server that starts at the same moment, for example after a reboot. */
const defaultTimeoutMs = 30 * second;
const retryDelayMs = 500;

/**
 * Retries until the store is reachable.
 *
 * @throws ConfigError at once for permanent errors, such as a wrong password; DomainError
 *   `dependency_unavailable` after the timeout; AbortError when the signal is aborted.
 */
export const waitForDatabase = async (
  { health }: Pick<Store, 'health'>,
  { log, signal, address = 'DATABASE_URL', timeoutMs = defaultTimeoutMs }: DatabaseWait,
): Promise<void> => {
  const deadline = performance.now() + timeoutMs;
  let isWaiting = false;
  for (;;) {
    try {
      await health.ping();
      if (isWaiting) log.info('The database is reachable');
      return;
    } catch (error) {
      assertTemporary(error);
      if (performance.now() >= deadline) throw unreachable(address, timeoutMs, error);
      if (!isWaiting) {
        log.warn('The database is not reachable yet; waiting', { seconds: timeoutMs / second });
      }
      isWaiting = true;
      await sleep(retryDelayMs, undefined, { signal });
    }
  }
};

const assertTemporary = (error: unknown): void => {
  if (!hasCode(error, 'dependency_unavailable')) throw error;
  const failure = permanentFailureOf(error);
  if (failure !== undefined) throw new ConfigError([failure]);
};

const unreachable = (address: string, timeoutMs: number, cause: unknown): DomainError =>
  new DomainError(
    'dependency_unavailable',
    `The database was not reachable within ${timeoutMs / second} seconds`,
    { details: `Check that its server runs and that ${address} is right`, cause },
  );

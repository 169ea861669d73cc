import { setTimeout as sleep } from 'node:timers/promises';
import { lastingTroubleOf } from '../adapters/postgres/operator-errors.ts';
import { DomainError, hasCode, second, type HealthProbe, type Log } from '../core/index.ts';
import { ConfigError } from './config.ts';

export interface DatabaseWait {
  readonly log: Log;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** In milliseconds; 30 seconds unless set. */
  readonly patienceMs?: number;
}

/** A server that starts at the same moment, after a reboot of everything, is there by then. */
const usualPatienceMs = 30 * second;
const pauseMs = 500;

/**
 * Waits for a database server that does not answer yet.
 *
 * @throws ConfigError at once for what waiting does not change; DomainError `dependency_unavailable` after
 *   the patience is over; an AbortError when the signal is aborted.
 */
export const awaitDatabase = async (
  probe: HealthProbe,
  { log, signal, patienceMs = usualPatienceMs }: DatabaseWait,
): Promise<void> => {
  const giveUpAt = performance.now() + patienceMs;
  let isWaiting = false;
  for (;;) {
    try {
      await probe.ping();
      if (isWaiting) log.info('The database answers');
      return;
    } catch (error) {
      assertMayPass(error);
      if (performance.now() >= giveUpAt) throw neverThere(patienceMs, error);
      if (!isWaiting) {
        log.warn('The database does not answer yet and is waited for', {
          seconds: patienceMs / second,
        });
      }
      isWaiting = true;
      await sleep(pauseMs, undefined, { signal });
    }
  }
};

const assertMayPass = (error: unknown): void => {
  if (!hasCode(error, 'dependency_unavailable')) throw error;
  const trouble = lastingTroubleOf(error);
  if (trouble !== undefined) throw new ConfigError([trouble]);
};

const neverThere = (patienceMs: number, cause: unknown): DomainError =>
  new DomainError(
    'dependency_unavailable',
    `The database did not answer within ${patienceMs / second} seconds`,
    { details: 'Check that its server runs, and that DATABASE_URL leads to it', cause },
  );

import { setTimeout as sleep } from 'node:timers/promises';
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
 * @throws ConfigError at once when it answers and refuses; DomainError `dependency_unavailable` after
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

/** SQLSTATEs of a server that answers and will not answer otherwise (PostgreSQL manual, appendix A). */
const refusals: readonly (readonly [state: RegExp, sentence: string])[] = [
  [/^28/, 'DATABASE_URL: the database server refuses the user or the password'],
  [/^3D000$/, 'DATABASE_URL: the database server has no database of this name'],
];

const assertMayPass = (error: unknown): void => {
  if (!hasCode(error, 'dependency_unavailable')) throw error;
  const state = stateOf(error.cause);
  const refusal = refusals.find(([form]) => form.test(state));
  if (refusal !== undefined) throw new ConfigError([refusal[1]]);
};

const stateOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';

const neverThere = (patienceMs: number, cause: unknown): DomainError =>
  new DomainError(
    'dependency_unavailable',
    `The database did not answer within ${patienceMs / second} seconds`,
    { details: 'Check that its server runs, and that DATABASE_URL leads to it', cause },
  );

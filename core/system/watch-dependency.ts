import type { HealthProbe, Log } from '../ports/monitoring.ts';
import type { Clock, Timer } from '../ports/time.ts';
import { second, type EpochMs } from '../primitives/time.ts';

export interface Check {
  /** `degraded` if the dependency answers, but rejects writes. */
  readonly status: 'healthy' | 'degraded' | 'unhealthy';
  /** Milliseconds until the dependency answered or the check timed out. */
  readonly latencyMs: number;
  /** What is wrong, for operators: it can name hosts and users. */
  readonly reason?: string;
}

/** What the log says when the status of a dependency changes. */
export interface StatusTexts {
  readonly unhealthy: string;
  readonly degraded: string;
  readonly healthy: string;
}

export interface WatchedDependency {
  /** Probes the dependency, unless that is in progress, or was begun less than `reuseMs` ago. Never throws. */
  readonly check: (reuseMs: number) => Promise<Check>;
  /** The last result; undefined before the first. */
  readonly latest: () => Check | undefined;
}

const checkTimeoutMs = 2 * second;

/** Checks one dependency, and logs when it is lost, with the reason, and when it is back. */
export const watchDependency = (
  probe: HealthProbe,
  texts: StatusTexts,
  { clock, timer, log }: { readonly clock: Clock; readonly timer: Timer; readonly log: Log },
): WatchedDependency => {
  let last: { readonly startedAt: EpochMs; readonly result: Promise<Check> } | undefined;
  let latest: Check | undefined;
  let lostAt = 0;
  let isChecking = false;

  const report = (check: Check, cause: unknown): Check => {
    const before = latest?.status ?? 'healthy';
    latest = check;
    if (check.status === before) return check;
    if (before === 'healthy') lostAt = clock.now();
    if (check.status !== 'healthy') log.warn(texts[check.status], {}, cause);
    else
      log.info(texts.healthy, {
        seconds: Math.max(0, Math.round((clock.now() - lostAt) / second)),
      });
    return check;
  };

  const checkNow = async (): Promise<Check> => {
    const startedAt = clock.now();
    const sinceStart = (): number => Math.max(0, clock.now() - startedAt);
    try {
      const outcome = await timer.within(probe.ping(), checkTimeoutMs);
      if (!outcome.inTime) throw new Error(`No answer within ${checkTimeoutMs / second} seconds`);
      const isReadOnly = outcome.value === 'read-only';
      return isReadOnly
        ? report(
            { status: 'degraded', latencyMs: sinceStart(), reason: 'It rejects writes' },
            undefined,
          )
        : report({ status: 'healthy', latencyMs: sinceStart() }, undefined);
    } catch (error) {
      const reason = reasonOf(error);
      return report({ status: 'unhealthy', latencyMs: sinceStart(), reason }, error);
    }
  };

  return {
    check: (reuseMs) => {
      const now = clock.now();
      // The clock may have been set back.
      const isOutdated = last === undefined || Math.abs(now - last.startedAt) >= reuseMs;
      if (last !== undefined && (isChecking || !isOutdated)) return last.result;
      isChecking = true;
      const result = checkNow().finally(() => {
        isChecking = false;
      });
      last = { startedAt: now, result };
      return result;
    },
    latest: () => latest,
  };
};

/** What the innermost error says that says anything. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const several: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  const inner = error.cause ?? several[0];
  if (inner instanceof Error) return reasonOf(inner);
  return error.message === '' ? error.name : error.message;
};

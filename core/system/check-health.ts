import type { HealthProbe } from '../ports/monitoring.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { WaitResult } from '../ports/time.ts';
import { second } from '../primitives/time.ts';

export interface Check {
  /** `degraded` if the dependency answers, but rejects writes. */
  readonly status: 'healthy' | 'degraded' | 'unhealthy';
  /** Milliseconds until the dependency answered or the check timed out. */
  readonly latencyMs: number;
}

export interface Health {
  /** `unhealthy` without the store, `degraded` without another dependency or if the store rejects writes. */
  readonly status: 'healthy' | 'degraded' | 'unhealthy';
  /** Epoch milliseconds. */
  readonly checkedAt: number;
  readonly checks: Readonly<Record<'database' | 'keyValue' | 'storage', Check>>;
}

const checkTimeoutMs = 2 * second;
/** How long a result is reused, so that many callers cause one check. */
const reuseMs = second;

/** @returns a use case that reuses its last result for one second. */
export const checkHealth = ({
  store,
  probes,
  clock,
  timer,
}: Pick<Dependencies, 'store' | 'probes' | 'clock' | 'timer'>): (() => Promise<Health>) => {
  let last: { readonly startedAt: number; readonly health: Promise<Health> } | undefined;

  const check = async (probe: HealthProbe): Promise<Check> => {
    const startedAt = clock.now();
    const status = await timer
      .within(probe.ping(), checkTimeoutMs)
      .then(statusOf, () => 'unhealthy' as const);
    const latencyMs = Math.max(0, clock.now() - startedAt);
    return { status, latencyMs };
  };

  const checkAll = async (): Promise<Health> => {
    const [database, keyValue, storage] = await Promise.all([
      check(store.health),
      check(probes.keyValue),
      check(probes.storage),
    ]);
    const isDegraded = [keyValue, storage].some((each) => each.status !== 'healthy');
    const status = isDegraded && database.status === 'healthy' ? 'degraded' : database.status;
    return { status, checkedAt: clock.now(), checks: { database, keyValue, storage } };
  };

  return () => {
    const now = clock.now();
    // The clock may have been set back.
    if (last === undefined || Math.abs(now - last.startedAt) >= reuseMs) {
      last = { startedAt: now, health: checkAll() };
    }
    return last.health;
  };
};

const statusOf = (outcome: WaitResult<void | 'read-only'>): Check['status'] => {
  if (!outcome.inTime) return 'unhealthy';
  return outcome.value === 'read-only' ? 'degraded' : 'healthy';
};

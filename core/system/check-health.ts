import type { HealthProbe } from '../ports/health-probe.ts';
import type { Ports } from '../ports/ports.ts';
import { second } from '../time.ts';

export interface Check {
  readonly status: 'up' | 'down';
  /** Milliseconds until it answered, or until it was given up. */
  readonly latencyMs: number;
}

export interface Health {
  /** Without the database nothing works; without the others some things do. */
  readonly status: 'healthy' | 'degraded' | 'unhealthy';
  /** When the checks were made. */
  readonly checkedAt: number;
  readonly checks: Readonly<Record<'database' | 'keyValue' | 'storage', Check>>;
}

const deadlineMs = 2 * second;
/** However many ask, the dependencies are asked once in this time. */
const freshMs = second;

/** @returns a use case that remembers its last answer for a second. */
export const checkHealth = ({
  probes,
  clock,
  timer,
}: Pick<Ports, 'probes' | 'clock' | 'timer'>): (() => Promise<Health>) => {
  let last: { readonly startedAt: number; readonly health: Promise<Health> } | undefined;

  const check = async (probe: HealthProbe): Promise<Check> => {
    const startedAt = clock.now();
    const answered = await timer.within(probe.ping(), deadlineMs).then(
      (outcome) => outcome.inTime,
      () => false,
    );
    return { status: answered ? 'up' : 'down', latencyMs: Math.max(0, clock.now() - startedAt) };
  };

  const checkAll = async (): Promise<Health> => {
    const [database, keyValue, storage] = await Promise.all([
      check(probes.database),
      check(probes.keyValue),
      check(probes.storage),
    ]);
    const isDegraded = keyValue.status === 'down' || storage.status === 'down';
    const status = database.status === 'down' ? 'unhealthy' : isDegraded ? 'degraded' : 'healthy';
    return { status, checkedAt: clock.now(), checks: { database, keyValue, storage } };
  };

  return () => {
    const now = clock.now();
    // A clock that was set back makes no answer fresh for longer.
    if (last === undefined || Math.abs(now - last.startedAt) >= freshMs) {
      last = { startedAt: now, health: checkAll() };
    }
    return last.health;
  };
};

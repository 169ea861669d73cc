import type { HealthProbe, Log } from '../ports/monitoring.ts';
import type { Clock } from '../ports/time.ts';
import { minute, second, type EpochMs } from '../primitives/time.ts';

export interface ClockWatch {
  /** Compares the clocks once a minute. @throws what the store throws. */
  readonly check: () => Promise<void>;
  /** A sentence for operators; undefined while the clocks agree. */
  readonly reason: () => string | undefined;
}

/** Less is normal between machines that synchronise their clocks, and harms nothing. */
const toleranceMs = 5 * second;
const intervalMs = minute;

/** Warns when the clock of this process differs from that of the store, and says when it is right again. */
export const watchClock = (
  { time }: Pick<HealthProbe, 'time'>,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): ClockWatch => {
  let checkedAt = -Infinity;
  let aheadMs = 0;

  const compare = async (readTime: () => Promise<EpochMs>): Promise<void> => {
    const before = clock.now();
    checkedAt = before;
    const stored = await readTime();
    const after = clock.now();
    const wasWrong = aheadMs !== 0;
    // The store read its clock at some moment in between.
    const leastMs = stored < before ? before - stored : Math.min(0, after - stored);
    aheadMs = Math.abs(leastMs) > toleranceMs ? leastMs : 0;
    if (aheadMs !== 0 && !wasWrong)
      log.warn('The clock of this machine is wrong', { seconds: inSeconds(aheadMs) });
    if (aheadMs === 0 && wasWrong) log.info('The clock of this machine is right again');
  };

  return {
    check: async () => {
      // The clock may have been set back.
      const isDue = Math.abs(clock.now() - checkedAt) >= intervalMs;
      if (time !== undefined && isDue) await compare(time);
    },
    reason: () => {
      if (aheadMs === 0) return undefined;
      const where = aheadMs > 0 ? 'ahead of' : 'behind';
      return `The clock of this instance is ${Math.abs(inSeconds(aheadMs))} seconds ${where} that of the database`;
    },
  };
};

const inSeconds = (ms: number): number => Math.round(ms / second);

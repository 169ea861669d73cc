import { singleRun } from '../limits/single-run.ts';
import type { HistoryLimits } from '../model/content/revision.ts';
import { historyLimitsOf } from '../model/site/settings.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Signal } from '../primitives/signal.ts';
import { hour, minute, type EpochMs } from '../primitives/time.ts';

/** How far a walk through all items has come. */
interface Walk {
  readonly limits: HistoryLimits;
  /** The item to go on after; undefined at the beginning. */
  readonly after: string | undefined;
  /** When it came to the end; undefined before that. */
  readonly endedAt: EpochMs | undefined;
}

/** Ages make revisions go without a write. */
const walkIntervalMs = 6 * hour;

/** So that recent items do not wait for the end of the walk. */
const stepsPerRun = 500;

/** Clocks differ, and a write is not visible before its commit. */
const overlapMs = 2 * minute;

const firstRecentMs = 10 * minute;

export const pruneHistory = ({
  site,
  revisions,
  clock,
}: Pick<Dependencies, 'site' | 'revisions' | 'clock'>) => {
  let lastRunAt: EpochMs | undefined;
  let walk: Walk | undefined;

  const pruneRecent = async (limits: HistoryLimits, recentMs: number, signal: Signal) => {
    let after: string | undefined;
    do {
      after = await revisions.prune(limits, { recentMs, after });
    } while (after !== undefined && !signal.aborted);
  };

  const continueWalk = async ({ limits, ...start }: Walk, now: EpochMs, signal: Signal) => {
    let { after } = start;
    for (let step = 0; step < stepsPerRun && !signal.aborted; step += 1) {
      after = await revisions.prune(limits, { after });
      walk = { limits, after, endedAt: after === undefined ? now : undefined };
      if (after === undefined) return;
    }
  };

  return singleRun(async (signal) => {
    const limits = historyLimitsOf((await site.load()).settings);
    const now = clock.now();
    const sinceLastMs = now - (lastRunAt ?? now - firstRecentMs);
    await pruneRecent(limits, Math.max(sinceLastMs, 0) + overlapMs, signal);
    if (signal.aborted) return;
    lastRunAt = now;
    if (walk === undefined || !areSame(walk.limits, limits) || isDue(walk, now)) {
      walk = { limits, after: undefined, endedAt: undefined };
    }
    if (walk.endedAt === undefined) await continueWalk(walk, now, signal);
  });
};

const areSame = (one: HistoryLimits, other: HistoryLimits): boolean =>
  one.maxPerItem === other.maxPerItem && one.maxDays === other.maxDays;

/** Also after the clock was set back. */
const isDue = ({ endedAt }: Walk, now: EpochMs): boolean =>
  endedAt !== undefined && (now < endedAt || now - endedAt >= walkIntervalMs);

import { claimedWork } from '../limits/claimed-work.ts';
import type { ScheduledChange } from '../model/content/schedule.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Signal } from '../primitives/signal.ts';
import { second } from '../primitives/time.ts';
import { makeChange, type MakeDependencies } from './make-change.ts';

type RunDependencies = MakeDependencies & Pick<Dependencies, 'timer'>;

/**
 * How long a claim lasts. A process that works on the change extends its claim. If it is killed or does not respond,
 * another one takes over after this time.
 */
const leaseMs = 4 * second;
const extensionMs = second;

/** How many changes a process makes at the same time: a hook can take seconds, and other changes do not wait for it. */
const maxAtOnce = 8;

export const runDueChanges = (dependencies: RunDependencies) => {
  const run = claimedWork(maxAtOnce, {
    claim: () => dependencies.schedules.claim(leaseMs),
    work: (due) => makeClaimed(dependencies, due),
  });
  return (signal: Signal): Promise<void> => run(undefined, signal);
};

/** Extends the claim until the work is done. */
const makeClaimed = async (
  dependencies: RunDependencies,
  change: ScheduledChange,
): Promise<void> => {
  const { timer, schedules } = dependencies;
  const work = makeChange(dependencies, change);
  while (!(await timer.within(work, extensionMs)).inTime) {
    // Without the extension, another instance can ask the hooks too. It cannot make the change a second time.
    await schedules.extendClaim(change, leaseMs).catch(() => undefined);
  }
};

import { hour, minute, type Cms, type Log } from '../core/index.ts';

interface Chore {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
}

/**
 * Repeats what nobody asks for: removes what crashes left and what has expired.
 *
 * @returns stops it and waits for a chore that runs.
 */
export const startHousekeeping = (
  { system }: Pick<Cms, 'system'>,
  log: Log,
): (() => Promise<void>) => {
  const chores: readonly Chore[] = [
    { name: 'sweep media', everyMs: 10 * minute, run: system.sweepMedia },
    { name: 'sweep sessions', everyMs: hour, run: system.sweepSessions },
  ];
  const running = new Set<Promise<void>>();
  const start = (chore: Chore): void => {
    const work = runChore(chore, log).finally(() => running.delete(work));
    running.add(work);
  };
  const timers = chores.map((chore) => setInterval(() => start(chore), chore.everyMs).unref());
  for (const chore of chores) start(chore);
  return async () => {
    timers.forEach((timer) => clearInterval(timer));
    await Promise.all(running);
  };
};

const runChore = async ({ name, run }: Chore, log: Log): Promise<void> => {
  try {
    await run();
  } catch (error) {
    log.warn('A chore failed and will be tried again', { chore: name }, error);
  }
};

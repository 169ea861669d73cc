import { day, hour, minute, type Cms, type Log } from '../../core/index.ts';

interface Chore {
  readonly name: string;
  readonly intervalMs: number;
  /** From the start to the first run. */
  readonly delayMs: number;
  readonly run: (signal: AbortSignal) => Promise<unknown>;
}

/**
 * Runs the periodic chores: removes expired data and the remains of crashes, stores when API tokens were used, and
 * compares media records with the stored files.
 *
 * @param random from 0 to 1: spreads the comparisons of instances that start together.
 * @returns a function that stops the chores, waits for those in progress, and stores the last uses of tokens.
 */
export const startHousekeeping = (
  { system }: Pick<Cms, 'system'>,
  log: Log,
  random: () => number = Math.random,
): (() => Promise<void>) => {
  const storeTokenUses: Chore = {
    name: 'store token uses',
    intervalMs: minute,
    delayMs: minute,
    run: system.storeTokenUses,
  };
  const chores: readonly Chore[] = [
    storeTokenUses,
    { name: 'sweep media', intervalMs: 10 * minute, delayMs: 0, run: system.sweepMedia },
    // A change of the setting applies within a minute, with time for the run itself.
    { name: 'sweep trash', intervalMs: minute / 2, delayMs: 0, run: system.sweepTrash },
    { name: 'sweep sessions', intervalMs: hour, delayMs: 0, run: system.sweepSessions },
    {
      name: 'compare media',
      intervalMs: day,
      // Time for an operator to notice that the service runs on the wrong database.
      delayMs: 10 * minute + random() * 50 * minute,
      run: (signal) => system.compareMedia({ removal: 'guarded', signal }),
    },
  ];
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  const start = (chore: Chore): void => {
    const work = runChore(chore, stopping.signal, log).finally(() => running.delete(work));
    running.add(work);
  };
  const repeat = (chore: Chore): void => {
    timers.add(setInterval(() => start(chore), chore.intervalMs).unref());
    start(chore);
  };
  for (const chore of chores) {
    if (chore.delayMs === 0) repeat(chore);
    else timers.add(setTimeout(() => repeat(chore), chore.delayMs).unref());
  }
  return async () => {
    stopping.abort();
    timers.forEach((timer) => clearTimeout(timer));
    await Promise.all(running);
    await runChore(storeTokenUses, stopping.signal, log);
  };
};

const runChore = async ({ name, run }: Chore, signal: AbortSignal, log: Log): Promise<void> => {
  try {
    await run(signal);
  } catch (error) {
    log.warn('A chore failed; it runs again at its next interval', { chore: name }, error);
  }
};

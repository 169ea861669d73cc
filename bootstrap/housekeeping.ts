import { day, hour, minute, type Cms, type Log } from '../core/index.ts';

interface Chore {
  readonly name: string;
  readonly everyMs: number;
  /** From the start to the first time. */
  readonly afterMs: number;
  readonly run: (signal: AbortSignal) => Promise<unknown>;
}

/**
 * Repeats what nobody asks for: removes what crashes left and what has expired, and compares the
 * records of media with the stored objects.
 *
 * @param random from 0 to 1: instances that start together do not compare together.
 * @returns stops it and waits for a chore that runs.
 */
export const startHousekeeping = (
  { system }: Pick<Cms, 'system'>,
  log: Log,
  random: () => number = Math.random,
): (() => Promise<void>) => {
  const chores: readonly Chore[] = [
    { name: 'sweep media', everyMs: 10 * minute, afterMs: 0, run: system.sweepMedia },
    { name: 'sweep sessions', everyMs: hour, afterMs: 0, run: system.sweepSessions },
    {
      name: 'compare media',
      everyMs: day,
      // Long enough for whoever starts the service with the wrong database to notice.
      afterMs: 10 * minute + random() * 50 * minute,
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
    timers.add(setInterval(() => start(chore), chore.everyMs).unref());
    start(chore);
  };
  for (const chore of chores) {
    if (chore.afterMs === 0) repeat(chore);
    else timers.add(setTimeout(() => repeat(chore), chore.afterMs).unref());
  }
  return async () => {
    stopping.abort();
    timers.forEach((timer) => clearTimeout(timer));
    await Promise.all(running);
  };
};

const runChore = async ({ name, run }: Chore, signal: AbortSignal, log: Log): Promise<void> => {
  try {
    await run(signal);
  } catch (error) {
    log.warn('A chore failed and will be tried again', { chore: name }, error);
  }
};

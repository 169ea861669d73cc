import type { Log } from '../../core/index.ts';

/** Work that is done again and again. */
export interface Chore {
  readonly name: string;
  readonly intervalMs: number;
  /** From the start to the first run. */
  readonly delayMs: number;
  /** Calls its argument when there is work before the interval ends. @returns a function that ends that. */
  readonly onWork?: (start: () => void) => () => void;
  /** May be called while an earlier call runs. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
}

/** @returns a function that aborts and stops the chores, and waits for those in progress. */
export const startChores = (chores: readonly Chore[], log: Log): (() => Promise<void>) => {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  const subscriptions = new Set<() => void>();
  const start = (chore: Chore): void => {
    const work = runChore(chore, log, stopping.signal).finally(() => running.delete(work));
    running.add(work);
  };
  const repeat = (chore: Chore): void => {
    timers.add(setInterval(() => start(chore), chore.intervalMs).unref());
    if (chore.onWork !== undefined) subscriptions.add(chore.onWork(() => start(chore)));
    start(chore);
  };
  for (const chore of chores) {
    if (chore.delayMs === 0) repeat(chore);
    else timers.add(setTimeout(() => repeat(chore), chore.delayMs).unref());
  }
  return async () => {
    stopping.abort();
    timers.forEach((timer) => clearTimeout(timer));
    subscriptions.forEach((end) => end());
    await Promise.all(running);
  };
};

/** Never throws: a failure is logged. */
export const runChore = async (
  { name, run }: Chore,
  log: Log,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> => {
  try {
    await run(signal);
  } catch (error) {
    log.warn('A chore failed; it runs again at its next interval', { chore: name }, error);
  }
};

import type { Log } from '../../core/index.ts';
import { second } from '../../core/vocabulary.ts';

const intervalMs = second;

/**
 * Runs `work` now and about every second, also while an earlier call runs.
 *
 * @param outage the message of the warning when `work` fails after it succeeded.
 * @param onWork calls its argument when there is work before the interval ends; returns a function that ends that.
 * @returns a function that aborts the signal, and waits for the calls in progress.
 */
export const startPoller = (
  work: (signal: AbortSignal) => Promise<void>,
  outage: string,
  log: Log,
  onWork?: (start: () => void) => () => void,
): (() => Promise<void>) => {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let hasFailed = false;

  const poll = async (): Promise<void> => {
    try {
      await work(stopping.signal);
      hasFailed = false;
    } catch (error) {
      // Said once, not every second of an outage.
      if (!hasFailed) log.warn(outage, {}, error);
      hasFailed = true;
    }
  };
  const start = (): void => {
    const call = poll().finally(() => running.delete(call));
    running.add(call);
  };
  const timer = setInterval(start, intervalMs).unref();
  const endWork = onWork?.(start);
  start();
  return async () => {
    stopping.abort();
    endWork?.();
    clearInterval(timer);
    await Promise.all(running);
  };
};

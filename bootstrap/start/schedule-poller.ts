import { second, type Cms, type Log } from '../../core/index.ts';

const intervalMs = second;

/**
 * Makes the planned changes that are due, now and about every second.
 *
 * @returns a function that begins no further change, and waits for those in progress.
 */
export const startSchedulePoller = (
  { schedule }: Pick<Cms, 'schedule'>,
  log: Log,
): (() => Promise<void>) => {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let hasFailed = false;

  const poll = async (): Promise<void> => {
    try {
      await schedule.runDue(stopping.signal);
      hasFailed = false;
    } catch (error) {
      // Said once, not every second of an outage.
      if (!hasFailed) log.warn('Scheduled changes have to wait; retrying every second', {}, error);
      hasFailed = true;
    }
  };
  const start = (): void => {
    const work = poll().finally(() => running.delete(work));
    running.add(work);
  };
  const timer = setInterval(start, intervalMs).unref();
  start();
  return async () => {
    stopping.abort();
    clearInterval(timer);
    await Promise.all(running);
  };
};

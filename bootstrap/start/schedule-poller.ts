import type { Cms, Log } from '../../core/index.ts';
import { startPoller } from './poller.ts';

/**
 * Makes the planned changes that are due, now and about every second.
 *
 * @returns a function that begins no further change, and waits for those in progress.
 */
export const startSchedulePoller = (
  { schedule }: Pick<Cms, 'schedule'>,
  log: Log,
): (() => Promise<void>) =>
  startPoller(schedule.runDue, 'Scheduled changes have to wait; retrying every second', log);

import type { Cms, Log } from '../../core/index.ts';
import { startPoller } from './poller.ts';

/**
 * Tells the listener of the application what is stored: now, after each change on this instance, and about every second.
 *
 * @returns a function that tells no further event, and waits for the listener.
 */
export const startEventPoller = (
  { events }: Pick<Cms, 'events'>,
  log: Log,
): (() => Promise<void>) =>
  startPoller(
    events.tell,
    'The listener for domain events has to wait; retrying every second',
    log,
    events.onStored,
  );

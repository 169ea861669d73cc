import type { Cms, Log } from '../../core/index.ts';
import { startPoller } from './poller.ts';

/**
 * Sends the mails that are due, now and about every second.
 *
 * @returns a function that begins no further mail, and waits for those in progress.
 */
export const startMailPoller = ({ mail }: Pick<Cms, 'mail'>, log: Log): (() => Promise<void>) =>
  startPoller(mail.deliver, 'Mails have to wait; retrying every second', log);

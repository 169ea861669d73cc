import type { Cms, Log } from '../../core/index.ts';
import { startPoller } from './poller.ts';

/**
 * Plans and sends the deliveries of webhooks, now and about every second.
 *
 * @returns a function that begins no further delivery, and waits for those in progress.
 */
export const startWebhookPoller = (
  { webhooks }: Pick<Cms, 'webhooks'>,
  log: Log,
): (() => Promise<void>) =>
  startPoller(webhooks.deliver, 'Webhooks have to wait; retrying every second', log);

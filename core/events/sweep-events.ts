import type { Dependencies } from '../ports/ports.ts';
import { never, type Signal } from '../primitives/signal.ts';
import { day } from '../primitives/time.ts';

/** How long the outbox keeps an event. */
const retentionMs = 30 * day;

/**
 * Removes old events from the outbox. Several instances can run it at the same time.
 *
 * @throws DomainError `dependency_unavailable`.
 */
export const sweepEvents =
  ({ outbox }: Pick<Dependencies, 'outbox'>) =>
  async (signal: Signal = never): Promise<void> => {
    while (!signal.aborted && (await outbox.removeOlderThan(retentionMs)));
  };

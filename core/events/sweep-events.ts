import { changesDaysOf } from '../model/site/settings.ts';
import type { Dependencies } from '../ports/ports.ts';
import { never, type Signal } from '../primitives/signal.ts';
import { day } from '../primitives/time.ts';

/**
 * Removes old events from the outbox, by the setting `changesDays`. Several instances can run it at the same time.
 *
 * @throws DomainError `dependency_unavailable`.
 */
export const sweepEvents =
  ({ outbox, site }: Pick<Dependencies, 'outbox' | 'site'>) =>
  async (signal: Signal = never): Promise<void> => {
    const { settings } = await site.load();
    // Only events with a position are removed.
    await outbox.advance();
    while (!signal.aborted && (await outbox.removeOlderThan(changesDaysOf(settings) * day)));
  };

import type { Dependencies } from '../../ports/ports.ts';
import { never, type Signal } from '../../primitives/signal.ts';
import { minute } from '../../primitives/time.ts';
import { fieldIndexesOf } from './field-indexes.ts';

/** How long after a failure an index is built again. */
const retryMs = 5 * minute;

/** See `SystemUseCases.maintainIndexes`. */
export const indexMaintenance = ({
  collections,
  indexes,
}: Pick<Dependencies, 'collections' | 'indexes'>): ((signal?: Signal) => Promise<void>) => {
  let running: Promise<void> | undefined;
  let isOutdated = false;

  const wanted = async () => (await collections.list()).flatMap(fieldIndexesOf);
  const run = async (signal: Signal): Promise<void> => {
    do {
      isOutdated = false;
      await indexes.maintain(wanted, retryMs, signal);
    } while (isOutdated && !signal.aborted);
  };

  return (signal = never) => {
    isOutdated = true;
    running ??= run(signal).finally(() => (running = undefined));
    return running;
  };
};

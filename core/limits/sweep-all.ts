import type { Swept } from '../ports/repositories/swept.ts';
import { never, type Signal } from '../primitives/signal.ts';

/** Sweeps in steps, until nothing is beyond the limit or the signal is aborted. */
export const sweepAll = async <Limit>(
  swept: Swept<Limit>,
  limit: Limit,
  signal: Signal = never,
): Promise<void> => {
  while (!signal.aborted && (await swept.sweep(limit)));
};

import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import type { Timer } from '../../../core/index.ts';

/** A timer for which time passes a hundred times as fast. */
export const quickTimer = (): Timer => {
  const timer = new SystemTimer();
  return { within: (work, ms) => timer.within(work, ms / 100) };
};

import type { Ports } from '../ports/ports.ts';
import type { Timer } from '../ports/time.ts';

/** Waits, and lets the process do other work meanwhile. */
export const pause = async (timer: Timer, ms: number): Promise<void> => {
  await timer.within(new Promise<never>(() => {}), ms);
};

/** How long work may keep the process from all other work. */
const maxTurnMs = 20;

/**
 * For work that would block the process: call the returned function after each part of it. Lets the
 * process do other work if it last did so at least 20 ms ago.
 */
export const pauses = ({ clock, timer }: Pick<Ports, 'clock' | 'timer'>): (() => Promise<void>) => {
  let since = clock.now();
  return async () => {
    const elapsedMs = clock.now() - since;
    // Negative if the clock was set back.
    if (elapsedMs >= 0 && elapsedMs < maxTurnMs) return;
    await pause(timer, 0);
    since = clock.now();
  };
};

import type { Clock, Timer } from '../ports/time.ts';

/** Waits, and lets the process do other work meanwhile. */
export const pause = async (timer: Timer, ms: number): Promise<void> => {
  await timer.within(new Promise<never>(() => {}), ms);
};

/** How long work may keep the process from all other work. */
const maxTurnMs = 20;

/** The longest rest after a turn. */
const maxRestMs = 50;

/**
 * For work that would block the process: call the returned function after each part of it. Lets the
 * process do other work if it last did so at least 20 ms ago.
 *
 * @param turnMs instead of 20; then the work also rests for as long as it has kept the process.
 */
export const pauses = (
  { clock, timer }: { readonly clock: Clock; readonly timer: Timer },
  turnMs?: number,
): (() => Promise<void>) => {
  let since = clock.now();
  return async () => {
    const elapsedMs = clock.now() - since;
    // Negative if the clock was set back.
    if (elapsedMs >= 0 && elapsedMs < (turnMs ?? maxTurnMs)) return;
    const restMs = Math.min(Math.max(0, elapsedMs), maxRestMs);
    await pause(timer, turnMs === undefined ? 0 : restMs);
    since = clock.now();
  };
};

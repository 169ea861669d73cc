/** Durations in milliseconds. */
export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Clocks can be set back; the time of the last change never goes back. */
export const laterOf = (before: number, now: number): number => Math.max(before, now);

/** An instant: whole milliseconds since 1970-01-01T00:00:00Z, without leap seconds, as `Date.now()` returns it. */
export type EpochMs = number;

/** An instant in whole seconds since 1970-01-01T00:00:00Z: a `NumericDate` of RFC 7519. */
export type EpochSeconds = number;

/** Durations in milliseconds. */
export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The time of a change: `now`, or `before` if the clock was set back. */
export const laterOf = (before: EpochMs, now: EpochMs): EpochMs => Math.max(before, now);

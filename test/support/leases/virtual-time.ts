import { setImmediate } from 'node:timers/promises';

/** Time that passes only from event to event, and random numbers that repeat with their seed. */
export interface VirtualTime {
  now(): number;
  /** @returns cancels the event. */
  at(ms: number, event: () => void): () => void;
  /** From 0 to 1. */
  random(): number;
  /** From `low` to `high`. */
  between(low: number, high: number): number;
  /** Runs all events until the time, each with everything that it resolves. */
  runUntil(ms: number): Promise<void>;
}

export const virtualTime = (seed: number): VirtualTime => {
  let now = 0;
  let order = 0;
  const events = new Map<number, { readonly time: number; readonly event: () => void }>();

  const random = randomFrom(seed);

  const takeNext = (end: number): (() => void) | undefined => {
    let next: number | undefined;
    for (const [id, { time }] of events) {
      if (time <= end && (next === undefined || time < events.get(next)!.time)) next = id;
    }
    if (next === undefined) return undefined;
    const { time, event } = events.get(next)!;
    events.delete(next);
    now = time;
    return event;
  };

  return {
    now: () => now,
    at: (ms, event) => {
      order += 1;
      const id = order;
      events.set(id, { time: now + Math.max(0, ms), event });
      return () => void events.delete(id);
    },
    random,
    between: (low, high) => low + random() * (high - low),
    runUntil: async (end) => {
      for (let event = takeNext(end); event !== undefined; event = takeNext(end)) {
        event();
        // Lets everything go on that waited for the event.
        await setImmediate();
      }
      now = end;
    },
  };
};

/** Mulberry32 (Tommy Ettinger, public domain). */
const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

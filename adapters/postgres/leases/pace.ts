/** The clocks and timers of an instance. In milliseconds, from any start. */
export interface Pace {
  /** Never runs backwards, and may stop while the machine is suspended. */
  monotonic(): number;
  /** Goes on while the machine is suspended, and can be set. */
  wall(): number;
  /** @returns cancels the call. */
  after(ms: number, call: () => void): () => void;
}

export const systemPace: Pace = {
  monotonic: () => performance.now(),
  wall: () => Date.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms).unref();
    return () => clearTimeout(timer);
  },
};

import type { Timer } from '../ports/time.ts';

export interface GateOptions {
  /** How many callers can hold a slot at the same time. */
  readonly slots: number;
  /** How many callers can wait for a slot. Further callers are rejected immediately. */
  readonly maxWaiting: number;
  /** Rejects callers that wait longer than this. Without it they wait without limit. */
  readonly waitTimeout?: { readonly ms: number; readonly timer: Timer };
  /** The error of a rejected caller. */
  readonly reject: () => Error;
}

/** Limits how many operations run at the same time. Callers get a slot in the order of their arrival. */
export interface Gate {
  /**
   * Waits for a slot.
   *
   * @returns releases the slot; must be called exactly once.
   * @throws the error of `reject` if too many callers wait, or if the wait times out.
   */
  enter(): Promise<() => void>;

  /** Runs `work` in a slot. @throws what {@link enter} and `work` throw. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export const gate = ({ slots, maxWaiting, waitTimeout, reject }: GateOptions): Gate => {
  const waiting = new Set<() => void>();
  let free = slots;

  const release = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
      return;
    }
    // Passes the slot on directly, so that a caller that has not waited cannot take it.
    waiting.delete(next);
    next();
  };

  const wait = async (): Promise<void> => {
    let admit = (): void => undefined;
    const admitted = new Promise<void>((resolve) => {
      admit = resolve;
    });
    waiting.add(admit);
    if (waitTimeout === undefined) return admitted;
    const { inTime } = await waitTimeout.timer.within(admitted, waitTimeout.ms);
    if (inTime) return undefined;
    // Admitted and timed out at the same time: pass the slot on.
    if (!waiting.delete(admit)) release();
    throw reject();
  };

  const enter: Gate['enter'] = async () => {
    if (free > 0) free -= 1;
    else if (waiting.size >= maxWaiting) throw reject();
    else await wait();
    return release;
  };

  return {
    enter,
    run: async (work) => {
      const leave = await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
};

export interface KeyedGates {
  /** Whether work for the key runs or waits. */
  isBusy(key: string): boolean;

  /** Runs `work` in the gate of the key. @throws what {@link Gate.run} throws. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** One gate per key, which exists while it is in use. */
export const keyedGates = (options: GateOptions): KeyedGates => {
  const gates = new Map<string, { readonly gate: Gate; users: number }>();
  return {
    isBusy: (key) => gates.has(key),
    run: async (key, work) => {
      const entry = gates.get(key) ?? { gate: gate(options), users: 0 };
      gates.set(key, entry);
      entry.users += 1;
      try {
        return await entry.gate.run(work);
      } finally {
        entry.users -= 1;
        if (entry.users === 0) gates.delete(key);
      }
    },
  };
};

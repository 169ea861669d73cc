import type { WaitResult, Timer } from '../../../core/index.ts';

export interface ManualTimer extends Timer {
  /** The timeouts of all pending waits, in milliseconds. */
  readonly waits: () => readonly number[];
  /** Times out all pending waits. */
  readonly expire: () => void;
}

/** A timer whose waits time out only when a test calls `expire`. */
export const manualTimer = (): ManualTimer => {
  const waiting = new Map<() => void, number>();
  return {
    waits: () => [...waiting.values()],
    expire: () => {
      for (const giveUp of waiting.keys()) giveUp();
    },
    within: async <T>(work: Promise<T>, ms: number): Promise<WaitResult<T>> => {
      let giveUp: () => void = () => undefined;
      const late = new Promise<WaitResult<T>>((resolve) => {
        giveUp = () => resolve({ inTime: false });
      });
      waiting.set(giveUp, ms);
      try {
        return await Promise.race([
          work.then((value): WaitResult<T> => ({ inTime: true, value })),
          late,
        ]);
      } finally {
        waiting.delete(giveUp);
      }
    },
  };
};

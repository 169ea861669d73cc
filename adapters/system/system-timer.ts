import type { Timer, WaitResult } from '../../core/index.ts';

/** Runtimes run a timer with a longer delay immediately. */
const longestDelayMs = 2 ** 31 - 1;

/** Portable: uses `setImmediate` where the runtime has it, else only `setTimeout`. */
export class SystemTimer implements Timer {
  within<T>(work: Promise<T>, ms: number): Promise<WaitResult<T>> {
    return new Promise((resolve) => {
      const cancel = startDeadline(ms, () => resolve({ inTime: false }));
      const settle = (outcome: WaitResult<T> | Promise<never>): void => {
        cancel();
        resolve(outcome);
      };
      work.then(
        (value) => settle({ inTime: true, value }),
        () => settle(work as Promise<never>),
      );
    });
  }
}

/** @returns cancels the deadline. */
const startDeadline = (ms: number, onLate: () => void): (() => void) => {
  let isCancelled = false;
  let timeout: ReturnType<typeof setTimeout> | undefined;
  // The request is sent at the end of this turn at the earliest: start counting after it.
  onNextTurn(() => {
    if (isCancelled) return;
    // Timers that are due run before pending input is read. Let the runtime read it first.
    timeout = setTimeout(() => onNextTurn(onLate), Math.min(ms, longestDelayMs));
  });
  return () => {
    isCancelled = true;
    clearTimeout(timeout);
  };
};

interface Runtime {
  /** Calls back after the runtime has read pending input. Node, Bun, Deno and some Workers have it. */
  readonly setImmediate?: (callback: () => void) => unknown;
}

const onNextTurn = (callback: () => void): void => {
  const { setImmediate }: Runtime = globalThis as Runtime;
  if (setImmediate === undefined) setTimeout(callback);
  else setImmediate(callback);
};

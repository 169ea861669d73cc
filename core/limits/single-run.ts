import { never, type Signal } from '../primitives/signal.ts';

/** A call while the work is running does nothing. */
export const singleRun = (work: (signal: Signal) => Promise<void>) => {
  let isRunning = false;
  return async (signal: Signal = never): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    try {
      await work(signal);
    } finally {
      isRunning = false;
    }
  };
};

import { vi } from 'vitest';

interface ManualTime extends Disposable {
  /** Runs all timers that are due after `ms` more. */
  readonly pass: (ms: number) => Promise<void>;
}

/**
 * Stops the time of all timers of the process, those of libraries included, so that a timeout does not depend on how fast
 * the machine is. Sockets work. No other test may run meanwhile.
 */
export const manualTime = (): ManualTime => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const aborting = new AbortController();
    setTimeout(() => aborting.abort(new DOMException('Too late', 'TimeoutError')), ms);
    return aborting.signal;
  });
  return {
    pass: async (ms) => void (await vi.advanceTimersByTimeAsync(ms)),
    [Symbol.dispose]: () => {
      vi.useRealTimers();
      vi.restoreAllMocks();
    },
  };
};

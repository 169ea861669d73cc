import type { WaitResult, Timer } from '../../core/index.ts';

/** Runtimes take a longer delay for none at all. */
const longestDelayMs = 2 ** 31 - 1;

export class SystemTimer implements Timer {
  async within<T>(work: Promise<T>, ms: number): Promise<WaitResult<T>> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<WaitResult<T>>((resolve) => {
      timer = setTimeout(() => resolve({ inTime: false }), Math.min(ms, longestDelayMs));
    });
    const done = work.then((value): WaitResult<T> => ({ inTime: true, value }));
    try {
      return await Promise.race([done, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

import { pause } from '../limits/pauses.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Signal } from '../primitives/signal.ts';

/** Tells readers who wait that the feed has moved. One loop per process asks the store for all of them. */
export interface FeedWatch {
  /**
   * Waits until the feed may have another end than `head`, at most `ms`. Ends early when the signal is aborted, and when
   * the store fails.
   */
  wait(head: number, ms: number, signal: Signal): Promise<void>;
}

/** How often the store is asked while somebody waits. */
const pollMs = 500;

interface Waiting {
  readonly head: number;
  readonly signal: Signal;
  readonly wake: () => void;
}

export const feedWatch = ({ outbox, timer }: Pick<Dependencies, 'outbox' | 'timer'>): FeedWatch => {
  const waiting = new Set<Waiting>();
  let isPolling = false;

  const headNow = async (): Promise<number | undefined> => {
    try {
      return (await outbox.advance()).head;
    } catch {
      // Each reader gets the error when it reads.
      return undefined;
    }
  };

  const poll = async (): Promise<void> => {
    while (waiting.size > 0) {
      await pause(timer, pollMs);
      const now = await headNow();
      for (const { head, signal, wake } of waiting) {
        if (head !== now || signal.aborted) wake();
      }
    }
    isPolling = false;
  };

  return {
    wait: async (head, ms, signal) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const entry = { head, signal, wake: resolve };
      waiting.add(entry);
      if (!isPolling) {
        isPolling = true;
        void poll();
      }
      await timer.within(promise, ms);
      waiting.delete(entry);
    },
  };
};

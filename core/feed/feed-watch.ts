import { pause } from '../limits/pauses.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { FeedState } from '../ports/repositories/outbox-repository.ts';
import type { Signal } from '../primitives/signal.ts';
import { sharedEvents, type SharedEvents } from './shared-events.ts';

/** Tells readers who wait that the feed has moved. One loop per process asks the store for all of them. */
export interface FeedWatch {
  /**
   * Waits until the feed has another end than the reader's, at most `ms`. Ends early when the signal is aborted, and when
   * the store fails. Readers are woken in groups, so that other work is done in between.
   *
   * @returns false when the time is over.
   */
  wait(end: FeedState, ms: number, signal: Signal): Promise<boolean>;

  /** What follows a position, read once for all readers; undefined if the end of the feed is not known. */
  after(position: number): Promise<SharedEvents | undefined>;
}

/** How often the store is asked while somebody waits. */
const pollMs = 500;

/** How many readers are woken at once, and how long the others wait. */
const group = { size: 10, pauseMs: 2 } as const;

interface Waiting {
  readonly end: FeedState;
  readonly signal: Signal;
  readonly wake: () => void;
}

export const feedWatch = ({ outbox, timer }: Pick<Dependencies, 'outbox' | 'timer'>): FeedWatch => {
  const waiting = new Set<Waiting>();
  const shared = sharedEvents(outbox);
  let isPolling = false;
  let last: FeedState | undefined;

  const stateNow = async (): Promise<FeedState | undefined> => {
    try {
      return await outbox.advance();
    } catch {
      // Each reader gets the error when it reads.
      return undefined;
    }
  };

  const hasMoved = (end: FeedState): boolean =>
    last === undefined || last.epoch !== end.epoch || last.head > end.head;

  const wakeAll = async (): Promise<void> => {
    let woken = 0;
    for (const { end, signal, wake } of waiting) {
      if (!hasMoved(end) && !signal.aborted) continue;
      wake();
      woken += 1;
      if (woken % group.size === 0) await pause(timer, group.pauseMs);
    }
  };

  const poll = async (): Promise<void> => {
    for (;;) {
      await pause(timer, pollMs);
      shared.forget();
      // Who was woken the last time may still read until now.
      if (waiting.size === 0) break;
      last = await stateNow();
      await wakeAll();
    }
    last = undefined;
    isPolling = false;
  };

  return {
    wait: async (end, ms, signal) => {
      if (last !== undefined && hasMoved(end)) return true;
      const { promise, resolve } = Promise.withResolvers<void>();
      const entry = { end, signal, wake: resolve };
      waiting.add(entry);
      if (!isPolling) {
        isPolling = true;
        void poll();
      }
      const { inTime } = await timer.within(promise, ms);
      waiting.delete(entry);
      return inTime;
    },
    after: async (position) => (last === undefined ? undefined : shared.after(last, position)),
  };
};

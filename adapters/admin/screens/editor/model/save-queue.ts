import { effect, signal, type ReadonlySignal } from '@preact/signals';
import { messageOf, OfflineError } from '../../../api/client.ts';
import { isOnline } from '../../../api/connection.ts';

/** Writes one after the other. */
export interface SaveQueue {
  readonly isWriting: ReadonlySignal<boolean>;
  /** Why the last write failed, if not for the connection. */
  readonly failure: ReadonlySignal<string | undefined>;
  /** @param repeat what to do once the connection is back, if the work did not reach the service. */
  readonly enqueue: <T>(work: () => Promise<T>, repeat?: () => Promise<unknown>) => Promise<T>;
  /** Runs something between two writes, which is none itself. */
  readonly between: <T>(work: () => Promise<T>) => Promise<T>;
  readonly stopRepeating: () => void;
}

/** @param isRepeatable whether a write that may have arrived can be sent again. */
export const saveQueue = (isRepeatable: () => boolean): SaveQueue => {
  const isWriting = signal(false);
  const failure = signal<string | undefined>(undefined);
  let queue: Promise<unknown> = Promise.resolve();
  /** Ends the wait for the connection of the write before. */
  let stopWaiting = (): void => undefined;

  const repeatOnceOnline = (save: () => Promise<unknown>): void => {
    stopWaiting = effect(() => {
      if (!isOnline.value) return;
      queueMicrotask(() => {
        stopWaiting();
        save().catch(() => undefined);
      });
    });
  };

  return {
    isWriting,
    failure,
    stopRepeating: () => stopWaiting(),
    between: (work) => {
      const next = queue.then(work);
      queue = next.catch(() => undefined);
      return next;
    },
    enqueue: (work, repeat) => {
      const next = queue.then(async () => {
        stopWaiting();
        stopWaiting = () => undefined;
        isWriting.value = true;
        failure.value = undefined;
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof OfflineError)) failure.value = messageOf(error);
          else if (repeat !== undefined && isRepeatable()) repeatOnceOnline(repeat);
          throw error;
        } finally {
          isWriting.value = false;
        }
      });
      queue = next.catch(() => undefined);
      return next;
    },
  };
};

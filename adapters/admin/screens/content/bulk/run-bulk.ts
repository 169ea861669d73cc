import { OfflineError } from '../../../api/client.ts';

export interface BulkFailure<T> {
  readonly item: T;
  readonly error: unknown;
}

export interface BulkResult<T> {
  readonly done: readonly T[];
  readonly failed: readonly BulkFailure<T>[];
  /** Not attempted: the user cancelled, or the service could not be reached. */
  readonly left: readonly T[];
}

interface BulkOptions {
  /** No item is started after it aborts; requests in flight are finished. */
  readonly signal: AbortSignal;
  /** Called after each item with the number of items done or failed so far. */
  readonly onProgress: (done: number) => void;
}

const requestsAtATime = 3;

/**
 * Works on each item, three at a time, and collects the failures. Stops early when the service cannot be
 * reached: every other request would fail as well.
 */
export const runBulk = async <T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  { signal, onProgress }: BulkOptions,
): Promise<BulkResult<T>> => {
  const done: T[] = [];
  const failed: BulkFailure<T>[] = [];
  let next = 0;
  let isReachable = true;
  const workThrough = async (): Promise<void> => {
    while (next < items.length && isReachable && !signal.aborted) {
      const item = items[next] as T;
      next += 1;
      try {
        await work(item);
        done.push(item);
      } catch (error) {
        if (error instanceof OfflineError) isReachable = false;
        failed.push({ item, error });
      }
      onProgress(done.length + failed.length);
    }
  };
  await Promise.all(Array.from({ length: requestsAtATime }, workThrough));
  return { done, failed, left: items.slice(next) };
};

import type { Timer } from '../../core/index.ts';
import { second } from '../../core/vocabulary.ts';

/** The clients, usually load balancers, that poll the health endpoint to decide where requests go. */
export interface HealthPollers {
  /** Records that the client at `address` gets a positive or a negative answer. */
  readonly record: (address: string, isReady: boolean) => void;
  /** Resolves when every poller has been notified that the process is not ready any more. */
  readonly allNotified: () => Promise<void>;
}

/** A client that polled within this time counts as a poller. */
const pollIntervalMaxMs = 30 * second;
/** Many load balancers mark a target as down only after the second failure. */
const failuresNeeded = 2;
const notifyTimeoutMs = 5 * second;
/** The endpoint is public: only the most recent clients are tracked. */
const trackedMax = 64;

/** For a process whose stop does not wait for pollers. */
export const noHealthPollers: HealthPollers = {
  record: () => undefined,
  allNotified: async () => undefined,
};

/**
 * Tracks who polls. `allNotified` waits until each client that polled within the last 30 seconds got
 * two negative answers, for at most five seconds.
 *
 * @param onWait called when the wait begins, if there are clients to wait for.
 */
export const trackHealthPollers = (
  timer: Timer,
  onWait: (clients: number, seconds: number) => void = () => undefined,
): HealthPollers => {
  const polledAt = new Map<string, number>();
  const failures = new Map<string, number>();
  let onFailure = (): void => undefined;

  const record = (address: string, isReady: boolean): void => {
    // Moves the address to the end, so that the first entry is the oldest.
    polledAt.delete(address);
    polledAt.set(address, performance.now());
    for (const oldest of polledAt.keys()) {
      if (polledAt.size <= trackedMax) break;
      polledAt.delete(oldest);
    }
    if (isReady) return;
    failures.set(address, (failures.get(address) ?? 0) + 1);
    onFailure();
  };

  const allNotified = async (): Promise<void> => {
    const since = performance.now() - pollIntervalMaxMs;
    const pollers = [...polledAt].filter(([, at]) => at >= since).map(([address]) => address);
    if (pollers.length > 0) onWait(pollers.length, notifyTimeoutMs / second);
    const done = new Promise<void>((resolve) => {
      onFailure = () => {
        if (pollers.every((address) => (failures.get(address) ?? 0) >= failuresNeeded)) resolve();
      };
      onFailure();
    });
    await timer.within(done, notifyTimeoutMs);
  };

  return { record, allNotified };
};

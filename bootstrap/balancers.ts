import { second } from '../core/index.ts';

/** Those who ask for the health of the process again and again, to know whether to send requests. */
export interface Balancers {
  /** Somebody at `address` was told that the process is ready for requests, or that it is not. */
  readonly told: (address: string, isReady: boolean) => void;
  /** Resolves once everybody who watches knows that the process is not ready any more. */
  readonly informed: () => Promise<void>;
}

/** Who asked within this time watches. */
const watchingMs = 30 * second;
/** Many mark a target as down at the second failure only. */
const timesToTell = 2;
const patienceMs = 5 * second;
/** An open service is asked by strangers too: only those who asked last are remembered. */
const remembered = 64;

/** For a process that nobody watches: there is nobody to wait for. */
export const nobody: Balancers = { told: () => undefined, informed: async () => undefined };

/**
 * Remembers who watches. It is waited for five seconds at most until each of them was told twice,
 * and not at all when nobody asked within the last thirty seconds.
 */
export const watchBalancers = (): Balancers => {
  const askedAt = new Map<string, number>();
  const turnedAway = new Map<string, number>();
  let onTold = (): void => undefined;

  const told = (address: string, isReady: boolean): void => {
    // Moves to the end: the first is the one that did not ask for longest.
    askedAt.delete(address);
    askedAt.set(address, performance.now());
    for (const oldest of askedAt.keys()) {
      if (askedAt.size <= remembered) break;
      askedAt.delete(oldest);
    }
    if (isReady) return;
    turnedAway.set(address, (turnedAway.get(address) ?? 0) + 1);
    onTold();
  };

  const informed = (): Promise<void> =>
    new Promise((resolve) => {
      const since = performance.now() - watchingMs;
      const watching = [...askedAt].filter(([, at]) => at >= since).map(([address]) => address);
      const isKnown = (): boolean =>
        watching.every((address) => (turnedAway.get(address) ?? 0) >= timesToTell);
      const patience = setTimeout(resolve, patienceMs);
      onTold = () => {
        if (!isKnown()) return;
        clearTimeout(patience);
        resolve();
      };
      onTold();
    });

  return { told, informed };
};

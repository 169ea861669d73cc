import type { Signal } from '../primitives/signal.ts';

/** Work that instances claim from the store, so that only one of them does it. */
export interface DueWork<Key, Claimed> {
  /** @returns undefined if nothing is due. */
  readonly claim: (key: Key) => Promise<Claimed | undefined>;
  readonly work: (claimed: Claimed) => Promise<void>;
}

/**
 * Claims what is due and works on it, on up to `maxAtOnce` at the same time for each key: others do not wait for one that
 * takes long.
 *
 * @returns a function that may be called again while an earlier call runs: all calls share the count. It ends when nothing
 *   is due any more, or when the process works on enough already. After the signal is aborted it claims nothing more, and
 *   ends with the work that was begun. It throws what `claim` and `work` throw.
 */
export const claimedWork = <Key, Claimed>(
  maxAtOnce: number,
  { claim, work }: DueWork<Key, Claimed>,
) => {
  const running = new Map<Key, number>();

  const run = async (key: Key, signal: Signal): Promise<void> => {
    const count = running.get(key) ?? 0;
    if (count === maxAtOnce) return;
    running.set(key, count + 1);
    const others: Promise<void>[] = [];
    try {
      while (!signal.aborted) {
        const claimed = await claim(key);
        if (claimed === undefined) break;
        // More may be due. If this fails, so does the next call.
        others.push(run(key, signal).catch(() => undefined));
        await work(claimed);
      }
    } finally {
      const left = (running.get(key) ?? 1) - 1;
      if (left === 0) running.delete(key);
      else running.set(key, left);
      await Promise.all(others);
    }
  };
  return run;
};

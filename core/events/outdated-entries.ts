/** Says that entries of the search have become outdated on this instance, so that their rebuild can begin at once. */
export interface OutdatedEntries {
  /** Calls the listeners. */
  readonly announce: () => void;
  /** @returns a function that removes the listener. */
  readonly listen: (listener: () => void) => () => void;
}

export const outdatedEntries = (): OutdatedEntries => {
  const listeners = new Set<() => void>();
  return {
    announce: () => listeners.forEach((listener) => listener()),
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

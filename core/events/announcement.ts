/** Tells this instance that work has come up, so that it can begin before its interval ends. */
export interface Announcement {
  /** Calls the listeners. */
  readonly announce: () => void;
  /** @returns a function that removes the listener. */
  readonly listen: (listener: () => void) => () => void;
}

export const announcement = (): Announcement => {
  const listeners = new Set<() => void>();
  return {
    announce: () => listeners.forEach((listener) => listener()),
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

import type { Clock, Reusable, Snapshot } from '../../../core/index.ts';

/** For which requests, in which state of the store, and until when an answer is right. */
export interface Reuse {
  readonly key: string;
  /** Undefined while the answer is for one request only. */
  readonly good: { readonly snapshot: Snapshot; readonly until: number } | undefined;
  /** Lets equal requests have the answer. @returns for how many milliseconds. */
  readonly allow: (reusable: Reusable) => number;
}

export const reuseOf = (key: string, clock: Clock): Reuse => {
  let good: Reuse['good'];
  return {
    key,
    get good() {
      return good;
    },
    allow: ({ snapshot, lifetimeMs }) => {
      good = { snapshot, until: clock.now() + lifetimeMs };
      return lifetimeMs;
    },
  };
};

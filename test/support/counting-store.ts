import type { BlobStore } from '../../core/index.ts';

export interface CountingStore extends BlobStore {
  /** Resolves when it is first given something to store. */
  readonly asked: Promise<void>;
  /** Lets it take what it is given. */
  readonly open: () => void;
  /** How far the source was ahead at most, in bytes. */
  readonly mostAhead: number;
  /** Resolves with what a body threw. */
  readonly failure: Promise<unknown>;
}

/** A store that only counts, and takes no byte before it is opened. */
export const countingStore = (bytesRead: () => number): CountingStore => {
  const asked = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const failure = Promise.withResolvers<unknown>();
  const sizes = new Map<string, number>();
  let mostAhead = 0;
  return {
    asked: asked.promise,
    open: opened.resolve,
    failure: failure.promise,
    get mostAhead() {
      return mostAhead;
    },
    put: async (key, body) => {
      asked.resolve();
      await opened.promise;
      let size = 0;
      try {
        for await (const chunk of body) {
          size += chunk.length;
          mostAhead = Math.max(mostAhead, bytesRead() - size);
        }
      } catch (error) {
        failure.resolve(error);
        throw error;
      }
      sizes.set(key, size);
      return { size };
    },
    stat: async (key) => {
      const size = sizes.get(key);
      return size === undefined ? undefined : { size };
    },
    get: async () => undefined,
    delete: async () => undefined,
    list: async () => [],
  };
};

import type { BlobStore } from '../../../core/index.ts';

export interface CountingStore extends BlobStore {
  /** Resolves at the first call of `put`. */
  readonly asked: Promise<void>;
  /** Lets `put` read the body. */
  readonly open: () => void;
  /** The largest number of bytes that the source had read and the store had not. */
  readonly mostAhead: number;
  /** Resolves with the first error that a body throws. */
  readonly failure: Promise<unknown>;
}

/** A blob store that counts bytes instead of storing them. It reads nothing until `open` is called. */
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

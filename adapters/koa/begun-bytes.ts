/**
 * The same bytes, or text, once the first of them are there. What opening them throws is thrown here, where
 * it can still be answered. Leaving early, even before any was taken, lets go of the source.
 */
export const begunBytes = async <Chunk extends Uint8Array | string>(
  bytes: AsyncIterable<Chunk>,
): Promise<AsyncIterableIterator<Chunk>> => {
  const iterator = bytes[Symbol.asyncIterator]();
  let first: IteratorResult<Chunk> | undefined = await iterator.next();
  const begun: AsyncIterableIterator<Chunk> = {
    next: async () => {
      const next = first ?? (await iterator.next());
      first = undefined;
      return next;
    },
    return: async () => {
      await iterator.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => begun,
  };
  return begun;
};

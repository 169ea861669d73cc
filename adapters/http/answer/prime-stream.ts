/**
 * Reads the first chunk of `source`. An error before it is thrown, so that it can still be answered with a status.
 *
 * @returns an iterator of all chunks, the first included. `return` releases the source, even before
 *   the first `next`.
 */
export const primeStream = async <Chunk extends Uint8Array | string>(
  source: AsyncIterable<Chunk>,
): Promise<AsyncIterableIterator<Chunk>> => {
  const iterator = source[Symbol.asyncIterator]();
  let first: IteratorResult<Chunk> | undefined = await iterator.next();
  const primed: AsyncIterableIterator<Chunk> = {
    next: async () => {
      const next = first ?? (await iterator.next());
      first = undefined;
      return next;
    },
    return: async () => {
      await iterator.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => primed,
  };
  return primed;
};

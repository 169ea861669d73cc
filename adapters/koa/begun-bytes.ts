/**
 * The same bytes, once the first of them are there. What opening them throws is thrown here, where
 * it can still be answered. Leaving early, even before any was taken, lets go of the source.
 */
export const begunBytes = async (
  bytes: AsyncIterable<Uint8Array>,
): Promise<AsyncIterableIterator<Uint8Array>> => {
  const iterator = bytes[Symbol.asyncIterator]();
  let first: IteratorResult<Uint8Array> | undefined = await iterator.next();
  const begun: AsyncIterableIterator<Uint8Array> = {
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

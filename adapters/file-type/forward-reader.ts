import { joinChunks } from '../../core/index.ts';

/** Reads parts of a stream in ascending order, and drops what is before them. */
export interface ForwardReader {
  /** The first bytes, or all if there are fewer. Only as the first call. */
  start(length: number): Promise<Uint8Array>;
  /**
   * @param at not before that of an earlier call.
   * @throws RangeError if the stream ends before.
   */
  read(at: number, length: number): Promise<DataView>;
}

export const forwardReader = (bytes: AsyncIterator<Uint8Array>): ForwardReader => {
  let start = 0;
  let held: Uint8Array = new Uint8Array(0);
  /** Holds the bytes from `at` on: `length` of them, or all if there are fewer. */
  const hold = async (at: number, length: number): Promise<void> => {
    const chunks = [held.subarray(at - start)];
    let end = start + held.length;
    while (end < at + length) {
      const next = await bytes.next();
      if (next.done === true) break;
      end += next.value.length;
      if (end > at) chunks.push(next.value.subarray(Math.max(0, next.value.length - (end - at))));
    }
    held = joinChunks(chunks.filter((chunk) => chunk.length > 0));
    start = at;
  };
  return {
    async start(length) {
      await hold(0, length);
      return held;
    },
    async read(at, length) {
      await hold(at, length);
      if (held.length < length) throw new RangeError('The file ends before');
      return new DataView(held.buffer, held.byteOffset, length);
    },
  };
};

/** The bytes of all chunks. */
const lengthOfChunks = (chunks: readonly Uint8Array[]): number => {
  let sum = 0;
  for (const { length } of chunks) sum += length;
  return sum;
};

/** A copy of all chunks in one, or the only chunk itself. */
export const joinChunks = (chunks: readonly Uint8Array[]): Uint8Array => {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return first;
  const whole = new Uint8Array(lengthOfChunks(chunks));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
};

/** A copy of all chunks in one, or the only chunk itself. */
export const joinChunks = (chunks: readonly Uint8Array[]): Uint8Array => {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return first;
  const whole = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
};

/** More bytes than an adapter of a bucket sends in two parts, and not a multiple of their size. */
export const largeSize = 20 * 1024 * 1024 + 17;

const patternBytes = 64 * 1024;
const pattern = Uint8Array.from({ length: patternBytes }, (_, at) => at % 251);

/** Bytes that repeat every 64 KiB. */
export async function* madeBody(size: number): AsyncGenerator<Uint8Array> {
  for (let left = size; left > 0; left -= patternBytes) yield pattern.subarray(0, left);
}

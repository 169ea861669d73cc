/**
 * What one request of a long upload carries. It is kept until the bucket has it, so that it can be
 * sent again. Must be a multiple of 256 KiB:
 * https://cloud.google.com/storage/docs/performing-resumable-uploads#chunked-upload
 */
const partBytes = 4 * 1024 * 1024;

export interface Part {
  readonly bytes: Buffer;
  /** Where it begins in the object. */
  readonly start: number;
}

/** Cuts a body into full parts. @returns the last one, full or not. */
export async function* partsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Part, Part> {
  let bytes = Buffer.allocUnsafe(partBytes);
  let start = 0;
  let filled = 0;
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length;) {
      if (filled === partBytes) {
        yield { bytes, start };
        start += partBytes;
        filled = 0;
        bytes = Buffer.allocUnsafe(partBytes);
      }
      const piece = chunk.subarray(at, at + partBytes - filled);
      bytes.set(piece, filled);
      filled += piece.length;
      at += piece.length;
    }
  }
  return { bytes: bytes.subarray(0, filled), start };
}

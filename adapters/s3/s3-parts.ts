/** The size of all parts but the last one. Cloudflare R2 requires that they are equal; others, at least 5 MiB. */
const partBytes = 8 * 1024 * 1024;

export interface Part {
  /** Valid until the next part is requested, which reuses the memory. */
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** The progress of reading a body. */
export interface Source {
  size: number;
  failure: { readonly error: unknown } | undefined;
}

/**
 * Copies a body into parts of 8 MiB; the last one is smaller, and empty for an empty body. Reads the bytes of
 * the next part only when it is requested.
 */
export async function* partsOf(
  body: AsyncIterable<Uint8Array>,
  source: Source,
): AsyncGenerator<Part, undefined> {
  let bytes: Uint8Array = new Uint8Array(0);
  let filled = 0;
  try {
    for await (const chunk of body) {
      source.size += chunk.length;
      for (let at = 0; at < chunk.length;) {
        if (filled === partBytes) {
          yield { bytes, isLast: false };
          filled = 0;
        }
        const piece = chunk.subarray(at, at + partBytes - filled);
        bytes = withRoom(bytes, filled + piece.length);
        bytes.set(piece, filled);
        filled += piece.length;
        at += piece.length;
      }
    }
  } catch (error) {
    source.failure = { error };
    throw error;
  }
  yield { bytes: bytes.subarray(0, filled), isLast: true };
}

/** The same bytes in memory for at least `size` bytes. It doubles, so that a small body takes little memory. */
const withRoom = (bytes: Uint8Array, size: number): Uint8Array => {
  if (bytes.length >= size) return bytes;
  const larger = Buffer.allocUnsafe(Math.min(partBytes, Math.max(size, 2 * bytes.length)));
  larger.set(bytes);
  return larger;
};

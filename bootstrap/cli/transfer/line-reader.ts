/** One line of a text, or the reason why it is none. Counted from 1. */
export type NumberedLine =
  | { readonly number: number; readonly text: string; readonly mistake?: undefined }
  | { readonly number: number; readonly text?: undefined; readonly mistake: string };

/** Longer than any item that a service takes, and no danger to memory. */
export const maxLineBytes = 8 * 1024 * 1024;

const newline = 0x0a;

/**
 * Cuts bytes into lines, whatever pieces they come in, and never holds more than one line. A line
 * that is too long or not UTF-8 is passed over and told; blank ones are passed over.
 */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<NumberedLine> {
  let number = 0;
  let pieces: Uint8Array[] = [];
  let size = 0;
  const take = (piece: Uint8Array): void => {
    size += piece.length;
    if (size > maxBytes) pieces = [];
    else pieces.push(piece);
  };
  const finish = (): NumberedLine | undefined => {
    number += 1;
    const line = size > maxBytes ? tooLong(number, maxBytes) : decode(number, pieces);
    pieces = [];
    size = 0;
    return line.text?.trim() === '' ? undefined : line;
  };
  for await (const chunk of bytes) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      take(chunk.subarray(start, end));
      const line = finish();
      if (line !== undefined) yield line;
      start = end + 1;
    }
    take(chunk.subarray(start));
  }
  const last = size > 0 ? finish() : undefined;
  if (last !== undefined) yield last;
}

const tooLong = (number: number, maxBytes: number): NumberedLine => ({
  number,
  mistake: `it is longer than ${maxBytes} bytes`,
});

const decode = (number: number, pieces: readonly Uint8Array[]): NumberedLine => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: number > 1 });
    return { number, text: text.decode(Buffer.concat(pieces)) };
  } catch {
    return { number, mistake: 'it is not valid UTF-8' };
  }
};

import { open } from 'node:fs/promises';

/** A line of a text, or why it cannot be read. Numbers start at 1. */
export type NumberedLine =
  | { readonly number: number; readonly text: string; readonly mistake?: undefined }
  | { readonly number: number; readonly text?: undefined; readonly mistake: string };

/** More than the largest item that the service accepts. */
export const maxLineBytes = 8 * 1024 * 1024;

const newline = 0x0a;

/**
 * Splits bytes into lines and holds one line at a time. Reports a line that is too long or not
 * UTF-8. Skips blank lines.
 */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<NumberedLine> {
  let number = 0;
  let pieces: Uint8Array[] = [];
  let size = 0;
  const append = (piece: Uint8Array): void => {
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
      append(chunk.subarray(start, end));
      const line = finish();
      if (line !== undefined) yield line;
      start = end + 1;
    }
    append(chunk.subarray(start));
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

/** Writes a file with one JSON value per line. */
export interface LineWriter {
  readonly write: (value: object) => Promise<void>;
  /** Resolves once everything is on the disk. */
  readonly close: () => Promise<void>;
}

/** In UTF-16 units. */
const bufferLength = 64 * 1024;

/** Creates the file. Throws `EEXIST` when it exists, unless the flag `w` replaces it. */
export const openLineWriter = async (
  path: string,
  flag: 'wx' | 'w' = 'wx',
): Promise<LineWriter> => {
  const file = await open(path, flag);
  let pending: string[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    const text = pending.join('');
    pending = [];
    length = 0;
    await file.appendFile(text);
  };
  return {
    write: async (value) => {
      const line = `${JSON.stringify(value)}\n`;
      pending.push(line);
      length += line.length;
      if (length >= bufferLength) await flush();
    },
    close: async () => {
      try {
        await flush();
        await file.sync();
      } finally {
        await file.close();
      }
    },
  };
};

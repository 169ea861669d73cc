import { open } from 'node:fs/promises';

/** Writes a file of one JSON value a line. */
export interface LineWriter {
  readonly write: (value: object) => Promise<void>;
  /** Resolves once everything is on the disk. */
  readonly close: () => Promise<void>;
}

/** In UTF-16 units. */
const bufferLength = 64 * 1024;

/** @param path of a file that is not there yet. */
export const openLineWriter = async (path: string): Promise<LineWriter> => {
  const file = await open(path, 'wx');
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

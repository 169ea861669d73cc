import { open } from 'node:fs/promises';
import { dataLimits } from '../../../core/vocabulary.ts';

/** A file that cannot be imported. The message is a clause about it: "its date is not a date". */
export class InvalidFile extends Error {
  override readonly name = 'InvalidFile';
}

/** A file that is not meant to become an item. The message is a clause about it. */
export class UnwantedFile extends Error {
  override readonly name = 'UnwantedFile';
}

/** The most that an item can contain. */
const maxBytes = dataLimits.bytes;

/**
 * Reads a UTF-8 file, without its byte order mark.
 *
 * @throws InvalidFile when the file is not UTF-8, is too large or cannot be read.
 */
export const readTextFile = async (file: string): Promise<string> => {
  const bytes = await readBytes(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidFile('it is not valid UTF-8');
  }
};

const readBytes = async (file: string): Promise<Uint8Array> => {
  try {
    await using handle = await open(file);
    const { size } = await handle.stat();
    if (size > maxBytes) throw new InvalidFile(`it is larger than ${maxBytes} bytes`);
    return await handle.readFile();
  } catch (error) {
    if (error instanceof InvalidFile) throw error;
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new InvalidFile(`it cannot be read${code}`);
  }
};

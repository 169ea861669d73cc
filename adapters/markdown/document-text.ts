import { open } from 'node:fs/promises';
import { dataLimits } from '../../core/index.ts';
import { BrokenFile } from './broken-file.ts';

/** An item could not hold a longer one. */
const maxBytes = dataLimits.bytes;

/**
 * The text of a file, without a byte order mark.
 *
 * @throws BrokenFile when it is not UTF-8, is too large or cannot be read.
 */
export const readText = async (file: string): Promise<string> => {
  const bytes = await readBytes(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BrokenFile('it is not valid UTF-8');
  }
};

const readBytes = async (file: string): Promise<Uint8Array> => {
  try {
    await using handle = await open(file);
    const { size } = await handle.stat();
    if (size > maxBytes) throw new BrokenFile(`it is larger than ${maxBytes} bytes`);
    return await handle.readFile();
  } catch (error) {
    if (error instanceof BrokenFile) throw error;
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new BrokenFile(`it cannot be read${code}`);
  }
};

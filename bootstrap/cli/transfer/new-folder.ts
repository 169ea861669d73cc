import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandError } from '../command-error.ts';
import { isNoEntry } from '../../no-entry.ts';

/**
 * Makes a folder whole or not at all: the work fills one beside it, which takes its place at the end.
 *
 * @param folder not there yet, or empty.
 * @throws CommandError when there is something; what the work throws.
 */
export const makeFolder = async <T>(
  folder: string,
  work: (path: string) => Promise<T>,
): Promise<T> => {
  const target = resolve(folder);
  await refuseFilled(target);
  const draft = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}`);
  await mkdir(draft, { recursive: true });
  try {
    const result = await work(draft);
    await removeEmpty(target);
    await rename(draft, target);
    return result;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
};

const refuseFilled = async (target: string): Promise<void> => {
  try {
    const [first] = await readdir(target);
    if (first !== undefined) {
      throw new CommandError(`${target} is not empty; an export takes a folder of its own.`);
    }
  } catch (error) {
    if (!isNoEntry(error)) throw error;
  }
};

/** Not every system renames onto a folder that is there. */
const removeEmpty = async (target: string): Promise<void> => {
  try {
    await rmdir(target);
  } catch (error) {
    if (!isNoEntry(error)) throw error;
  }
};

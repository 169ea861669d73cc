import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandError } from '../command-errors.ts';

/** Runs an operation on a path that may not exist. @returns undefined when it does not. */
export const ifExists = async <T>(operation: Promise<T>): Promise<T | undefined> => {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
};

const headBytes = 65_536;

/** The beginning of a file: up to 64 KiB. */
export const readHead = async (path: string): Promise<Buffer> => {
  await using handle = await open(path);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  return buffer.subarray(0, bytesRead);
};

/** A new hidden path beside another one. */
const draftOf = (target: string): string =>
  join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}`);

/**
 * Creates a file with all its text or not at all, or replaces an earlier one: the work fills a file beside it, which is
 * renamed at the end. Only its owner can read it.
 *
 * @throws what the work throws.
 */
export const createFile = async (
  path: string,
  work: (write: (text: string) => Promise<void>) => Promise<void>,
): Promise<void> => {
  const target = resolve(path);
  const draft = draftOf(target);
  const file = await open(draft, 'wx', 0o600);
  try {
    await work((text) => file.appendFile(text));
    await file.close();
    await rename(draft, target);
  } catch (error) {
    await file.close();
    await rm(draft, { force: true });
    throw error;
  }
};

/**
 * Creates a folder with all its content or not at all: the work fills a folder beside it, which is
 * renamed at the end.
 *
 * @param folder does not exist, or is empty.
 * @throws CommandError when it is not empty; what the work throws.
 */
export const createFolder = async <T>(
  folder: string,
  work: (draft: string) => Promise<T>,
): Promise<T> => {
  const target = resolve(folder);
  const [first] = (await ifExists(readdir(target))) ?? [];
  if (first !== undefined) {
    throw new CommandError(`${target} is not empty. Name a new folder for the export.`);
  }
  const draft = draftOf(target);
  await mkdir(draft, { recursive: true });
  try {
    const result = await work(draft);
    // Windows does not rename onto an existing folder.
    await ifExists(rmdir(target));
    await rename(draft, target);
    return result;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
};

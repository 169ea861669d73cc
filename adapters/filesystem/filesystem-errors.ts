import { DomainError } from '../../core/index.ts';

/** The code of a failed system call, for example `ENOENT`; undefined for any other error. */
export const errnoOf = (error: unknown): string | undefined =>
  error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** The error that callers get when the disk fails. It says nothing about the cause but carries it. */
export const storageUnavailable = (cause: unknown): DomainError =>
  new DomainError('dependency_unavailable', 'The file storage cannot be used', { cause });

/**
 * Runs disk operations and converts the errors of the operating system.
 *
 * @throws DomainError `dependency_unavailable` for a failed system call, for example because the disk is
 *   full or a permission is missing; any other error unchanged.
 */
export const withDiskErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw errnoOf(error) === undefined ? error : storageUnavailable(error);
  }
};

/** ENOTDIR: a folder of the path is a file. ENAMETOOLONG: no file can have this name. */
const absentCodes: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

/** Like {@link withDiskErrors}, but returns undefined when the file or folder does not exist. */
export const undefinedIfAbsent = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  withDiskErrors(async () => {
    try {
      return await work();
    } catch (error) {
      if (absentCodes.has(errnoOf(error))) return undefined;
      throw error;
    }
  });

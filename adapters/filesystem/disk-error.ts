import { DomainError } from '../../core/index.ts';

/** The code of a failed system call, for example `ENOENT`; undefined for any other error. */
export const errnoOf = (error: unknown): string | undefined =>
  error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** What a caller may know about a disk that fails; the reason is in the cause. */
export const storageUnavailable = (cause: unknown): DomainError =>
  new DomainError('dependency_unavailable', 'The file storage cannot be used', { cause });

/**
 * Runs work on the disk.
 *
 * @throws DomainError `dependency_unavailable` for what the operating system refuses: a full disk,
 *   a failed write, a missing right.
 */
export const onDisk = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw errnoOf(error) === undefined ? error : storageUnavailable(error);
  }
};

/** A file where a folder was expected, or a name no disk can hold: as absent as nothing at all. */
const absent: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

/** Runs work on the disk like {@link onDisk}. @returns undefined when its object is not there. */
export const ifThere = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  onDisk(async () => {
    try {
      return await work();
    } catch (error) {
      if (absent.has(errnoOf(error))) return undefined;
      throw error;
    }
  });

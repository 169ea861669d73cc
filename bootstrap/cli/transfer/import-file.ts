import { access } from 'node:fs/promises';
import type { IncomingMediaDto } from '../../../contracts/index.ts';
import type { ImportRun } from './import-items.ts';

export interface FileToImport {
  readonly record: IncomingMediaDto;
  /** Of the bytes. */
  readonly path: string;
}

/**
 * Stores one file, and tells when it is refused or cannot be read.
 *
 * @param source what it is called for people.
 * @returns its address; undefined when it has none.
 */
export const importFile = async (
  source: string,
  prepare: () => Promise<FileToImport>,
  { target, report }: Pick<ImportRun, 'target' | 'report'>,
): Promise<string | undefined> => {
  try {
    const { record, path } = await prepare();
    await access(path);
    const result = await target.importMedia(record, path);
    if (result.outcome !== 'failed') {
      report.countFile(result.outcome);
      return result.url;
    }
    report.skip(source, result.error, true);
  } catch (error) {
    if (!isFileError(error)) throw error;
    report.skip(source, `its file cannot be read (${error.code})`, true);
  }
  return undefined;
};

const isFileError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'code' in error && 'syscall' in error && 'path' in error;

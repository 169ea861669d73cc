import { posix } from 'node:path';
import type { JsonObject } from '../../../../core/vocabulary.ts';

/** What a folder or the site says about documents, as if it stood in their front matter. */
export interface Statement {
  /** Its file, relative to the imported folder: `internal/_index.md`, `../_config.yml`. */
  readonly file: string;
  readonly values: JsonObject;
  /** What hides the documents, instead of the value that `values` names: `exclude`. */
  readonly sign?: string;
  /** @param path of the document, relative to the imported folder. */
  readonly appliesTo: (path: string) => boolean;
}

/** A statement that the import cannot apply, because it is a program. */
export interface UnreadStatement {
  readonly file: string;
  readonly appliesTo: (path: string) => boolean;
}

export const isInFolder =
  (folder: string) =>
  (path: string): boolean =>
    folder === '' || path.startsWith(`${folder}/`);

/** The folder of a path; empty for the imported folder itself. */
export const folderOf = (path: string): string => {
  const dir = posix.dirname(path);
  return dir === '.' ? '' : dir;
};

/** A file that cannot be read may hide documents, so it does. */
export const unreadable = (file: string, appliesTo: Statement['appliesTo']): Statement => ({
  file,
  values: { draft: true },
  sign: 'a mistake',
  appliesTo,
});

/**
 * Whether a document is in a folder whose name begins with `_`, which many generators leave out.
 *
 * @param shown such names that are not left out.
 */
export const isInUnderscoredFolder = (path: string, shown: readonly string[] = []): boolean =>
  path
    .split('/')
    .slice(0, -1)
    .some((name) => name.startsWith('_') && !shown.includes(name));

import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';

/** A file that is not imported, and why. */
export interface SkippedFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  /** A clause about the file: "its front matter has no closing line". */
  readonly reason: string;
  /** Whether this is an error; false for files that are not meant to be imported. */
  readonly broken: boolean;
}

/** The files of a folder. All paths are relative to `root`, with slashes, and sorted. */
export interface ScannedFolder {
  /** Absolute, with symbolic links resolved. */
  readonly root: string;
  readonly documents: readonly string[];
  /** All others. */
  readonly files: readonly string[];
  readonly skipped: readonly SkippedFile[];
}

const documentPattern = /\.(?:md|markdown|mdx)$/i;

/**
 * Lists a folder and its subfolders, except hidden ones and `node_modules`. Follows a symbolic link to
 * a file inside the folder. Does not follow links to folders: their files are either found anyway or
 * outside.
 */
export const scanFolder = async (folder: string): Promise<ScannedFolder> => {
  const root = await realpath(folder);
  const found = { documents: [] as string[], files: [] as string[], skipped: [] as SkippedFile[] };
  const pending = [''];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const entries = await readEntries(join(root, path));
    if (entries === undefined) {
      found.skipped.push({ path, reason: 'the folder cannot be read', broken: true });
      continue;
    }
    for (const entry of entries) {
      const inner = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules') pending.push(inner);
        continue;
      }
      const isDocument = documentPattern.test(inner);
      if (entry.isFile() || (entry.isSymbolicLink() && (await isLinkToFile(root, inner)))) {
        (isDocument ? found.documents : found.files).push(inner);
      } else if (isDocument) {
        found.skipped.push({ path: inner, reason: reasonFor(entry), broken: true });
      }
    }
  }
  return {
    root,
    documents: found.documents.toSorted(),
    files: found.files.toSorted(),
    skipped: found.skipped.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  };
};

const reasonFor = (entry: Dirent): string =>
  entry.isSymbolicLink()
    ? 'it is a link that leads out of the folder or nowhere'
    : 'it is not a file';

/** @returns the entries that are not hidden; undefined when the folder cannot be read. */
const readEntries = async (folder: string): Promise<readonly Dirent[] | undefined> => {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter(({ name }) => !name.startsWith('.'));
  } catch {
    return undefined;
  }
};

const isLinkToFile = async (root: string, path: string): Promise<boolean> => {
  try {
    const target = await realpath(join(root, path));
    const fromRoot = relative(root, target);
    const isInside = fromRoot !== '..' && !fromRoot.startsWith(`..${sep}`) && !isAbsolute(fromRoot);
    return isInside && (await stat(target)).isFile();
  } catch {
    return false;
  }
};

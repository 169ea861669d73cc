import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { isDocumentPath } from './file-address.ts';

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
  /** Symbolic links to folders inside `root`, and the paths of these folders. */
  readonly links: ReadonlyMap<string, string>;
  readonly skipped: readonly SkippedFile[];
}

/**
 * Lists a folder and its subfolders, except hidden ones and `node_modules`. Follows a symbolic link to
 * a file inside the folder. Does not follow links to folders: their files are either found anyway or
 * outside.
 */
export const scanFolder = async (folder: string): Promise<ScannedFolder> => {
  const root = await realpath(folder);
  const found = { documents: [] as string[], files: [] as string[], skipped: [] as SkippedFile[] };
  const links = new Map<string, string>();
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
      const isDocument = isDocumentPath(inner);
      const target = entry.isSymbolicLink() ? await followLink(root, inner) : undefined;
      if (entry.isFile() || target?.isFile === true) {
        (isDocument ? found.documents : found.files).push(inner);
      } else if (target !== undefined) {
        links.set(inner, target.path);
      } else if (isDocument) {
        found.skipped.push({ path: inner, reason: reasonFor(entry), broken: true });
      }
    }
  }
  return {
    root,
    documents: found.documents.toSorted(),
    files: found.files.toSorted(),
    links,
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

/** @returns undefined for a link that leads out of the folder or nowhere. */
const followLink = async (
  root: string,
  link: string,
): Promise<{ readonly path: string; readonly isFile: boolean } | undefined> => {
  try {
    const target = await realpath(join(root, link));
    const path = relative(root, target);
    if (path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return undefined;
    return { path: path.split(sep).join('/'), isFile: (await stat(target)).isFile() };
  } catch {
    return undefined;
  }
};

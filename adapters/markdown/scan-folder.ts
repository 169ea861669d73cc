import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';

/** A file that is left out, and why. */
export interface SkippedFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  /** A clause about the file: "its front matter has no closing line". */
  readonly reason: string;
  /** Whether something is wrong with it; false when it is not meant to be imported. */
  readonly broken: boolean;
}

/** What is in a folder. All paths are relative to `root`, with slashes, and sorted. */
export interface ScannedFolder {
  /** Absolute, without links. */
  readonly root: string;
  readonly documents: readonly string[];
  readonly images: readonly string[];
  readonly skipped: readonly SkippedFile[];
}

const documentForm = /\.(?:md|markdown|mdx)$/i;

const imageEnding = String.raw`\.(?:png|jpe?g|gif|webp|avif|svg|bmp|tiff?|ico|heic)`;
const endsAsImage = new RegExp(`${imageEnding}$`, 'i');
const endsSomewhereAsImage = new RegExp(String.raw`${imageEnding}\b`, 'i');

/** Whether a path ends as those of images do. */
const isImagePath = (path: string): boolean => endsAsImage.test(path);

/** Whether a text may refer to an image at all. */
export const mentionsImagePath = (text: string): boolean => endsSomewhereAsImage.test(text);

/** The same for an address, whatever query or fragment follows its path. */
export const isImageAddress = (address: string): boolean =>
  isImagePath(address.split(/[?#]/, 1)[0] ?? '');

/**
 * Looks through a folder and all within it, except hidden ones and `node_modules`. A link to a file
 * counts while the file is inside the folder; links to folders are not followed, since what they
 * lead to is either found anyway or outside.
 */
export const scanFolder = async (folder: string): Promise<ScannedFolder> => {
  const root = await realpath(folder);
  const found = { documents: [] as string[], images: [] as string[], skipped: [] as SkippedFile[] };
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
      const isDocument = documentForm.test(inner);
      if (!isDocument && !isImagePath(inner)) continue;
      if (entry.isFile() || (entry.isSymbolicLink() && (await leadsToFile(root, inner)))) {
        (isDocument ? found.documents : found.images).push(inner);
      } else if (isDocument) {
        found.skipped.push({ path: inner, reason: whyNoFile(entry), broken: true });
      }
    }
  }
  return {
    root,
    documents: found.documents.toSorted(),
    images: found.images.toSorted(),
    skipped: found.skipped.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  };
};

const whyNoFile = (entry: Dirent): string =>
  entry.isSymbolicLink()
    ? 'it is a link that leads out of the folder or nowhere'
    : 'it is not a file';

/** @returns what is there and not hidden, or undefined when nobody may look. */
const readEntries = async (folder: string): Promise<readonly Dirent[] | undefined> => {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter(({ name }) => !name.startsWith('.'));
  } catch {
    return undefined;
  }
};

const leadsToFile = async (root: string, path: string): Promise<boolean> => {
  try {
    const target = await realpath(join(root, path));
    const way = relative(root, target);
    const isInside = way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
    return isInside && (await stat(target)).isFile();
  } catch {
    return false;
  }
};

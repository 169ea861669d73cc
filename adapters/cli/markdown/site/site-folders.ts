import { access, readdir } from 'node:fs/promises';
import { dirname, join, posix, relative, sep } from 'node:path';
import { readTextFile } from '../text-file.ts';

/** A file of the site, in the imported folder, above it, or in one of its folders. */
export interface SiteFile {
  /** Relative to the imported folder. */
  readonly path: string;
  /** The absolute path of the site, which the file belongs to. */
  readonly site: string;
  /** Undefined if it cannot be read. */
  readonly text: string | undefined;
}

/** How far the site can be above the imported folder: `src/content/docs/blog`. */
const maxLevels = 4;

/**
 * Finds the files that configure the site: those with the given names in the folder, in folders above it up to the root
 * of its repository, and among its files. Those of the outermost site come first.
 *
 * @param names paths from the folder of the site, such as `config/_default/hugo.toml`.
 * @param files the files of the imported folder.
 */
export const findSiteFiles = async (
  root: string,
  names: readonly string[],
  files: readonly string[],
): Promise<readonly SiteFile[]> => {
  const wanted = new Set(names);
  const candidates = new Map<string, string>();
  let folder = root;
  for (let level = 0; level <= maxLevels; level += 1) {
    const entries = new Set(await readdir(folder).catch(() => []));
    for (const name of wanted) {
      if (entries.has(name.split('/', 1)[0] ?? '')) candidates.set(join(folder, name), folder);
    }
    if (entries.has('.git') || dirname(folder) === folder) break;
    folder = dirname(folder);
  }
  for (const path of files) {
    const name = names.find((each) => path === each || path.endsWith(`/${each}`));
    if (name === undefined) continue;
    candidates.set(join(root, path), join(root, path.slice(0, -name.length)).replace(/[\\/]$/, ''));
  }
  const found: SiteFile[] = [];
  for (const [file, site] of candidates) {
    if (
      await access(file).then(
        () => false,
        () => true,
      )
    )
      continue;
    const text = await readTextFile(file).catch(() => undefined);
    found.push({ path: fromRoot(root, file), site, text });
  }
  return found.toSorted((a, b) => a.site.length - b.site.length);
};

const fromRoot = (root: string, file: string): string => relative(root, file).split(sep).join('/');

/**
 * The path of a document from a folder of the site.
 *
 * @returns undefined for a document that is not in it.
 */
export const pathIn = (root: string, folder: string, document: string): string | undefined => {
  const path = posix.normalize(fromRoot(folder, join(root, document)));
  return path.startsWith('../') ? undefined : path;
};

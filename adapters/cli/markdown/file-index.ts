import { posix } from 'node:path';
import { decodePercent } from '../../../core/index.ts';
import { withoutDocumentEnding } from './file-address.ts';
import { splitLanguage } from './languages.ts';
import type { LocalFile } from './local-file.ts';

/** A file, or a document of the folder. */
export type Target = LocalFile | 'document';

export interface SearchOptions {
  readonly ignoreCase: boolean;
}

/** The files of a folder by their paths, in any Unicode normalization. */
export interface IndexedFiles {
  /** @returns undefined if there is none, or if case is ignored and there are several. */
  readonly find: (path: string, options: SearchOptions) => Target | undefined;
  /**
   * Finds the file that shares the most path segments with the path, counted from the end; with
   * `needsAll`, it must share all of them.
   *
   * @returns the paths if there are several.
   */
  readonly findTail: (
    path: string,
    options: SearchOptions & { readonly needsAll?: boolean },
  ) => Target | readonly string[] | undefined;
}

/** @param links from paths of links to the paths of the folders that they lead to. */
export const fileIndex = (
  files: readonly (readonly [string, Target])[],
  links: ReadonlyMap<string, string> = new Map(),
): IndexedFiles => {
  const byPath = new Map(files.map(([path, target]) => [path.normalize('NFC'), target]));
  const byFolded = new Map<string, Target | undefined>();
  /** Names that are percent-encoded on the disk, which links need not be. */
  const byDecoded = new Map<string, Target>();
  const byName = new Map<string, string[]>();
  for (const [path, target] of byPath) {
    const folded = path.toLowerCase();
    byFolded.set(folded, byFolded.has(folded) ? undefined : target);
    const decoded = decodePercent(path).normalize('NFC');
    if (decoded !== path) byDecoded.set(decoded, target);
    for (const name of new Set(
      [folded, decoded.toLowerCase()].map((each) => posix.basename(each)),
    )) {
      const alike = byName.get(name) ?? [];
      alike.push(path);
      byName.set(name, alike);
    }
  }
  const linked = [...links].map(([link, folder]) => [
    link.normalize('NFC'),
    folder.normalize('NFC'),
  ]);

  const find: IndexedFiles['find'] = (path, { ignoreCase }) => {
    const normal = path.normalize('NFC');
    const found = ignoreCase
      ? byFolded.get(normal.toLowerCase())
      : (byPath.get(normal) ?? byDecoded.get(normal));
    if (found !== undefined) return found;
    const [link = '', folder = ''] =
      linked.find(([name = '']) => normal.startsWith(`${name}/`)) ?? [];
    return link === '' ? undefined : byPath.get(posix.join(folder, normal.slice(link.length)));
  };

  return {
    find,
    findTail: (path, { ignoreCase, needsAll = false }) => {
      const fold = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
      const wanted = segmentsOf(fold(path.normalize('NFC')));
      const candidates = byName.get(wanted.at(-1)?.toLowerCase() ?? '') ?? [];
      const lengths = candidates.map((each) => sharedTail(wanted, segmentsOf(fold(each))));
      const longest = Math.max(needsAll ? wanted.length : 1, ...lengths);
      const tails = candidates.filter((_, index) => lengths[index] === longest);
      return tails.length > 1 ? tails : byPath.get(tails[0] ?? '');
    },
  };
};

const segmentsOf = (path: string): readonly string[] =>
  path.split('/').filter((name) => name !== '');

const sharedTail = (a: readonly string[], b: readonly string[]): number => {
  let length = 0;
  const isShared = (wanted = '', name = ''): boolean =>
    wanted === name || wanted === decodePercent(name).normalize('NFC');
  while (length < Math.min(a.length, b.length) && isShared(a.at(-1 - length), b.at(-1 - length))) {
    length += 1;
  }
  return length;
};

/**
 * Finds documents as links of Hugo, Jekyll and Docusaurus name them.
 *
 * @param documents their paths.
 * @returns whether a link, with or without extension, folders and fragment, names one of them.
 */
export const documentNames = (documents: readonly string[]): ((link: string) => boolean) => {
  const tails = new Set<string>();
  for (const path of documents) {
    const segments = plainName(path).split('/');
    for (const index of segments.keys()) tails.add(segments.slice(index).join('/'));
  }
  return (link) => {
    const name = plainName(link.replace(/[?#].*$/s, ''));
    return name === '' || tails.has(name);
  };
};

/** Without extension, language, `index`, and dots and slashes at both ends. */
const plainName = (path: string): string => {
  const stem = withoutDocumentEnding(decodePercent(path).normalize('NFC'));
  return splitLanguage(stem)
    .base.toLowerCase()
    .replace(/^[./]+|\/+$/g, '')
    .replace(/(?:^|\/)_?index$/, '');
};

import { basename, join, posix, relative, sep } from 'node:path';
import { isDocumentAddress, isFileAddress, readAddress } from './file-address.ts';
import { documentNames, fileIndex, type IndexedFiles, type Target } from './file-index.ts';
import type { LocalFile } from './local-file.ts';

/** What an address in a document refers to. */
export type Resolution =
  | {
      readonly kind: 'file';
      /** One of the given files. */
      readonly file: LocalFile;
      /** Query and fragment. */
      readonly suffix: string;
    }
  /** Another document of the folder, another site, or a data URL. */
  | { readonly kind: 'elsewhere' }
  /** Only the system of the site can compute the address. */
  | { readonly kind: 'unread' }
  | { readonly kind: 'missing'; readonly reason: string }
  /** A document that is not in the folder. */
  | { readonly kind: 'missing document' };

/** @param from path of the document, relative to the folder. */
export type ResolveFile = (address: string, from: string) => Resolution;

/** All files that an address can refer to. */
export interface AvailableFiles {
  /** The absolute path of the folder. */
  readonly root: string;
  /** Paths of the documents, relative to the folder. */
  readonly documents: readonly string[];
  /** The other files of the folder. */
  readonly files: readonly LocalFile[];
  /** Symbolic links to folders, and the folders that they lead to. Both relative to the folder. */
  readonly links?: ReadonlyMap<string, string>;
  /** The files of the folder for static files. */
  readonly staticFiles: readonly LocalFile[];
}

/** No file system has longer paths, and Unicode normalization of longer ones is slow. */
const maxPathLength = 4_096;

const elsewhere: Resolution = { kind: 'elsewhere' };

/**
 * Resolves the addresses of files in documents.
 *
 * A relative address is resolved from the document, from the folder with the name of the document, from
 * the imported folder, and from the folder for static files. An address that starts with a slash is
 * resolved from the imported folder, then from the folder for static files. Otherwise it belongs to a
 * site whose files can be anywhere in the folder: it refers to the file that shares the most path
 * segments with it, counted from the end, if there is only one. If nothing is found, upper and lower
 * case are the same.
 */
export const fileResolver = ({
  root,
  documents,
  files,
  links,
  staticFiles,
}: AvailableFiles): ResolveFile => {
  const imported = fileIndex(
    [
      ...documents.map((path) => [path, 'document'] as const),
      ...files.map((file) => [file.path, file] as const),
    ],
    links,
  );
  const statics = fileIndex(staticFiles.map((file) => [file.path, file]));
  const staticRoot = staticFiles[0]?.root;
  const isDocumentName = documentNames(documents);

  /** A relative address can lead from the imported folder to the folder for static files. */
  const fromDisk = (address: string, from: string): string => {
    if (staticRoot === undefined) return '..';
    const path = join(root, posix.dirname(from), address);
    return relative(staticRoot, path).split(sep).join('/');
  };

  const locate = (address: string, from: string, ignoreCase: boolean): Found => {
    const fromRoot = posix.join('.', address);
    const find = (index: IndexedFiles, path: string) => index.find(path, { ignoreCase });
    if (!address.startsWith('/')) {
      const { dir, name } = posix.parse(from);
      return (
        find(imported, posix.join(dir, address)) ??
        find(imported, posix.join(dir, name, address)) ??
        find(imported, fromRoot) ??
        find(statics, fromDisk(address, from)) ??
        find(statics, fromRoot)
      );
    }
    const found = find(imported, fromRoot) ?? find(statics, fromRoot);
    // The URL of a page need not match the path of a file.
    if (found !== undefined || !isFileAddress(address)) return found;
    const [folder = '', ...rest] = fromRoot.split('/');
    const inStatics = folder === basename(staticRoot ?? '') ? rest.join('/') : '';
    return find(statics, inStatics) ?? imported.findTail(address, { ignoreCase });
  };

  const locateName = (address: string, from: string, ignoreCase: boolean): Found =>
    locate(address, from, ignoreCase) ?? imported.findTail(address, { ignoreCase, needsAll: true });

  const locatePath = (
    address: string,
    from: string,
    find: typeof locate,
  ): Resolution | undefined => {
    for (const ignoreCase of [false, true]) {
      for (const { path, suffix } of interpretationsOf(address)) {
        const found = find(path, from, ignoreCase);
        if (found === undefined) continue;
        if (found === 'document') return elsewhere;
        if ('path' in found) return { kind: 'file', file: found, suffix };
        return { kind: 'missing', reason: `it could be any of ${someOf(found)}` };
      }
    }
    return undefined;
  };

  return (address, from) => {
    const plain = readAddress(address);
    if (plain === undefined) return { kind: 'unread' };
    const { path, lookup } = plain;
    if (/^(?:file:|[a-z]:[\\/])/i.test(path)) {
      return { kind: 'missing', reason: "it is a path on the author's computer" };
    }
    if (path === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(path)) return elsewhere;
    if (lookup === 'document' && isDocumentName(path)) return elsewhere;
    const found = locatePath(path, from, lookup === 'path' ? locate : locateName);
    const isDocument = lookup === 'document' || isDocumentAddress(path);
    // It can be any of several documents.
    if (isDocument && found?.kind === 'missing') return elsewhere;
    if (found !== undefined) return found;
    if (isDocument) return { kind: 'missing document' };
    const isHidden = /(?:^|\/)(?:\.[^./]|node_modules\/)/.test(path);
    return {
      kind: 'missing',
      reason: isHidden ? 'hidden files are not imported' : 'there is no such file',
    };
  };
};

/** A file, a document, or the paths of several files that it could be. */
type Found = Target | readonly string[] | undefined;

const someOf = (paths: readonly string[]): string =>
  paths.slice(0, 2).join(', ') + (paths.length > 2 ? ` and ${paths.length - 2} more` : '');

interface Interpretation {
  readonly path: string;
  readonly suffix: string;
}

/**
 * File names can contain `?`, `#`, `%` and `+`, so the unchanged address comes first. Paths of
 * Windows have backslashes.
 */
const interpretationsOf = (address: string): readonly Interpretation[] => {
  const [path = ''] = address.split(/[?#]/, 1);
  const literal = [address, path].map((each) => ({
    path: each,
    suffix: address.slice(each.length),
  }));
  const decoded = literal.map((each) => ({ ...each, path: decode(each.path) }));
  const replaced = decoded.map((each) => ({
    ...each,
    path: each.path.replaceAll('+', ' ').replaceAll('\\', '/'),
  }));
  const all = [...literal, ...decoded, ...replaced];
  return all
    .filter(({ path: candidate }) => candidate.length <= maxPathLength)
    .filter(
      (each, index, list) =>
        list.findIndex((other) => other.path === each.path && other.suffix === each.suffix) ===
        index,
    );
};

const decode = (address: string): string => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};

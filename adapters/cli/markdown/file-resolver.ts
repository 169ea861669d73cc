import { posix } from 'node:path';
import { isFileAddress } from './file-address.ts';
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
  | { readonly kind: 'missing'; readonly reason: string };

/** @param from path of the document, relative to the folder. */
export type ResolveFile = (address: string, from: string) => Resolution;

/** What addresses can refer to. No address leads to anything else. */
export interface KnownFiles {
  /** Paths of the documents, relative to the folder. */
  readonly documents: readonly string[];
  /** The other files of the folder. */
  readonly files: readonly LocalFile[];
  /** The files of the folder for static files. */
  readonly staticFiles: readonly LocalFile[];
}

/** No file system has longer paths, and Unicode normalization of longer ones is slow. */
const maxPathLength = 4_096;

const elsewhere: Resolution = { kind: 'elsewhere' };

/** A file, or a document of the folder. */
type Target = LocalFile | 'document';

/**
 * Resolves the addresses of files in documents.
 *
 * A relative address is resolved from the document, then from the folder. An address that starts with
 * a slash is resolved from the folder, then from the folder for static files. Otherwise it belongs to
 * a site whose files can be anywhere in the folder: it refers to the file that shares the most path
 * segments with it, counted from the end, if there is only one.
 */
export const fileResolver = ({ documents, files, staticFiles }: KnownFiles): ResolveFile => {
  const known = byPath(files);
  for (const path of documents) known.set(path.normalize('NFC'), 'document');
  const statics = byPath(staticFiles);
  const byName = groupByName([...known.keys()]);

  const locate = (address: string, from: string): Target | readonly string[] | undefined => {
    const fromRoot = posix.join('.', address).normalize('NFC');
    if (!address.startsWith('/')) {
      const fromDocument = posix.join(posix.dirname(from), address).normalize('NFC');
      return known.get(fromDocument) ?? known.get(fromRoot);
    }
    const found = known.get(fromRoot) ?? statics.get(fromRoot);
    // The URL of a page need not match the path of a file.
    if (found !== undefined || !isFileAddress(address)) return found;
    const tails = longestTails(address.normalize('NFC'), byName);
    return tails.length > 1 ? tails : known.get(tails[0] ?? '');
  };

  return (address, from) => {
    if (address === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address)) return elsewhere;
    for (const { path, suffix } of interpretationsOf(address)) {
      const found = locate(path, from);
      if (found === undefined) continue;
      if (found === 'document') return elsewhere;
      if ('path' in found) return { kind: 'file', file: found, suffix };
      return { kind: 'missing', reason: `it could be any of ${someOf(found)}` };
    }
    return { kind: 'missing', reason: 'there is no such file' };
  };
};

const byPath = (files: readonly LocalFile[]): Map<string, Target> =>
  new Map(files.map((file) => [file.path.normalize('NFC'), file]));

const groupByName = (paths: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const name = posix.basename(path);
    const group = groups.get(name) ?? [];
    group.push(path);
    groups.set(name, group);
  }
  return groups;
};

const someOf = (paths: readonly string[]): string =>
  paths.slice(0, 2).join(', ') + (paths.length > 2 ? ` and ${paths.length - 2} more` : '');

interface Interpretation {
  readonly path: string;
  readonly suffix: string;
}

/** File names can contain `?`, `#` and `%`, so the address is tried as it stands first. */
const interpretationsOf = (address: string): readonly Interpretation[] => {
  const [path = ''] = address.split(/[?#]/, 1);
  const suffix = address.slice(path.length);
  const all = [
    { path: address, suffix: '' },
    { path: decode(address), suffix: '' },
    { path, suffix },
    { path: decode(path), suffix },
  ];
  return all.filter(({ path: candidate }) => candidate.length <= maxPathLength);
};

const decode = (address: string): string => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};

const longestTails = (
  address: string,
  byName: ReadonlyMap<string, readonly string[]>,
): readonly string[] => {
  const wanted = address.split('/').filter((name) => name !== '');
  const candidates = byName.get(wanted.at(-1) ?? '') ?? [];
  const lengths = candidates.map((path) => sharedTail(wanted, path.split('/')));
  const longest = Math.max(0, ...lengths);
  return candidates.filter((_, index) => lengths[index] === longest);
};

const sharedTail = (a: readonly string[], b: readonly string[]): number => {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a.at(-1 - length) === b.at(-1 - length)) {
    length += 1;
  }
  return length;
};

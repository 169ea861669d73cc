import { posix } from 'node:path';

/** What an address in a document turned out to be. */
export type Resolution =
  | {
      readonly kind: 'file';
      readonly path: string;
      /** A query or a fragment. */ readonly suffix: string;
    }
  /** Not in the folder and not meant to be: the address of another site, or data. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'missing'; readonly reason: string };

/** @param from the document, relative to the folder. */
export type ResolveImage = (address: string, from: string) => Resolution;

/** No file system has a longer path; it would take too long to compose one (Unicode NFC). */
const maxPathLength = 4_096;

const elsewhere: Resolution = { kind: 'elsewhere' };

/**
 * Finds images by the addresses that documents use. Only files of the given list are ever found, so
 * no address leads out of the folder.
 *
 * An address is looked up from the document, then from the folder. One that starts with a slash
 * belongs to a site whose files may be kept elsewhere in the folder: it means the file that shares
 * the most names with it, counted from the end, if that is one file.
 *
 * @param paths of all images, relative to the folder, with slashes.
 */
export const imageResolver = (paths: readonly string[]): ResolveImage => {
  const known = new Map(paths.map((path) => [path.normalize('NFC'), path]));
  const byName = groupByName([...known.keys()]);

  const locate = (address: string, from: string): string | readonly string[] | undefined => {
    const absolute = address.startsWith('/');
    const candidates = [
      ...(absolute ? [] : [posix.join(posix.dirname(from), address)]),
      posix.join('.', address),
    ];
    const found = candidates.map((path) => known.get(path.normalize('NFC'))).find(isPath);
    if (found !== undefined || !absolute) return found;
    const tails = longestTails(address.normalize('NFC'), byName);
    return tails.length > 1 ? tails : known.get(tails[0] ?? '');
  };

  return (address, from) => {
    if (address === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address)) return elsewhere;
    for (const { path, suffix } of readings(address)) {
      const found = locate(path, from);
      if (typeof found === 'string') return { kind: 'file', path: found, suffix };
      if (found !== undefined) {
        return { kind: 'missing', reason: `it could be any of ${someOf(found)}` };
      }
    }
    return { kind: 'missing', reason: 'there is no such image in the folder' };
  };
};

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

const isPath = (path: string | undefined): path is string => path !== undefined;

interface Reading {
  readonly path: string;
  readonly suffix: string;
}

/** A file's name may itself hold what an address gives a meaning: the address is first taken as it is. */
const readings = (address: string): readonly Reading[] => {
  const [path = ''] = address.split(/[?#]/, 1);
  const suffix = address.slice(path.length);
  const all = [
    { path: address, suffix: '' },
    { path: decode(address), suffix: '' },
    { path, suffix },
    { path: decode(path), suffix },
  ];
  return all.filter((reading) => reading.path.length <= maxPathLength);
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

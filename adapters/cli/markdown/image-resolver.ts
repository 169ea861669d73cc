import { posix } from 'node:path';

/** What an address in a document refers to. */
export type Resolution =
  | {
      readonly kind: 'file';
      readonly path: string;
      /** Query and fragment. */
      readonly suffix: string;
    }
  /** An address of another site, or a data URL. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'missing'; readonly reason: string };

/** @param from path of the document, relative to the folder. */
export type ResolveImage = (address: string, from: string) => Resolution;

/** No file system has longer paths, and Unicode normalization of longer ones is slow. */
const maxPathLength = 4_096;

const elsewhere: Resolution = { kind: 'elsewhere' };

/**
 * Resolves the addresses of images in documents. Finds only files of the given list, so no address
 * leads out of the folder.
 *
 * A relative address is resolved from the document, then from the folder. An address that starts with
 * a slash belongs to a site whose files can be anywhere in the folder: it refers to the file that
 * shares the most path segments with it, counted from the end, if there is only one.
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
    for (const { path, suffix } of interpretationsOf(address)) {
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

import { mapTexts } from '../../../adapters/markdown/map-texts.ts';
import { mediaKeyPattern, type JsonObject } from '../../../core/index.ts';

/** Follows files from the addresses they had to those they have now. */
export interface MovedAddresses {
  /** Notes where a file is now. @param key the one it had. */
  readonly note: (key: string, url: string) => void;
  /** The data with the addresses of now; the very same object when none has changed. */
  readonly rewrite: (data: JsonObject) => JsonObject;
}

/** @param base what stood before the keys; undefined when there were no files. */
export const movedAddresses = (base: string | undefined): MovedAddresses => {
  if (base === undefined) return { note: () => undefined, rewrite: (data) => data };
  const address = new RegExp(`${escapePattern(base)}/(${mediaKeyPattern})`, 'g');
  // Nearly all files keep their key; only the others are remembered one by one.
  const renamed = new Map<string, string>();
  let baseNow: string | undefined;
  const follow = (text: string): string =>
    text.replace(address, (before, key: string) => {
      const now = renamed.get(key);
      if (now !== undefined) return now;
      return baseNow === undefined ? before : `${baseNow}/${key}`;
    });
  return {
    note: (key, url) => {
      if (url.endsWith(`/${key}`)) baseNow ??= url.slice(0, -key.length - 1);
      else renamed.set(key, url);
    },
    rewrite: (data) => {
      const isWhereItWas = baseNow === undefined || baseNow === base;
      return isWhereItWas && renamed.size === 0 ? data : mapTexts(data, follow);
    },
  };
};

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

import {
  escapePattern,
  mapStrings,
  mediaKeyPattern,
  type JsonObject,
} from '../../../core/index.ts';

/** Maps the addresses that media files had in an export to their addresses in the service. */
export interface MediaAddresses {
  /** @param key the one in the export. @param url the address in the service. */
  readonly add: (key: string, url: string) => void;
  /** Replaces addresses in the data. Returns the same object when no file has moved. */
  readonly rewrite: (data: JsonObject) => JsonObject;
}

/** @param oldBase preceded the keys in the export; undefined when it has no media files. */
export const trackMediaAddresses = (oldBase: string | undefined): MediaAddresses => {
  if (oldBase === undefined) return { add: () => undefined, rewrite: (data) => data };
  const address = new RegExp(`${escapePattern(oldBase)}/(${mediaKeyPattern})`, 'g');
  // Nearly all files keep their key; only the others need an entry.
  const renamed = new Map<string, string>();
  let newBase: string | undefined;
  const replaceAll = (text: string): string =>
    text.replace(address, (before, key: string) => {
      const url = renamed.get(key);
      if (url !== undefined) return url;
      return newBase === undefined ? before : `${newBase}/${key}`;
    });
  return {
    add: (key, url) => {
      if (url.endsWith(`/${key}`)) newBase ??= url.slice(0, -key.length - 1);
      else renamed.set(key, url);
    },
    rewrite: (data) => {
      const sameBase = newBase === undefined || newBase === oldBase;
      return sameBase && renamed.size === 0 ? data : mapStrings(data, replaceAll);
    },
  };
};

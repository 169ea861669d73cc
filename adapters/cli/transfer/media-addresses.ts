import { escapePattern, mediaKeyPattern } from '../../../core/index.ts';
import { mapStrings, type JsonObject } from '../../../core/vocabulary.ts';

/**
 * Maps the addresses that media files had in an export to their addresses in the service.
 *
 * @param oldBase preceded the keys in the export; undefined when it has no media files.
 */
export const trackMediaAddresses = (oldBase: string | undefined) => {
  // Most files have the same key in the service; only the others need an entry.
  const renamed = new Map<string, string>();
  let newBase: string | undefined;
  const add = (key: string, url: string): void => {
    if (url.endsWith(`/${key}`)) newBase ??= url.slice(0, -key.length - 1);
    else renamed.set(key, url);
  };
  if (oldBase === undefined) return { add, rewrite: (data: JsonObject): JsonObject => data };
  const address = new RegExp(`${escapePattern(oldBase)}/(${mediaKeyPattern})`, 'g');
  const replaceAll = (text: string): string =>
    text.replace(address, (_, key: string) => renamed.get(key) ?? `${newBase ?? oldBase}/${key}`);
  /** Replaces addresses in the data. Returns the same object when no file has moved. */
  const rewrite = (data: JsonObject): JsonObject => {
    const isSame = (newBase ?? oldBase) === oldBase && renamed.size === 0;
    return isSame ? data : mapStrings(data, replaceAll);
  };
  return { add, rewrite };
};

export type MediaAddresses = ReturnType<typeof trackMediaAddresses>;

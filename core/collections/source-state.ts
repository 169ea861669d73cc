import { sharedKeysOf, type Collection } from '../model/collection.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import { dataPath } from '../model/content/revision.ts';
import type { Prints, SourceState } from '../model/content/translation-source.ts';
import type { Digest } from '../ports/hashing.ts';
import { decodeJson, sortedJson } from '../primitives/json.ts';

/** Values whose JSON is not longer are kept as they are. In UTF-16 units. */
const shortMax = 64;

/** See {@link Prints}. */
export const printsOf = async (
  digest: Digest,
  { title, data }: Pick<ContentItem, 'title' | 'data'>,
): Promise<Prints> => {
  const values = [
    ['title', title] as const,
    ...Object.entries(decodeJson(data)).map(([key, value]) => [dataPath(key), value] as const),
  ];
  const prints: [path: string, print: string][] = [];
  for (const [path, value] of values) {
    const text = sortedJson(value);
    prints.push([path, text.length <= shortMax ? text : await digest.sha256(text)]);
  }
  return Object.fromEntries(prints);
};

/** An item as its translations are compared with it. */
export const sourceStateOf = async (
  digest: Digest,
  collection: Pick<Collection, 'baseLocale' | 'schema'>,
  item: Pick<ContentItem, 'title' | 'data'>,
): Promise<SourceState> => ({
  prints: await printsOf(digest, item),
  shared: sharedKeysOf(collection).map(dataPath),
});

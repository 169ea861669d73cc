import { objectKeyOf, type MediaFile } from '../model/media/media-file.ts';
import { originalKeyOf } from '../model/media/variant-key.ts';
import type { StoredBlob } from '../ports/blob-store.ts';
import type { Dependencies } from '../ports/ports.ts';
import { readAll } from '../primitives/paging.ts';

/** An object and the record that names it; at least one of them exists. */
type KeyedPair =
  | { readonly object: StoredBlob; readonly record: MediaFile }
  | { readonly object: StoredBlob; readonly record: undefined }
  | { readonly object: undefined; readonly record: MediaFile };

/** `isVariant` says whether the object is a variant of an image that has a record. */
export type MediaPair = KeyedPair & { readonly isVariant: boolean };

/** Large, because some stores list all keys for every page. */
const objectsPerPage = 5_000;
const recordsPerPage = 1_000;

/**
 * Reads all objects and all records, in every state, by ascending key and in constant memory. A file
 * that is added or deleted in the meantime can appear with only its object or only its record.
 */
export async function* walkMedia(
  dependencies: Pick<Dependencies, 'blobs' | 'media'>,
): AsyncGenerator<MediaPair> {
  let lastFile: string | undefined;
  for await (const pair of walkPairs(dependencies)) {
    const key = pair.record === undefined ? pair.object.key : objectKeyOf(pair.record);
    const original = originalKeyOf(key);
    // In the order of keys, nothing but its variants follows the record of an image directly.
    if (pair.record !== undefined && original === undefined) lastFile = key;
    const isVariant = pair.record === undefined && original !== undefined && original === lastFile;
    yield { ...pair, isVariant };
  }
}

async function* walkPairs({
  blobs,
  media,
}: Pick<Dependencies, 'blobs' | 'media'>): AsyncGenerator<KeyedPair> {
  const objects = readAll<StoredBlob, string>(
    (after) => blobs.list(after, objectsPerPage),
    ({ key }) => key,
  );
  const records = readAll<MediaFile, string>(
    (after) => media.listByKey(after, recordsPerPage),
    objectKeyOf,
  );
  let object = await next(objects);
  let record = await next(records);
  while (object !== undefined || record !== undefined) {
    if (record === undefined || (object !== undefined && object.key < objectKeyOf(record))) {
      if (object !== undefined) yield { object, record: undefined };
      object = await next(objects);
    } else if (object === undefined || objectKeyOf(record) < object.key) {
      yield { object: undefined, record };
      record = await next(records);
    } else {
      yield { object, record };
      object = await next(objects);
      record = await next(records);
    }
  }
}

const next = async <T>(items: AsyncGenerator<T>): Promise<T | undefined> => {
  const result = await items.next();
  return result.done === true ? undefined : result.value;
};

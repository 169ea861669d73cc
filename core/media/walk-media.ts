import type { StoredBlob } from '../ports/blob-store.ts';
import { readAll } from '../read-all.ts';
import type { MediaFile } from './media-file.ts';
import type { MediaPorts } from './media-ports.ts';

/** What there is under one key: an object, a record, or both. */
export type MediaPair =
  | { readonly object: StoredBlob; readonly record: MediaFile }
  | { readonly object: StoredBlob; readonly record: undefined }
  | { readonly object: undefined; readonly record: MediaFile };

/** Some stores read all of their names for every page: the fewer pages, the better. */
const objectsPerPage = 5_000;
const recordsPerPage = 1_000;

/**
 * Walks over all objects and the records of every state at once, by ascending key, in constant
 * memory. What comes and goes meanwhile may be seen with one of its halves only.
 */
export async function* walkMedia({
  blobs,
  media,
}: Pick<MediaPorts, 'blobs' | 'media'>): AsyncGenerator<MediaPair> {
  const objects = readAll((after) => blobs.list(after, objectsPerPage), keyOf);
  const records = readAll((after) => media.listByKey(after, recordsPerPage), keyOf);
  let object = await next(objects);
  let record = await next(records);
  while (object !== undefined || record !== undefined) {
    if (record === undefined || (object !== undefined && object.key < record.key)) {
      if (object !== undefined) yield { object, record: undefined };
      object = await next(objects);
    } else if (object === undefined || record.key < object.key) {
      yield { object: undefined, record };
      record = await next(records);
    } else {
      yield { object, record };
      object = await next(objects);
      record = await next(records);
    }
  }
}

const keyOf = ({ key }: { readonly key: string }): string => key;

const next = async <T>(items: AsyncGenerator<T>): Promise<T | undefined> => {
  const result = await items.next();
  return result.done === true ? undefined : result.value;
};

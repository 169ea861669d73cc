import type { MediaFile } from '../model/media/media-file.ts';
import type { ImageDimensions } from '../ports/media-inspector.ts';
import type { Dependencies } from '../ports/ports.ts';
import { DomainError } from '../primitives/errors.ts';
import { watch } from './byte-stream.ts';

/** Measures an image while its bytes pass, unless its first bytes contain the size. */
export const measure = (
  mediaInspector: Dependencies['mediaInspector'],
  { kind, mimeType, width }: MediaFile,
  body: AsyncIterable<Uint8Array>,
): {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly measured: Promise<Partial<ImageDimensions>>;
} => {
  if (kind !== 'image' || width !== undefined) {
    return { bytes: body, measured: Promise.resolve({}) };
  }
  const { stream, found } = watch(body, (bytes) => mediaInspector.measure(bytes, mimeType));
  return { bytes: stream, measured: found };
};

/** Stores the object of a new record, and asks whether it is there. @returns its size in bytes. */
export const putConfirmed = async (
  blobs: Dependencies['blobs'],
  { key, mimeType }: MediaFile,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> => {
  const { size } = await blobs.put(key, bytes, mimeType);
  if ((await blobs.stat(key))?.size !== size) throw notStored();
  return size;
};

/** The store has confirmed an object that it does not contain. */
const notStored = (): DomainError =>
  new DomainError('dependency_unavailable', 'The storage did not store the file', {
    retryAfterMs: 1_000,
  });

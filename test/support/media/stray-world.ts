import { sampleMedia } from '../../conformance/samples.ts';
import type { MediaFile } from '../../../core/vocabulary.ts';
import { chunks, picture, type MediaWorld } from './media-world.ts';

/** A key in the format that the core generates. */
export const keyOf = (n: number): string => `${String(n).padStart(27, '0')}/file-${n}.png`;

/** Stores objects without a record. */
export const storeObjects = async (
  { ports }: MediaWorld,
  ...keys: readonly string[]
): Promise<void> => {
  for (const key of keys) await ports.blobs.put(key, chunks(picture), 'image/png');
};

/** Stores `count` objects without a record. */
export const storeStrays = (world: MediaWorld, count: number): Promise<void> =>
  storeObjects(world, ...Array.from({ length: count }, (_, n) => keyOf(n)));

/** Inserts a record for a key without an object. */
export const record = ({ ports }: MediaWorld, n: number, changes: Partial<MediaFile> = {}) =>
  ports.store.repositories.media.insert(sampleMedia(n, { key: keyOf(n), ...changes }));

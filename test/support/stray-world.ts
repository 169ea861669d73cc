import { sampleMedia } from '../conformance/samples.ts';
import type { MediaFile } from '../../core/index.ts';
import { chunks, picture, type MediaWorld } from './media-world.ts';

/** A key as the service makes them. */
export const keyOf = (n: number): string => `${String(n).padStart(27, '0')}/file-${n}.png`;

/** Stores objects without a record. */
export const plant = async ({ ports }: MediaWorld, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await ports.blobs.put(key, chunks(picture), 'image/png');
};

/** Stores objects under the first keys, from 0. */
export const plantStrays = (world: MediaWorld, count: number): Promise<void> =>
  plant(world, ...Array.from({ length: count }, (_, n) => keyOf(n)));

/** Keeps a record under a key, without an object. */
export const record = ({ ports }: MediaWorld, n: number, changes: Partial<MediaFile> = {}) =>
  ports.media.insert(sampleMedia(n, { key: keyOf(n), ...changes }));

import type { ContentItem } from '../../../core/vocabulary.ts';

/** Expects an item with one of these versions. */
export const expectVersion =
  (...versions: readonly number[]) =>
  ({ version }: ContentItem): boolean =>
    versions.includes(version);

import type { ContentItem } from '../../../core/index.ts';

/** Expects an item with one of these versions. */
export const expectVersion =
  (...versions: readonly number[]) =>
  ({ version }: ContentItem): boolean =>
    versions.includes(version);

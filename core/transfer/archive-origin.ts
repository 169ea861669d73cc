import type { ContentOrigin } from '../content/content-item.ts';

const prefix = 'archive:';

/** Names what a record of an export says, as the source of an item that has no other. */
export const archiveDigest = (sha256: string): string => prefix + sha256;

/** Whether the item came from an export, and from nowhere else before. */
export const isArchiveOrigin = (origin: ContentOrigin): boolean => origin.digest.startsWith(prefix);

/** Rejects what would be ignored (RFC 7240, section 4.4). Every operation supports it. */
export const strictHandling = 'handling=strict';

/** Merges what two people changed in different members, and in different blocks of one field. */
export const blockMerge = 'merge=blocks';

/** Rejects what would be ignored (RFC 7240, section 4.4). Every operation supports it. */
export const strictHandling = 'handling=strict';

import type { ErrorCode } from '../../core/vocabulary.ts';

/** Of every read of content that accepts a collection, `perspective` or `preview`. */
export const contentReadErrors = [
  'invalid_preview',
  'forbidden',
  'token_scope',
  'rate_limited',
] as const satisfies readonly ErrorCode[];

/** Of every write that stores or publishes the data of an item. */
export const contentWriteErrors = [
  'invalid_data',
  'blocked_by_hook',
  'slug_taken',
  'value_taken',
  'singleton_exists',
  'shared_field',
  'siblings_failed',
  'bulk_too_large',
] as const satisfies readonly ErrorCode[];

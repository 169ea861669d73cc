import { resultOf, type ErrorCode } from '../primitives/errors.ts';
import type { PlannedChange, SchemaChange } from '../model/site/site-schema.ts';

/** A change that harms nothing. */
export const safe = (path: string, change: SchemaChange): PlannedChange => ({
  path,
  change,
  effect: 'safe',
});

/** A change that an operation would refuse with this code. */
export const blocked = (path: string, change: SchemaChange, code: ErrorCode): PlannedChange => ({
  path,
  change,
  effect: 'blocked',
  code,
});

/** The code of the error with which work fails; undefined if it does not. */
export const codeOf = async (work: () => Promise<void>): Promise<ErrorCode | undefined> => {
  const result = await resultOf(work);
  return result.ok ? undefined : result.error.code;
};

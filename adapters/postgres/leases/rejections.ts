import { databaseErrorOf } from '../errors.ts';

/** Why the fence of the database rejected a write; nothing was stored. See the migrations 0005 and 0006. */
export type Rejection = 'not alone' | 'not registered' | 'block ended' | 'not settled' | 'not held';

const rejections: Readonly<Record<string, Rejection>> = {
  QN001: 'not alone',
  QN002: 'not registered',
  QN003: 'block ended',
  QN004: 'not settled',
  QN005: 'not held',
};

/** @returns undefined for any other error. */
export const rejectionOf = (error: unknown): Rejection | undefined =>
  rejections[databaseErrorOf(error)?.code ?? ''];

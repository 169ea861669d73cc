import { expect, test } from 'vitest';
import { permanentFailureOf } from '../../../adapters/postgres/connection/operator-errors.ts';
import { DomainError } from '../../../core/index.ts';

/** As PgBouncer reports all of its errors. */
const poolerError = (message: string): DomainError => {
  const cause = Object.assign(new Error(message), { severity: 'FATAL', code: '08P01' });
  return new DomainError('dependency_unavailable', 'The database is unavailable', { cause });
};

test('a parameter that a pooler rejects is permanent', () => {
  for (const message of [
    'unsupported startup parameter: options',
    'unsupported startup parameter in options: work_mem',
  ]) {
    expect(permanentFailureOf(poolerError(message))).toBe(
      'A connection pooler rejects a parameter of DATABASE_URL',
    );
  }
});

test('a pooler whose server restarts is waited for', () => {
  const message =
    'server login has been failing, cached error: the database system is in recovery mode (server_login_retry)';
  expect(permanentFailureOf(poolerError(message))).toBeUndefined();
});

import { expect, test } from 'vitest';
import { mistakeInAddress, readAddress } from '../../../adapters/postgres/connection/address.ts';

test('an address may name a socket instead of a host; its timeouts are still read', () => {
  const address = 'postgres://quoin@/quoin?host=/var/run/postgresql&lock_timeout=3s';
  expect(mistakeInAddress(address)).toBeUndefined();
  expect(readAddress(address)).toEqual({
    connectionString: 'postgres://quoin@/quoin?host=%2Fvar%2Frun%2Fpostgresql',
    timeouts: { lock_timeout: '3s' },
  });
});

test('a URL without the protocol of PostgreSQL is a mistake', () => {
  const form = 'must start with postgres:// or postgresql://';
  for (const text of ['postgres', '/var/run/postgresql', 'mysql://a@/b', 'http://a/b']) {
    expect(mistakeInAddress(text)).toBe(form);
  }
});

test('an unknown sslmode is a mistake', () => {
  expect(mistakeInAddress('postgres://a/b?sslmode=verify-full')).toBeUndefined();
  expect(mistakeInAddress('postgres://a/b?sslmode=verifyfull')).toContain('sslmode');
});

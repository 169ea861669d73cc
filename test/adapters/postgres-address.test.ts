import { expect, test } from 'vitest';
import { mistakeInAddress, readAddress } from '../../adapters/postgres/address.ts';

test('an address may leave the host out and name a socket; its time-outs are read all the same', () => {
  const address = 'postgres://quoin@/quoin?host=/var/run/postgresql&lock_timeout=3s';
  expect(mistakeInAddress(address)).toBeUndefined();
  expect(readAddress(address)).toEqual({
    connectionString: 'postgres://quoin@/quoin?host=%2Fvar%2Frun%2Fpostgresql',
    settings: { lock_timeout: '3s' },
  });
});

test('what is no address of a PostgreSQL is a mistake', () => {
  const form = 'must start with postgres:// or postgresql://';
  for (const text of ['postgres', '/var/run/postgresql', 'mysql://a@/b', 'http://a/b']) {
    expect(mistakeInAddress(text)).toBe(form);
  }
});

test('only a known sslmode is none', () => {
  expect(mistakeInAddress('postgres://a/b?sslmode=verify-full')).toBeUndefined();
  expect(mistakeInAddress('postgres://a/b?sslmode=verifyfull')).toContain('sslmode');
});

import { describe, expect, test } from 'vitest';
import { minute } from '../../core/vocabulary.ts';
import { serveApp } from '../support/http/app.ts';
import { recordedLog } from '../support/core/recorded-log.ts';

/** The warnings about proxies after this many logins from one address in each of two minutes. */
const warningsAfter = async (
  attempts: number,
  headers: (attempt: number) => Readonly<Record<string, string>>,
  trustProxy = 0,
) => {
  const log = recordedLog();
  await using app = await serveApp({ log, trustProxy });
  const statuses: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const json = { email: 'ada@example.com', password: 'wrong' };
      const options = { method: 'POST', json, headers: headers(attempt) };
      statuses.push((await app.request('/auth/login', options)).status);
    }
    app.clock.advance(minute);
  }
  const warnings = log.entries.filter(({ message }) => message.includes('TRUST_PROXY'));
  return { statuses: statuses.slice(0, attempts), levels: warnings.map(({ level }) => level) };
};

const forwardedFor = (attempt: number) => ({ 'X-Forwarded-For': `203.0.113.${attempt}` });
const limited = [401, 401, 401, 401, 401, 429, 429];

describe('clients that share a limit because TRUST_PROXY is 0', () => {
  test.each([
    ['X-Forwarded-For', forwardedFor],
    ['Forwarded', (attempt: number) => ({ Forwarded: `for=203.0.113.${attempt}` })],
  ])('cause one warning, with %s', async (_, headers) => {
    const { statuses, levels } = await warningsAfter(7, headers);
    expect(statuses).toEqual(limited);
    expect(levels).toEqual(['warn']);
  });

  test('cause none below the limit', async () => {
    expect((await warningsAfter(5, forwardedFor)).levels).toEqual([]);
  });
});

test('a client without a proxy causes no warning', async () => {
  const { statuses, levels } = await warningsAfter(7, () => ({}));
  expect(statuses).toEqual(limited);
  expect(levels).toEqual([]);
});

test('the clients of a trusted proxy have their own limits', async () => {
  const { statuses, levels } = await warningsAfter(7, forwardedFor, 1);
  expect(new Set(statuses)).toEqual(new Set([401]));
  expect(levels).toEqual([]);
});

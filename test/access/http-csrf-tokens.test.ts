import { describe, expect, test } from 'vitest';
import { assertSameSite } from '../../adapters/koa/caller/csrf-check.ts';
import { csrfTokens } from '../../adapters/koa/caller/csrf-tokens.ts';
import { hasCode } from '../../core/index.ts';

const secret = 'a secret for tests, of more than thirty-two bytes';
const tokens = csrfTokens(secret);

const refusesAs = (code: 'csrf_failed') => (error: unknown) => hasCode(error, code);

const isRejected = async (sent: string | undefined, cookie: string | undefined, session: string) =>
  tokens.check(sent, cookie, session).then(() => false, refusesAs('csrf_failed'));

describe('CSRF tokens', () => {
  test('a token in header and cookie is valid for its session', async () => {
    const token = await tokens.issue('session-1');
    expect(await isRejected(token, token, 'session-1')).toBe(false);
    expect(await isRejected(token, token, 'session-2')).toBe(true);
  });

  test('a token only in the header or only in the cookie is rejected', async () => {
    const token = await tokens.issue('s');
    const other = await tokens.issue('s');
    expect(await isRejected(undefined, token, 's')).toBe(true);
    expect(await isRejected(token, undefined, 's')).toBe(true);
    expect(await isRejected(other, token, 's')).toBe(true);
    expect(await isRejected(undefined, undefined, 's')).toBe(true);
    expect(await isRejected('', '', 's')).toBe(true);
  });

  test('a forged token is rejected', async () => {
    const token = await tokens.issue('s');
    const foreign = await csrfTokens('quite another secret, just as long as that').issue('s');
    const nonceSwapped = `${'A'.repeat(22)}.${token.split('.')[1]}`;
    for (const forged of [foreign, nonceSwapped, `${token}A`, token.slice(1), 'x.y', `${token}=`]) {
      expect(await isRejected(forged, forged, 's')).toBe(true);
    }
  });

  test('a token has one encoding', async () => {
    const token = await tokens.issue('s');
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = digits.indexOf(token.slice(-1));
    for (const spare of [1, 2, 3]) {
      const respelled = `${token.slice(0, -1)}${digits[last + spare]}`;
      expect(Buffer.from(respelled.slice(23), 'base64url')).toEqual(
        Buffer.from(token.slice(23), 'base64url'),
      );
      expect(await isRejected(respelled, respelled, 's')).toBe(true);
    }
  });

  test('a token from the login page is valid for no session', async () => {
    const token = await tokens.issue(undefined);
    expect(await isRejected(token, token, 's')).toBe(true);
  });

  test('a short secret is rejected at the start', () => {
    expect(() => csrfTokens('x'.repeat(31))).toThrow(RangeError);
  });

  test('each token is different', async () => {
    expect(await tokens.issue('s')).not.toBe(await tokens.issue('s'));
  });
});

describe('forms of other sites', () => {
  const publicUrl = 'https://cms.example';
  const host = 'cms.example';

  test.each([
    [{ 'sec-fetch-site': 'same-origin' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': 'same-site' }, true],
    [{ 'sec-fetch-site': 'cross-site' }, true],
    [{ 'sec-fetch-site': 'cross-site', origin: publicUrl }, true],
    [{ origin: publicUrl }, false],
    [{ origin: 'http://10.0.0.5:8787', host: '10.0.0.5:8787' }, false],
    [{ origin: 'https://cms.example.evil', host }, true],
    [{ origin: 'https://evil.example', host }, true],
    [{ origin: 'null', host }, true],
    [{ origin: '', host }, true],
    [{ host }, false],
  ])('with %j are rejected: %s', (headers, isRejected) => {
    const attempt = (): void => assertSameSite(headers, publicUrl);
    if (isRejected) expect(attempt).toThrow('Forms from other sites are rejected');
    else expect(attempt).not.toThrow();
  });
});

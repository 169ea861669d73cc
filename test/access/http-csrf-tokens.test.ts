import { describe, expect, test } from 'vitest';
import { assertSameSite, csrfTokens } from '../../adapters/http/caller/csrf.ts';
import { hasCode } from '../../core/index.ts';

const secret = 'a secret for tests, of more than thirty-two bytes';
const tokens = csrfTokens(secret);

const isRejected = (sent: string | undefined, cookie: string | undefined, session: string) => {
  try {
    tokens.check(sent, cookie, session);
    return false;
  } catch (error) {
    if (!hasCode(error, 'csrf_failed')) throw error;
    return true;
  }
};

describe('CSRF tokens', () => {
  test('a token in header and cookie is valid for its session', () => {
    const token = tokens.issue('session-1');
    expect(isRejected(token, token, 'session-1')).toBe(false);
    expect(isRejected(token, token, 'session-2')).toBe(true);
  });

  test('a token only in the header or only in the cookie is rejected', () => {
    const token = tokens.issue('s');
    const other = tokens.issue('s');
    expect(isRejected(undefined, token, 's')).toBe(true);
    expect(isRejected(token, undefined, 's')).toBe(true);
    expect(isRejected(other, token, 's')).toBe(true);
    expect(isRejected(undefined, undefined, 's')).toBe(true);
    expect(isRejected('', '', 's')).toBe(true);
  });

  test('a forged token is rejected', () => {
    const token = tokens.issue('s');
    const foreign = csrfTokens('quite another secret, just as long as that').issue('s');
    const nonceSwapped = `${'A'.repeat(22)}.${token.split('.')[1]}`;
    for (const forged of [foreign, nonceSwapped, `${token}A`, token.slice(1), 'x.y', `${token}=`]) {
      expect(isRejected(forged, forged, 's')).toBe(true);
    }
  });

  test('of several secrets the first signs, and tokens of all are accepted', () => {
    const other = 'quite another secret, just as long as that';
    const both = csrfTokens([other, secret]);
    const [old, current] = [tokens.issue('s'), both.issue('s')];
    expect(() => both.check(old, old, 's')).not.toThrow();
    expect(() => csrfTokens(other).check(current, current, 's')).not.toThrow();
    expect(isRejected(current, current, 's')).toBe(true);
    expect(() => csrfTokens([])).toThrow(RangeError);
  });

  test('a token has one encoding', () => {
    const token = tokens.issue('s');
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = digits.indexOf(token.slice(-1));
    for (const spare of [1, 2, 3]) {
      const respelled = `${token.slice(0, -1)}${digits[last + spare]}`;
      expect(Buffer.from(respelled.slice(23), 'base64url')).toEqual(
        Buffer.from(token.slice(23), 'base64url'),
      );
      expect(isRejected(respelled, respelled, 's')).toBe(true);
    }
  });

  test('a token from the login page is valid for no session', () => {
    const token = tokens.issue(undefined);
    expect(isRejected(token, token, 's')).toBe(true);
  });

  test('a short secret is rejected at the start', () => {
    expect(() => csrfTokens('x'.repeat(31))).toThrow(RangeError);
  });

  test('each token is different', () => {
    expect(tokens.issue('s')).not.toBe(tokens.issue('s'));
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

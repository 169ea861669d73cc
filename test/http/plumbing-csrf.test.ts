import { describe, expect, test } from 'vitest';
import { csrfTokens } from '../../adapters/koa/csrf.ts';
import { refuseOtherSites } from '../../adapters/koa/same-site.ts';
import { hasCode } from '../../core/index.ts';

const secret = 'a secret for tests, of more than thirty-two bytes';
const tokens = csrfTokens(secret);

const refusesAs = (code: 'csrf_failed') => (error: unknown) => hasCode(error, code);

const isRefused = async (sent: string | undefined, cookie: string | undefined, session: string) =>
  tokens.check(sent, cookie, session).then(() => false, refusesAs('csrf_failed'));

describe('CSRF tokens', () => {
  test('one that header and cookie both carry is good for its session', async () => {
    const token = await tokens.issue('session-1');
    expect(await isRefused(token, token, 'session-1')).toBe(false);
    expect(await isRefused(token, token, 'session-2')).toBe(true);
  });

  test('one that is not repeated, or comes without its cookie, is refused', async () => {
    const token = await tokens.issue('s');
    const other = await tokens.issue('s');
    expect(await isRefused(undefined, token, 's')).toBe(true);
    expect(await isRefused(token, undefined, 's')).toBe(true);
    expect(await isRefused(other, token, 's')).toBe(true);
    expect(await isRefused(undefined, undefined, 's')).toBe(true);
    expect(await isRefused('', '', 's')).toBe(true);
  });

  test('one that nobody signed is refused, whatever it looks like', async () => {
    const token = await tokens.issue('s');
    const foreign = await csrfTokens('quite another secret, just as long as that').issue('s');
    const nonceSwapped = `${'A'.repeat(22)}.${token.split('.')[1]}`;
    for (const forged of [foreign, nonceSwapped, `${token}A`, token.slice(1), 'x.y', `${token}=`]) {
      expect(await isRefused(forged, forged, 's')).toBe(true);
    }
  });

  test('a token has one spelling', async () => {
    const token = await tokens.issue('s');
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = digits.indexOf(token.slice(-1));
    for (const spare of [1, 2, 3]) {
      const respelled = `${token.slice(0, -1)}${digits[last + spare]}`;
      expect(Buffer.from(respelled.slice(23), 'base64url')).toEqual(
        Buffer.from(token.slice(23), 'base64url'),
      );
      expect(await isRefused(respelled, respelled, 's')).toBe(true);
    }
  });

  test('one from a page that nobody was signed in on is good for no session', async () => {
    const token = await tokens.issue(undefined);
    expect(await isRefused(token, token, 's')).toBe(true);
  });

  test('a short secret is refused at the start', () => {
    expect(() => csrfTokens('x'.repeat(31))).toThrow(RangeError);
  });

  test('no two are alike', async () => {
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
  ])('with %j they are refused: %s', (headers, refused) => {
    const attempt = (): void => refuseOtherSites(headers, publicUrl);
    if (refused) expect(attempt).toThrow('Forms of other sites are refused');
    else expect(attempt).not.toThrow();
  });
});

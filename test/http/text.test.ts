import { describe, expect, test } from 'vitest';
import { clientAddress } from '../../adapters/koa/caller/client-address.ts';
import {
  expectedTag,
  itemTag,
  matchesTag,
  weakTag,
} from '../../adapters/http/answer/entity-tag.ts';
import { html, trusted } from '../../adapters/http/pages/html.ts';
import { localPath } from '../../adapters/http/pages/local-path.ts';
import { readCookie, sessionCookies } from '../../adapters/http/caller/cookies.ts';

describe('entity tags', () => {
  test.each([
    ['"7"', true],
    ['W/"7"', true],
    ['"1", W/"7"', true],
    ['*', true],
    [' * ', true],
    ['"17"', false],
    ['7', false],
    ['', false],
    ['"7', false],
  ])('If-None-Match %s names "7": %s', (field, names) => {
    expect(matchesTag(field, '"7"')).toBe(names);
    expect(matchesTag(field, 'W/"7"')).toBe(names);
  });

  test.each([
    [undefined, true],
    ['*', true],
    ['"7"', true],
    ['"5", "7"', true],
    ['W/"7"', false],
    ['W/"7", "9"', false],
    ['"07"', false],
    ['7', false],
    ['', false],
  ])('If-Match %s accepts "7": %s', (field, isAccepted) => {
    expect(expectedTag(field)?.('"7"') ?? true).toBe(isAccepted);
  });

  test('differ for other versions, other texts, and other parts', () => {
    const tags = [
      itemTag(1, 'a'),
      itemTag(2, 'a'),
      itemTag(1, 'b'),
      weakTag(['1', 'a']),
      weakTag(['1a']),
      weakTag(['', '1a']),
    ];
    expect(new Set(tags).size).toBe(tags.length);
    for (const tag of tags) expect(tag).toMatch(/^(?:"\d+-|W\/")[\w-]{22}"$/);
  });
});

describe('client addresses', () => {
  const socketAddress = '10.0.0.1';

  test.each([
    [0, '203.0.113.9', '10.0.0.1'],
    [1, undefined, '10.0.0.1'],
    [1, '203.0.113.9', '203.0.113.9'],
    [1, '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    [2, '198.51.100.1, 203.0.113.9', '198.51.100.1'],
    [2, '6.6.6.6, 198.51.100.1, 203.0.113.9', '198.51.100.1'],
    [9, '198.51.100.1, 203.0.113.9', '198.51.100.1'],
    [1, '203.0.113.9:4711', '203.0.113.9'],
    [1, '[2001:db8::1]:4711', '2001:db8::1'],
    [1, '2001:db8::1', '2001:db8::1'],
    [1, 'unknown', '10.0.0.1'],
    // Addresses before the trusted hops come from the client and are ignored.
    [1, "203.0.113.9, ' or 1=1", '10.0.0.1'],
    [1, '6.6.6.6, unknown', '10.0.0.1'],
    [1, '6.6.6.6, ', '10.0.0.1'],
    [2, '6.6.6.6, _hidden, 203.0.113.9', '203.0.113.9'],
    [2, '6.6.6.6, unix:, unix:', '10.0.0.1'],
    [3, '6.6.6.6, 198.51.100.1, unknown, 203.0.113.9', '198.51.100.1'],
  ])('with %i trusted proxies, %s is %s', (trusted, forwardedFor, address) => {
    expect(clientAddress({ socketAddress, forwardedFor }, trusted)).toBe(address);
  });
});

describe('the path after signing in', () => {
  test.each([
    ['/admin/content?status=draft#top', '/admin/content?status=draft#top'],
    [undefined, '/home'],
    ['', '/home'],
    ['admin', '/home'],
    ['//evil.example', '/home'],
    ['/\\evil.example', '/home'],
    ['\\\\evil.example', '/home'],
    ['/\t/evil.example', '/home'],
    ['/.//evil.example', '/home'],
    ['//here.invalid//evil.example', '/home'],
    ['/\n/evil.example', '/home'],
    ['https://evil.example', '/home'],
    ['javascript:alert(1)', '/home'],
    ['/a\r\nSet-Cookie: x=1', '/aSet-Cookie:%20x=1'],
    ['/ä', '/%C3%A4'],
  ])('%j redirects to %s', (wanted, path) => {
    expect(localPath(wanted, '/home')).toBe(path);
  });
});

describe('cookies', () => {
  test('the first cookie of exactly that name is used', () => {
    expect(readCookie('a=1; auth_token=x.y; auth_token=z', 'auth_token')).toBe('x.y');
    expect(readCookie('my_auth_token=1', 'auth_token')).toBeUndefined();
    expect(readCookie('a=b=c', 'a')).toBe('b=c');
    expect(readCookie(undefined, 'a')).toBeUndefined();
  });

  test('the session cookie is HttpOnly and SameSite', () => {
    expect(sessionCookies('http://localhost:8787').session('t')).toBe(
      'auth_token=t; Max-Age=86400; HttpOnly; Path=/; SameSite=Lax',
    );
    expect(sessionCookies('https://cms.example').session('t')).toBe(
      'auth_token=t; Max-Age=86400; HttpOnly; Path=/; SameSite=Lax; Secure',
    );
  });

  test('clearing deletes both cookies', () => {
    expect(sessionCookies('https://cms.example').cleared()).toEqual([
      'auth_token=; Max-Age=0; HttpOnly; Path=/; SameSite=Lax; Secure',
      'csrf_token=; Max-Age=0; Path=/; SameSite=Lax; Secure',
    ]);
  });
});

describe('markup', () => {
  // Under another name, so that the formatter does not change the spaces in the template.
  const written = html;

  test('values are escaped everywhere', () => {
    const evil = `"><script>alert('1')</script>&`;
    const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;';
    expect(written`<a title="${evil}">${evil}</a>`.markup).toBe(
      `<a title="${escaped}">${escaped}</a>`,
    );
  });

  test('nested markup is not escaped, and absent values render nothing', () => {
    const items = ['a', 'b'].map((each) => written`<li>${each}</li>`);
    expect(written`<ul>${items}</ul>${undefined}${false}${0}${trusted('<hr>')}`.markup).toBe(
      '<ul><li>a</li><li>b</li></ul>0<hr>',
    );
  });
});

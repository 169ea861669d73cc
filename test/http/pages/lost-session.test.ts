import { describe, expect, test } from 'vitest';
import { serveApp } from '../../support/http/app.ts';

/** What a browser requests after signing in if it did not keep the cookie. */
const follow = async (publicUrl: string, referer: string, path = '/admin') => {
  await using app = await serveApp({ publicUrl });
  // With an account, the page asks to sign in.
  await app.signIn('admin');
  const { headers } = await app.request(path, { headers: { Referer: referer } });
  const location = headers.get('location') ?? '';
  return { location, page: (await app.request(location)).text };
};

describe('a browser that comes from the login page without a session', () => {
  const https = 'https://cms.example.com';

  test('learns that the service expects https, and where', async () => {
    const { location, page } = await follow(https, 'http://cms.lan:8787/auth/login');
    expect(location).toBe('/auth/login?error=wrong_address');
    expect(page).toContain(
      '<a href="https://cms.example.com/auth/login">https://cms.example.com</a>',
    );
    expect(page).not.toContain('cms.lan');
  });

  test('is led to the screen that it asked for', async () => {
    const { location, page } = await follow(
      https,
      'http://cms.lan:8787/auth/login?next=%2Fadmin%2Fmedia',
      '/admin/media',
    );
    expect(location).toBe('/auth/login?error=wrong_address&next=%2Fadmin%2Fmedia');
    expect(page).toContain('href="https://cms.example.com/auth/login?next=%2Fadmin%2Fmedia"');
    expect(page).toContain('name="next" value="/admin/media"');
  });

  test.each([
    ['http', 'http://cms.test', 'http://cms.test/auth/login'],
    ['http, opened under another name', 'http://cms.test', 'http://127.0.0.1:8787/auth/login'],
    ['http, behind a proxy with https', 'http://cms.test', 'https://cms.test/auth/login'],
    ['https', https, `${https}/auth/login?error=session_not_kept`],
  ])('is asked to allow cookies: %s', async (_, publicUrl, referer) => {
    const { location, page } = await follow(publicUrl, referer);
    expect(location).toBe('/auth/login?error=session_not_kept');
    expect(page).toMatch(/Allow cookies for\s+this site/);
    expect(page).not.toContain('aria-invalid="true"');
  });
});

test.each(['', 'http://cms.test/', 'http://cms.test/admin', 'http://cms.test/x/auth/login', 'x'])(
  'a browser that comes from elsewhere is asked to sign in: %j',
  async (referer) => {
    const { location, page } = await follow('http://cms.test', referer);
    expect(location).toBe('/auth/login');
    expect(page).not.toContain('role="alert"');
  },
);

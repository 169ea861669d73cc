import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { memoryIdentityProvider } from '../support/openid/memory-identity-provider.ts';

const publicUrl = 'https://cms.example.org';

describe('without a provider', () => {
  test('none of its paths exists', async () => {
    await using app = await serveApp();
    const { bearer, userId } = await app.signIn('admin');
    for (const headers of [{}, bearer]) {
      for (const [method, path] of [
        ['GET', '/auth/oidc'],
        ['GET', '/auth/oidc/callback'],
        ['POST', '/auth/oidc/link'],
        ['DELETE', '/auth/oidc/link'],
        ['DELETE', `/api/users/${userId}/oidc-link`],
      ] as const) {
        expect((await app.request(path, { method, headers })).status, path).toBe(404);
      }
    }
    expect((await app.request('/auth/login')).text).not.toContain('Continue with');
    expect((await app.request('/auth/me', { headers: bearer })).json()).not.toHaveProperty(
      'identityProvider',
    );
  });
});

describe('passwords that do not count', () => {
  const openApp = (passwordLogin: 'admins' | 'none'): Promise<TestApp> =>
    serveApp({
      publicUrl,
      core: { publicUrl, passwordLogin, ports: { identityProvider: memoryIdentityProvider() } },
    });

  test('are told on the login page, where the provider comes first', async () => {
    await using app = await openApp('admins');
    const account = { email: 'ada@example.com', password: 'correct horse battery' };
    await app.cms.users.create(operator, { ...account, role: 'editor' });
    const json = await app.request('/auth/login', { method: 'POST', json: account });
    expect([json.status, json.json()]).toMatchObject([403, { code: 'password_login_disabled' }]);
    const form = await app.request('/auth/login/form', {
      method: 'POST',
      body: new URLSearchParams(account),
    });
    expect(form.headers.get('location')).toBe('/auth/login?error=password_login_disabled');
    const { text } = await app.request('/auth/login?error=password_login_disabled');
    expect(text).toContain('Continue with single sign-on');
    expect(text.indexOf('class="button"')).toBeLessThan(text.indexOf('<form id="login"'));
  });

  test('with `none`, the login page has no form', async () => {
    await using app = await openApp('none');
    await app.cms.users.create(operator, {
      email: 'ada@example.com',
      password: 'correct horse battery',
      role: 'admin',
    });
    const { text } = await app.request('/auth/login');
    expect(text).toContain('Continue with single sign-on');
    expect(text).not.toMatch(/<form|Forgot/);
  });
});

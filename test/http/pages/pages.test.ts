import { createHash } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { serveApp, type TestApp } from '../../support/http/app.ts';

let app: TestApp;

const opened: TestApp[] = [];

beforeEach(async () => {
  app = await serveApp();
  opened.push(app);
});

afterAll(() => Promise.all(opened.map((each) => each[Symbol.asyncDispose]())));

const script = '"><script>alert(1)</script>';

describe('the login page', () => {
  test('of an empty service creates the first account', async () => {
    const { text } = await app.request('/auth/login');
    expect(text).toContain('Create the first account');
    expect(text).toContain('id="form"');
  });

  test('has the form for signing in once there is an account', async () => {
    await app.signIn('admin');
    const { text } = await app.request('/auth/login');
    expect(text).toContain('<h1>Sign in</h1>');
    expect(text).not.toContain('id="form"');
    expect(text).toContain('Forgot your password? Ask an administrator');
  });

  test('offers registration while it is open', async () => {
    await app.signIn('admin');
    await app.cms.settings.update(operator, { registrationEnabled: true });
    const { text } = await app.request('/auth/login');
    expect(text).toContain('<h1>Sign in</h1>');
    expect(text).toContain('<h1>Create an account</h1>');
  });

  test('explains the last failure with fixed sentences only', async () => {
    await app.signIn('admin');
    const known = await app.request('/auth/login?error=invalid_credentials');
    const unknown = await app.request(`/auth/login?error=${encodeURIComponent(script)}`);
    expect(known.text).toContain('The email address or the password is wrong.');
    expect(unknown.text).toContain('Signing in failed');
    expect(unknown.text).not.toContain('alert(1)');
  });

  test('contains `next` if it is a path of this site', async () => {
    const next = async (wanted: string) =>
      /name="next" value="([^"]*)"/.exec(
        (await app.request(`/auth/login?next=${encodeURIComponent(wanted)}`)).text,
      )?.[1];
    expect(await next('/docs?a=1&b=2')).toBe('/docs?a=1&amp;b=2');
    expect(await next('https://evil.example')).toBe('/admin');
    expect(await next(`/${script}`)).not.toContain('"');
  });

  test('issues a valid CSRF token to a signed-in browser', async () => {
    const { token } = await app.signIn('admin');
    const Cookie = `auth_token=${token}`;
    const { headers } = await app.request('/auth/login', { headers: { Cookie } });
    const [csrf = ''] = headers.getSetCookie()[0]?.split(';') ?? [];
    const { status } = await app.request('/auth/me', {
      method: 'PUT',
      json: { firstName: 'Ada' },
      headers: { Cookie: `${Cookie}; ${csrf}`, 'X-CSRF-Token': csrf.slice('csrf_token='.length) },
    });
    expect(status).toBe(200);
  });
});

describe('pages', () => {
  const inlineParts = (text: string, tag: string): readonly string[] =>
    [...text.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(([, part = '']) => part);

  const scripted = ['/auth/login', '/auth/reset', '/auth/invitation'];

  test.each(scripted)('%s may use its own style and script, and nothing else', async (path) => {
    const { headers, text } = await app.request(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    const parts = [...inlineParts(text, 'style'), ...inlineParts(text, 'script')];
    expect(parts.length).toBeGreaterThan(0);
    for (const part of parts) {
      const hash = createHash('sha256').update(part).digest('base64');
      expect(policy).toContain(`'sha256-${hash}'`);
    }
    expect(text).not.toMatch(/\son\w+=|\sstyle=|\ssrc=|javascript:/i);
  });

  test('every input has a label, and the page declares its language', async () => {
    await app.signIn('admin');
    await app.cms.settings.update(operator, { registrationEnabled: true });
    const { text } = await app.request('/auth/login');
    const inputs = [...text.matchAll(/<input[^>]*>/g)].map(([tag]) => tag);
    const ids = inputs
      .filter((tag) => !tag.includes('type="hidden"'))
      .map((tag) => /id="([^"]+)"/.exec(tag)?.[1]);
    expect(ids).toEqual(['email', 'password', 'new-email', 'new-password']);
    for (const id of ids) expect(text).toContain(`<label for="${id}">`);
    expect(text).toContain('<html lang="en">');
  });
});

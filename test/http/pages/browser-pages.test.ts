import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { emailMaxBytes } from '../../../core/vocabulary.ts';
import { serveApp, testPassword, type TestApp } from '../../support/http/app.ts';
import type { Answer } from '../../support/http/http-client.ts';
import { storeWithoutSettings } from '../../support/core/store-without-settings.ts';

let app: TestApp;

const opened: TestApp[] = [];

beforeEach(async () => {
  app = await serveApp();
  opened.push(app);
  await app.signIn('admin');
});

afterAll(() => Promise.all(opened.map((each) => each[Symbol.asyncDispose]())));

/** As a browser sends it when a person opens a page. */
const browser = {
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8',
};

const isPage = ({ headers }: Answer): boolean =>
  headers.get('content-type') === 'text/html; charset=utf-8';

describe('every page', () => {
  const siteName = 'Museum & <Archive>';
  const escaped = 'Museum &amp; &lt;Archive&gt;';

  const open = async (path: string): Promise<string> => {
    await app.signIn('admin');
    return (await app.request(path, { headers: browser })).text;
  };

  test.each(['/auth/login', '/docs', '/nothing', '/auth/login?error=a&error=b'])(
    '%s has the name of the site, the logo and the favicon',
    async (path) => {
      await app.cms.settings.update(operator, { siteName });
      const text = await open(path);
      expect(/<title>(.*)<\/title>/.exec(text)?.[1]).toMatch(new RegExp(`. · ${escaped}$`));
      expect(text).toMatch(new RegExp(`<header><svg .*</svg><span>${escaped}</span></header>`));
      expect(text).toContain('<link rel="icon" href="/favicon.svg" type="image/svg+xml" />');
    },
  );

  test('may load the favicon', async () => {
    for (const path of ['/auth/login', '/docs', '/nothing']) {
      const { headers } = await app.request(path, { headers: browser });
      expect(headers.get('content-security-policy')).toMatch(/; img-src 'self'/);
    }
  });

  test.each(['/favicon.svg', '/favicon.ico'])(
    '%s is an image that browsers cache',
    async (path) => {
      const { status, headers, text } = await app.request(path);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
      expect(headers.get('cache-control')).toBe('public, max-age=604800');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/);
    },
  );
});

describe('after a failed attempt at signing in', () => {
  const fail = (email: string) =>
    app.request('/auth/login/form', {
      method: 'POST',
      body: new URLSearchParams({ email, password: 'wrong password' }),
    });
  const cookieOf = ({ headers }: Answer): string =>
    headers.getSetCookie().find((each) => each.startsWith('login_email=')) ?? '';
  const open = (cookie: string, query = '?error=invalid_credentials') =>
    app.request(`/auth/login${query}`, { headers: { Cookie: cookie.split(';')[0] ?? '' } });
  const emailIn = ({ text }: Answer): string | undefined =>
    /<input\s+id="email"[^>]*? value="([^"]*)"/.exec(text)?.[1];

  test('the form contains the email address', async () => {
    const failed = await fail('ada+"x"@example.com');
    expect(failed.headers.get('location')).toBe('/auth/login?error=invalid_credentials');
    expect(emailIn(await open(cookieOf(failed)))).toBe('ada+&quot;x&quot;@example.com');
  });

  test('the address is in a cookie for the login page, for one minute', async () => {
    expect(cookieOf(await fail('ada@example.com'))).toMatch(
      /^login_email=[\w-]+; Max-Age=60; HttpOnly; Path=\/auth\/login; SameSite=Lax$/,
    );
  });

  test('the cookie is Secure if the service has an https URL', async () => {
    await using secure = await serveApp({ publicUrl: 'https://cms.test' });
    await secure.signIn('admin');
    const body = new URLSearchParams({ email: 'ada@example.com', password: 'wrong password' });
    const failed = await secure.request('/auth/login/form', { method: 'POST', body });
    expect(cookieOf(failed)).toMatch(/; Secure$/);
  });

  test('the login page deletes the cookie', async () => {
    const shown = await open(cookieOf(await fail('ada@example.com')));
    expect(cookieOf(shown)).toMatch(/^login_email=; Max-Age=0; .*Path=\/auth\/login;/);
    expect(cookieOf(await open(''))).toBe('');
  });

  test('the address is shown only together with the error', async () => {
    const cookie = cookieOf(await fail('ada@example.com'));
    expect(emailIn(await open(cookie, ''))).toBeUndefined();
  });

  test('the address is not in the log', async () => {
    await open(cookieOf(await fail('ada@example.com')));
    expect(JSON.stringify(app.log.entries)).not.toContain('ada@example.com');
  });

  test('a text that is too long to be an address is not kept', async () => {
    const email = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`;
    const longest = email(emailMaxBytes);
    expect(emailIn(await open(cookieOf(await fail(longest))))).toBe(longest);
    expect(cookieOf(await fail(email(emailMaxBytes + 1)))).toMatch(/^login_email=; Max-Age=0;/);
    const planted = Buffer.from(email(emailMaxBytes + 1)).toString('base64url');
    expect(emailIn(await open(`login_email=${planted}`))).toBeUndefined();
  });

  test('a cookie from elsewhere is shown as text, whatever it contains', async () => {
    for (const planted of ['"><script>alert(1)</script>', '\u0000\ud800', '%', '']) {
      const value = Buffer.from(planted).toString('base64url');
      const { status, text } = await open(`login_email=${value}`);
      expect(status).toBe(200);
      expect(text).not.toContain('<script>alert(1)');
    }
    expect((await open('login_email=%%%not base64')).status).toBe(200);
  });

  test('the error is announced with the fields, and the password has the focus', async () => {
    const { text } = await open(cookieOf(await fail('ada@example.com')));
    expect(text).toContain('<p id="login-error" role="alert">');
    const attributes = (id: string): readonly string[] =>
      /<input\s+id="(.*?)\/>/gs
        .exec(text.slice(text.indexOf(`<label for="${id}">`)))?.[1]
        ?.split(/\s+/) ?? [];
    for (const id of ['email', 'password']) {
      expect(attributes(id)).toContain('aria-describedby="login-error"');
      expect(attributes(id)).toContain('aria-invalid="true"');
      expect(attributes(id).includes('autofocus')).toBe(id === 'password');
    }
  });
});

describe('an unknown path', () => {
  test('is a page for a browser, with a link to the start page', async () => {
    for (const path of ['/nothing', '/admins', '/auth/nothing', '/docs/nothing', '/apis']) {
      const answer = await app.request(path, { headers: browser });
      expect([path, answer.status, isPage(answer)]).toEqual([path, 404, true]);
      expect(answer.text).toContain('<h1>Page not found</h1>');
      expect(answer.text).toContain('<a href="/">Go to the start page</a>');
      expect(answer.headers.get('vary')).toContain('Accept');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('is a page for a browser, also for the file of a deleted media record', async () => {
    const answer = await app.request('/files/aaaaaaaaaaaaaaaaaaaaaaaaaaa/x.png', {
      headers: browser,
    });
    expect([answer.status, isPage(answer)]).toEqual([404, true]);
  });

  test('is JSON for all other clients', async () => {
    for (const Accept of ['*/*', 'application/json', 'application/json, text/html;q=0.9']) {
      for (const path of ['/nothing', '/files/aaaaaaaaaaaaaaaaaaaaaaaaaaa/x.png']) {
        const answer = await app.request(path, { headers: { Accept } });
        expect([path, answer.status, answer.json().code]).toEqual([path, 404, 'not_found']);
      }
    }
  });

  test('is JSON under /api, and so is every error of the API', async () => {
    for (const path of ['/api/nothing', '/api/media', '/auth/me']) {
      const answer = await app.request(path, { headers: browser });
      expect([path, answer.status, isPage(answer)]).toEqual([
        path,
        path === '/api/nothing' ? 404 : 401,
        false,
      ]);
      expect(answer.json().code).toBeTypeOf('string');
    }
  });

  test('does not show what was requested', async () => {
    const { text } = await app.request('/<script>alert(1)</script>', { headers: browser });
    expect(text).not.toContain('alert(1)');
  });
});

describe('an error page', () => {
  test('says how long to wait after too many attempts', async () => {
    const body = () => new URLSearchParams({ email: 'ada@example.com', password: testPassword });
    const attempt = () => app.request('/auth/login/form', { method: 'POST', body: body() });
    for (let n = 0; n < 5; n += 1) await attempt();
    const { status, text } = await attempt();
    expect(status).toBe(429);
    expect(text).toContain('<h1>Too many attempts</h1>');
    expect(text).toMatch(/only a few attempts a minute are possible\. Try again in \d+ seconds\./);
  });

  test('has the default name while the settings cannot be read', async () => {
    const store = storeWithoutSettings(new Error('away'));
    await using broken = await serveApp({
      core: { ports: { store }, hasStarterCollections: false },
    });
    const { status, text } = await broken.request('/nothing', { headers: browser });
    expect(status).toBe(404);
    expect(text).toContain('<span>Quoin</span>');
  });
});

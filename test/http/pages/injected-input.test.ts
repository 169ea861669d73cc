import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { serveApp, testPassword, type TestApp } from '../../support/http/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await serveApp({ trustProxy: 1 });
  await app.signIn('admin');
});

afterAll(() => app[Symbol.asyncDispose]());

/** Texts that would be active if a page contained them as markup. */
const scripts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' autofocus onfocus=alert(1) x='",
  '</title><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '</textarea><iframe src=javascript:alert(1)>',
  '<!--><script>alert(1)</script>-->',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '{{constructor.constructor("alert(1)")()}}',
  '<a href="javascript:alert(1)">x</a>',
  '<base href="//evil.example/">',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
];

/** The tags of a page with their attributes, without attribute values. */
const tagsOf = (page: string): readonly string[] =>
  [...page.matchAll(/<\/?([a-z][a-z0-9]*)([^>]*)>/gi)].map(([tag]) =>
    tag.replace(/"[^"]*"/g, '""'),
  );

const pageFor = async (path: string, headers = {}) => {
  const answer = await app.request(path, { headers });
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  return answer;
};

describe('input is escaped on a page (CVE-2026-34748, CVE-2025-64747)', () => {
  const admin = async (username: string): Promise<string> => {
    const email = `${createHash('sha256').update(username).digest('hex').slice(0, 16)}@example.com`;
    await app.cms.users.create(operator, { email, password: testPassword, username });
    const login = { email, password: testPassword, client: email };
    const { token } = await app.cms.accounts.logIn(login);
    return (await pageFor('/admin', { Authorization: `Bearer ${token}` })).text;
  };

  test.each(scripts)('%s', async (script) => {
    const plain = tagsOf((await pageFor('/auth/login?error=x&next=/y')).text);
    const encoded = encodeURIComponent(script);
    for (const query of [
      `error=${encoded}&next=/y`,
      `error=x&next=/${encoded}`,
      `error=x&next=${encoded}`,
    ]) {
      const { text } = await pageFor(`/auth/login?${query}`);
      expect([query, tagsOf(text)]).toEqual([query, plain]);
    }
    const username = script.slice(0, 64);
    expect(tagsOf(await admin(username))).toEqual(
      tagsOf(await admin(`nobody${scripts.indexOf(script)}`)),
    );
  });

  test('an error page does not contain the input', async () => {
    for (const script of scripts) {
      const encoded = encodeURIComponent(script);
      const { status, text } = await pageFor(`/auth/login?error=${encoded}&error=${encoded}`);
      expect(status).toBe(400);
      expect(text).not.toContain(script);
    }
  });

  test('a browser may not interpret JSON as HTML', async () => {
    const [collection] = await app.cms.collections.list(operator);
    const collectionId = collection?.id ?? '';
    for (const [n, title] of scripts.entries()) {
      await app.cms.content.create(operator, {
        collectionId,
        title,
        slug: `script-${n}`,
        data: { x: title },
      });
    }
    for (const path of [
      '/api/content',
      `/api/content/${encodeURIComponent('<script>')}`,
      '/api/collections/%3Cscript%3E/content',
    ]) {
      const { headers } = await app.request(path);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    const docs = await pageFor('/docs');
    expect(docs.text).not.toContain('alert(1)');
  });
});

describe('a page', () => {
  const pages = ['/auth/login', '/auth/login?error=x', '/auth/login?error=a&error=b'];

  test.each(pages)('%s contains only scripts and styles that its policy allows', async (path) => {
    const { headers, text } = await pageFor(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:|blob:/);
    for (const directive of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ]) {
      expect(policy).toContain(directive);
    }
    expect(headers.get('x-frame-options')).toBe('DENY');
    for (const [, tag, body = ''] of text.matchAll(/<(script|style)>([\s\S]*?)<\/\1>/g)) {
      const hash = createHash('sha256').update(body).digest('base64');
      expect([tag, policy.includes(`'sha256-${hash}'`)]).toEqual([tag, true]);
    }
    // A hash cannot allow inline handlers, style attributes or external files.
    expect(text).not.toMatch(
      /<(?:script|style)\s|\son\w+=|\sstyle=|javascript:|src=|@import|url\(/i,
    );
  });

  test('for registering the first account has the same restrictions', async () => {
    await using empty = await serveApp();
    const { headers, text } = await empty.request('/auth/login?next=/x');
    const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(text) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(script).not.toBe('');
    expect(headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
    expect(script).not.toMatch(/innerHTML|insertAdjacentHTML|document\.write|eval|Function/);
  });

  test('with user data is not cached', async () => {
    const { bearer } = await app.signIn('viewer');
    for (const path of ['/admin', '/auth/login', '/auth/logout']) {
      const { headers } = await app.request(path, { headers: path === '/admin' ? bearer : {} });
      expect([path, headers.get('cache-control')]).toEqual([path, 'no-store']);
    }
  });
});

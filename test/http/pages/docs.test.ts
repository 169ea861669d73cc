import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docsScript } from '../../../adapters/http/pages/docs-page.ts';
import { serveApp, type TestApp } from '../../support/http/app.ts';

let app: TestApp;

let page: string;

let policy: string | null;

beforeAll(async () => {
  app = await serveApp({ publicUrl: 'https://cms.test' });
  const { text, headers } = await app.request('/docs');
  page = text;
  policy = headers.get('content-security-policy');
});

afterAll(() => app[Symbol.asyncDispose]());

const all = (pattern: RegExp, text: string): readonly string[] =>
  [...text.matchAll(pattern)].flatMap(([, found]) => found ?? []);

const addresses = (): readonly string[] => all(/ (?:href|src)="([^"]+)"/g, page);

const assets = (): readonly string[] => addresses().filter((each) => each.startsWith('/docs/'));

describe('the page', () => {
  test('names no other origin', () => {
    expect(addresses()).toHaveLength(4);
    expect(addresses().filter((each) => !/^\/(?!\/)/.test(each))).toEqual([]);
    expect(page).not.toMatch(/https?:|@import|url\(/);
  });

  test('links to the document without JavaScript', () => {
    const [main = ''] = all(/<main[^>]*>(.*?)<\/main>/gs, page);
    expect(main).toContain('<a href="/api/">OpenAPI document</a>');
    expect(main).not.toContain('<noscript');
  });

  test('has exactly the expected Content-Security-Policy', () => {
    const [style, ...styles] = all(/<style>(.*?)<\/style>/gs, page);
    const [script, ...scripts] = all(/<script>(.*?)<\/script>/gs, page);
    expect([styles, scripts]).toEqual([[], []]);
    const hash = (text = ''): string =>
      `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy?.split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'self' ${hash(style)}`,
      `script-src 'self' ${hash(script)}`,
      "img-src 'self' data: blob:",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(page).not.toMatch(/ on\w+=| style=|javascript:/i);
  });

  test('is the same for every Host header', async () => {
    const { text } = await app.request('/docs', { headers: { Host: 'evil.test' } });
    expect(text).toBe(page);
  });
});

describe('the files of the page', () => {
  const types: Readonly<Record<string, string>> = {
    'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
    'swagger-ui.css': 'text/css; charset=utf-8',
  };

  test('are served with their type, for a year', async () => {
    const names = assets().map((path) => path.split('/').at(-1) ?? '');
    expect(names.toSorted()).toEqual(Object.keys(types));
    for (const path of assets()) {
      const { status, headers } = await app.request(path, { method: 'HEAD' });
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe(types[path.split('/').at(-1) ?? '']);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('vary')).toBe('Accept-Encoding');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  const { resolve } = createRequire(import.meta.url);

  test('are those of the package, compressed where the client accepts it: after an update, run `npm run swagger-ui`', async () => {
    for (const path of assets()) {
      const original = readFileSync(resolve(`swagger-ui-dist/${path.split('/').at(-1)}`), 'utf8');
      for (const encoding of ['gzip', 'identity']) {
        const { headers, text } = await app.request(path, {
          headers: { 'Accept-Encoding': encoding },
        });
        expect(headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null);
        expect(text === original).toBe(true);
      }
    }
  });

  test('are stored with the licences of the package', () => {
    const folder = new URL('../../../adapters/koa/pages/swagger-ui/', import.meta.url);
    for (const name of ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']) {
      const original = readFileSync(resolve(`swagger-ui-dist/${name}`), 'utf8');
      expect(readFileSync(new URL(name, folder), 'utf8')).toBe(original);
    }
  });

  test('have exactly one path each', async () => {
    const [path = ''] = assets();
    const [, , hash = '', name = ''] = path.split('/');
    const others = [`/docs/${hash.replace(/./g, '0')}/${name}`, `/docs/${hash}/package.json`];
    for (const other of [...others, `/docs/${hash}/..%2Fpackage.json`, `${path}/`]) {
      expect([other, (await app.request(other)).status]).toEqual([other, 404]);
    }
  });
});

interface Request {
  url: string;
  method: string;
  readonly headers: Record<string, string>;
  readonly loadSpec?: boolean;
}

interface Options {
  readonly url: string;
  readonly validatorUrl: unknown;
  readonly requestInterceptor: (request: Request) => Request;
}

describe('Swagger UI', () => {
  const start = (cookie: string): Options => {
    const started: Options[] = [];
    runInNewContext(docsScript, {
      URL,
      document: { cookie, documentElement: { classList: { toggle: () => undefined } } },
      location: { origin: 'http://127.0.0.1:8787', href: 'http://127.0.0.1:8787/docs' },
      matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
      SwaggerUIBundle: (options: Options) => started.push(options),
    });
    return started[0] ?? expect.fail('Swagger UI was not started');
  };

  test('shows the document and validates it nowhere else', () => {
    const { url, validatorUrl } = start('');
    expect([url, validatorUrl]).toEqual(['/api/', null]);
  });

  test('sends requests to the origin of the page, not to the URL in the document', () => {
    const { requestInterceptor } = start('');
    const sent = requestInterceptor({
      url: 'https://cms.test/api/content?limit=1',
      method: 'GET',
      headers: {},
    });
    expect(sent.url).toBe('http://127.0.0.1:8787/api/content?limit=1');
  });

  test('asks for strict handling, unless the user sends another preference', () => {
    const { requestInterceptor } = start('');
    const preferenceOf = (headers: Record<string, string>, loadSpec = false) =>
      requestInterceptor({ url: '/x', method: 'GET', headers, loadSpec }).headers['Prefer'];
    expect(preferenceOf({})).toBe('handling=strict');
    expect(preferenceOf({ Prefer: 'handling=lenient' })).toBe('handling=lenient');
    expect(preferenceOf({}, true)).toBeUndefined();
  });

  test('adds the CSRF token to writes of a signed-in browser, and only to those', () => {
    const { requestInterceptor } = start('theme=dark; csrf_token=abc.def');
    const send = (method: string, headers: Record<string, string> = {}) =>
      requestInterceptor({ url: '/api/content', method, headers }).headers['X-CSRF-Token'];
    expect(send('POST')).toBe('abc.def');
    expect(send('GET')).toBeUndefined();
    expect(send('PUT', { 'X-CSRF-Token': 'mine' })).toBe('mine');
    const anonymous = start('').requestInterceptor;
    expect(anonymous({ url: '/x', method: 'POST', headers: {} }).headers).not.toHaveProperty(
      'X-CSRF-Token',
    );
  });
});

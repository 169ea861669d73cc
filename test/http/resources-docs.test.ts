import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { curlExample } from '../../adapters/koa/docs/curl-example.ts';
import { renderDocsPage } from '../../adapters/koa/docs/docs-page.ts';
import { operationsOf, type ApiDocument } from '../../adapters/koa/docs/document.ts';
import { renderInline, renderMarkdown } from '../../adapters/koa/docs/markdown.ts';
import { operations, renderOpenApi } from '../../contracts/index.ts';
import { serveApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let page: string;

beforeAll(async () => {
  app = await serveApp({ publicUrl: 'https://cms.test' });
  page = (await app.request('/docs')).text;
});

afterAll(() => app[Symbol.asyncDispose]());

const document = renderOpenApi('https://cms.test');

const all = (pattern: RegExp, text: string): readonly string[] =>
  [...text.matchAll(pattern)].flatMap(([, found]) => found ?? []);

describe('the page', () => {
  test('has a section for every operation and every schema, each once', () => {
    const ids = all(/ id="([^"]+)"/g, page);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(operations.map(([id]) => id)));
    const schemas = Object.keys(document.components?.schemas ?? {});
    expect(ids).toEqual(expect.arrayContaining(schemas.map((name) => `schema-${name}`)));
  });

  test('has links that lead somewhere: within it, or to the document', () => {
    const ids = new Set(all(/ id="([^"]+)"/g, page));
    const links = all(/ href="([^"]+)"/g, page);
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter((link) => !link.startsWith('#'))).toEqual(['/api/']);
    expect(links.filter((link) => link.startsWith('#') && !ids.has(link.slice(1)))).toEqual([]);
  });

  test('loads nothing and runs nothing, and its one style is the one that its policy names', async () => {
    expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(| src=| on\w+=| style=/i);
    const [style, ...others] = all(/<style>(.*?)<\/style>/gs, page);
    expect(others).toEqual([]);
    const hash = createHash('sha256').update(style!).digest('base64');
    const policy = (await app.request('/docs')).headers.get('content-security-policy');
    expect(policy).toContain(`'sha256-${hash}'`);
    expect(policy).toContain("default-src 'none'");
  });

  test('names the address that is configured, whatever host is asked', async () => {
    const { text } = await app.request('/docs', { headers: { Host: 'evil.test' } });
    expect(text).toBe(page);
    expect(page).toContain('https://cms.test/api/content');
    expect(page).not.toContain(app.url);
  });

  test('shows text of the document as text', () => {
    const hostile: ApiDocument = {
      ...document,
      info: { ...document.info, title: '<script>alert(1)</script>', description: '`<b>` **<i>**' },
    };
    expect(renderDocsPage(hostile)).not.toMatch(/<script>|<b>|<i>/);
  });
});

test('Markdown becomes headings, lists, paragraphs, code and bold text', () => {
  const { markup } = renderMarkdown('## A & B\n\n- one\n- `two`\n\nthree **four** *five*');
  expect(markup.replace(/>\s+</g, '><').trim()).toBe(
    '<h2 id="topic-a-b">A &amp; B</h2><ul><li>one</li><li><code>two</code></li></ul><p>three <strong>four</strong> *five*</p>',
  );
});

test('a backtick that nothing closes is a backtick', () => {
  expect(renderInline('a ` b').markup).toBe('a ` b');
});

describe('a curl example', () => {
  const example = (id: string): string =>
    curlExample(
      document,
      operationsOf(document).find((each) => each.id === id)!,
    );

  test('of an open read is the address', () => {
    expect(example('listContent')).toBe('curl "https://cms.test/api/content"');
    expect(example('checkSlug')).toBe('curl "https://cms.test/api/content/check-slug?slug=$SLUG"');
  });

  test('of a write has a token and the example of the contract', () => {
    expect(example('updateContent')).toBe(
      [
        'curl -X PUT "https://cms.test/api/content/$ID"',
        '-H "Authorization: Bearer $TOKEN"',
        '-H "Content-Type: application/json"',
        `-d '{"status":"published"}'`,
      ].join(' \\\n  '),
    );
  });

  test('of signing in needs nobody to be signed in', () => {
    expect(example('logIn')).not.toContain('Authorization');
    expect(example('logInByForm')).toContain(`--data-urlencode 'email=text'`);
  });

  test('of an upload sends the record before the file', () => {
    expect(example('importMedia')).toMatch(/-F 'record=\{.*\}' \\\n {2}-F file=@FILE$/s);
    expect(example('uploadMedia')).toMatch(/-F file=@FILE$/);
  });

  test('is there for every operation, and stays within its quotes', () => {
    for (const documented of operationsOf(document)) {
      const command = curlExample(document, documented);
      expect(command).toMatch(/^curl (-X (POST|PUT|DELETE) )?"https:\/\/cms\.test\/\S*"/);
      const unquoted = command.replace(/'[^']*'|\\'|"[^"]*"/g, '');
      expect(unquoted).not.toMatch(/['";&|<>`$]/);
    }
  });

  test('quotes an apostrophe for the shell', () => {
    const hostile = structuredClone(document);
    const content = hostile.paths['/auth/login']?.post?.requestBody;
    if (content === undefined || '$ref' in content) throw new Error('There is no body to change');
    content.content['application/json']!.example = { email: "it's" };
    const login = operationsOf(hostile).find((each) => each.id === 'logIn')!;
    expect(curlExample(hostile, login)).toContain(`-d '{"email":"it'\\''s"}'`);
  });
});

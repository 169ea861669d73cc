import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFetchHandler } from '../../../adapters/fetch/fetch-handler.ts';
import { errorAnswerOf } from '../../../adapters/http/answer/http-error.ts';
import { renderCodePage } from '../../../adapters/http/pages/code-page.ts';
import { renderErrorPage } from '../../../adapters/http/pages/error-page.ts';
import { renderForgotPage } from '../../../adapters/http/pages/forgot-page.ts';
import { languageOf, type Language } from '../../../adapters/http/pages/language.ts';
import { renderInvitationPage, renderResetPage } from '../../../adapters/http/pages/link-pages.ts';
import { renderLoginPage, type LoginPage } from '../../../adapters/http/pages/login-page.ts';
import { texts } from '../../../adapters/http/pages/texts.ts';
import { DomainError, type ErrorCode } from '../../../core/vocabulary.ts';
import { memoryCms } from '../../support/core/memory-cms.ts';
import { serveApp, type TestApp } from '../../support/http/app.ts';
import { attributeOf, visibleTexts } from '../../support/http/visible-texts.ts';

const siteName = 'Quoin';
const publicUrl = 'https://cms.example.com';
const next = '/admin/media';

const login = (page: Partial<LoginPage>) => (language: Language) =>
  renderLoginPage({
    siteName,
    language,
    publicUrl,
    error: undefined,
    email: '',
    next,
    sendsMail: true,
    newcomerRole: undefined,
    ways: { provider: undefined, password: 'all', managesRoles: false },
    ...page,
  });

const code = (error: string | undefined, hasChallenge: boolean) => (language: Language) =>
  renderCodePage({ siteName, language, error, next, hasChallenge });

const failure = (thrown: unknown) => (language: Language) =>
  renderErrorPage({
    siteName,
    language,
    answer: errorAnswerOf(thrown),
    requestId: '00000000-0000',
    publicUrl,
  });

const errorCodes = [
  'invalid_input',
  'forbidden',
  'csrf_failed',
  'not_found',
  'method_not_allowed',
  'body_too_large',
  'unsupported_content_type',
  'host_not_allowed',
  'overloaded',
] as const satisfies readonly ErrorCode[];

const pages: Readonly<Record<string, (language: Language) => string>> = {
  'the login page': login({}),
  'the login page without mail': login({ sendsMail: false }),
  'the login page with a provider': login({
    ways: { provider: 'Corporate ID', password: 'admins', managesRoles: false },
  }),
  'the login page with registration': login({ newcomerRole: 'viewer' }),
  'the page for the first account': login({ newcomerRole: 'admin' }),
  ...Object.fromEntries(
    Object.keys(texts.en.login.failures).flatMap((error) => [
      [`the login page after ${error}`, login({ error })],
      [`the login page without mail after ${error}`, login({ error, sendsMail: false })],
    ]),
  ),
  'the page for a code': code(undefined, true),
  'the page for a code after a wrong one': code('invalid_code', true),
  'the page for a code after a failure': code('other', true),
  'the page for a code without a sign-in': code(undefined, false),
  'the page that asks for a mail': (language) =>
    renderForgotPage({ siteName, language, sendsMail: true }),
  'the page that cannot send a mail': (language) =>
    renderForgotPage({ siteName, language, sendsMail: false }),
  'the page for a new password': (language) => renderResetPage({ siteName, language }),
  'the page of an invitation': (language) => renderInvitationPage({ siteName, language }),
  'the page of a failure': failure(new TypeError('broken')),
  ...Object.fromEntries(
    errorCodes.map((each) => [
      `the page of ${each}`,
      failure(new DomainError(each, 'The cause', { details: 'What to do' })),
    ]),
  ),
  ...Object.fromEntries(
    [1_000, 200_000].map((retryAfterMs) => [
      `the page of a limit for ${retryAfterMs} ms`,
      failure(new DomainError('rate_limited', 'Too many', { retryAfterMs })),
    ]),
  ),
};

/** The same in both languages. */
const names = new Set([siteName, publicUrl, 'Code', '00000000-0000']);

const isSentence = (text: string): boolean => /\p{L}/u.test(text) && !names.has(text);

describe.each(Object.entries(pages))('%s', (_, render) => {
  test('declares its language, and all its texts are in it', () => {
    const [english, german] = [render('en'), render('de')];
    expect(english).toContain('<html lang="en">');
    expect(german).toContain('<html lang="de">');
    const [left, right] = [english, german].map((page) => visibleTexts(page).filter(isSentence));
    expect(left?.length).toBeGreaterThan(2);
    expect(right).toHaveLength(left?.length ?? 0);
    expect(left?.filter((text) => right?.includes(text))).toEqual([]);
  });

  test('differs in its texts only', () => {
    const [left, right] = (['en', 'de'] as const).map((language) =>
      [...render(language).matchAll(/<(\/?\w+)((?:\s[\w-]+(?:="[^"]*")?)*)/g)].map(
        ([, tag, attributes = '']) =>
          `${tag}${attributes.replace(/ (?:lang|data-texts)="[^"]*"/g, '')}`,
      ),
    );
    expect(right).toEqual(left);
  });
});

test('the texts that scripts show are in the language of the page', () => {
  const [english, german] = (['en', 'de'] as const).map(
    (language) =>
      JSON.parse(
        attributeOf(renderResetPage({ siteName, language }), 'data-texts') ?? '',
      ) as Readonly<Record<string, unknown>>,
  );
  expect(Object.keys(german ?? {})).toEqual(Object.keys(english ?? {}));
  for (const [name, text] of Object.entries(german ?? {})) {
    expect([name, text]).not.toEqual([name, english?.[name]]);
  }
  expect(english).toMatchObject({ missing: expect.arrayContaining(['1 more character.']) });
  expect(german).toMatchObject({ missing: expect.arrayContaining(['Noch 7 Zeichen.']) });
});

describe('the language of a page', () => {
  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['DE-at', 'de'],
    ['de-DE,de;q=0.9,en;q=0.8', 'de'],
    ['en-US,en;q=0.9,de;q=0.8', 'en'],
    ['fr,it;q=0.9,de;q=0.1', 'de'],
    ['fr, it', 'en'],
    ['en;q=0.5, de;q=0.501', 'de'],
    ['en;q=0.5, de;q=0.5', 'en'],
    ['de;q=0.5, en;q=0.5', 'de'],
    ['de ; q=0.2 ,\ten;q=0.1', 'de'],
    ['de;q=0', 'en'],
    ['de;q=0.000, *', 'en'],
    ['en;q=0, *;q=0.1', 'de'],
    ['en;q=0', 'en'],
    ['*', 'en'],
    ['*, de;q=0.5', 'en'],
    ['fr, *;q=0.5', 'en'],
    ['de, *;q=0.5', 'de'],
    // Ranges of another form do not count.
    ['de;q=2', 'en'],
    ['de;q=1.001', 'en'],
    ['de;q=-1', 'en'],
    ['de;q=', 'en'],
    ['de;level=1', 'en'],
    ['de_DE', 'en'],
    ['deutsch', 'en'],
    [',,;q=1,de', 'de'],
    ['constructor', 'en'],
    ['<script>, de', 'de'],
  ])('for Accept-Language %j is %s', (accepted, language) => {
    expect(languageOf({ 'accept-language': accepted })).toBe(language);
  });

  test.each([
    ['quoin_language=de', 'de'],
    ['a=b; quoin_language=de; c=d', 'de'],
    ['quoin_language=en', 'en'],
    ['quoin_language=DE', 'en'],
    ['quoin_language=', 'en'],
    ['quoin_language=fr', 'en'],
    ['quoin_language=__proto__', 'en'],
    ['quoin_language="><script>', 'en'],
    ['xquoin_language=de', 'en'],
  ])('for the cookie %j is %s', (cookie, language) => {
    expect(languageOf({ cookie })).toBe(language);
  });

  test('is the one chosen in the admin, whatever the browser prefers', () => {
    expect(languageOf({ cookie: 'quoin_language=en', 'accept-language': 'de' })).toBe('en');
    expect(languageOf({ cookie: 'quoin_language=fr', 'accept-language': 'de' })).toBe('de');
  });

  test.each([
    ['many ranges', 'fr,'.repeat(1_000_000)],
    ['a long range', `de${'-aaaaaaaa'.repeat(300_000)}!`],
    ['many blanks', `de${' '.repeat(2_000_000)}x`],
    ['blanks before a weight', `de${' '.repeat(2_000_000)};${' '.repeat(2_000_000)}x`],
  ])(
    'is found in linear time in a header of %s: otherwise, this would take minutes',
    (_, accepted) => {
      expect(languageOf({ 'accept-language': accepted })).toBe('en');
    },
  );

  test('is found among the first fifty ranges', () => {
    expect(languageOf({ 'accept-language': `${'fr,'.repeat(49)}de` })).toBe('de');
    expect(languageOf({ 'accept-language': `${'fr,'.repeat(50)}de` })).toBe('en');
  });
});

describe('a response', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await serveApp({ adminFolder: undefined });
  });

  afterAll(() => app[Symbol.asyncDispose]());

  const browser = { Accept: 'text/html,*/*;q=0.8' };
  const german = { ...browser, 'Accept-Language': 'de-DE,de;q=0.9,en;q=0.8' };

  test.each([
    '/auth/login',
    '/auth/code',
    '/auth/forgot',
    '/auth/reset',
    '/auth/invitation',
    '/auth/login?error=a&error=b',
    '/nothing',
    '/files/aaaaaaaaaaaaaaaaaaaaaaaaaaa/x.png',
  ])('%s names its language, what it depends on, and the scripts of the page', async (path) => {
    for (const [language, headers] of [
      ['en', browser],
      ['de', german],
      ['de', { ...browser, Cookie: 'quoin_language=de' }],
    ] as const) {
      const answer = await app.request(path, { headers });
      expect(answer.text).toContain(`<html lang="${language}">`);
      expect(answer.headers.get('content-language')).toBe(language);
      const vary = answer.headers.get('vary')?.split(/, */) ?? [];
      expect(vary).toEqual(expect.arrayContaining(['Accept-Language', 'Cookie']));
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const policy = answer.headers.get('content-security-policy') ?? '';
      const inline = [...answer.text.matchAll(/<(script|style)>(.*?)<\/\1>/gs)];
      expect(inline).not.toEqual([]);
      for (const [, , text = ''] of inline) {
        expect(policy).toContain(createHash('sha256').update(text).digest('base64'));
      }
    }
  });

  test('of a service without the admin is in the language of its user', async () => {
    const { bearer } = await app.signIn('viewer');
    for (const [language, headers] of [
      ['en', browser],
      ['de', german],
    ] as const) {
      const answer = await app.request('/admin', { headers: { ...headers, ...bearer } });
      expect(answer.headers.get('content-language')).toBe(language);
      expect(visibleTexts(answer.text)).toContain(texts[language].noAdmin.title);
    }
  });

  test('contains nothing of the header or the cookie', async () => {
    const evil = '"><script>alert(1)</script>';
    const headers = { ...browser, 'Accept-Language': evil, Cookie: `quoin_language=${evil}` };
    for (const path of ['/auth/login', '/nothing']) {
      const { headers: sent, text } = await app.request(path, { headers });
      expect(text + JSON.stringify([...sent])).not.toContain('alert(1)');
      expect(sent.get('content-language')).toBe('en');
    }
  });

  test('of the API, and of a file or an error for a program, is the same in all languages', async () => {
    for (const path of [
      '/api',
      '/api/content',
      '/api/nothing',
      '/nothing',
      '/docs',
      '/favicon.svg',
    ]) {
      const headers = path === '/docs' ? {} : { Accept: 'application/json' };
      // So that both requests find the caches in the same state.
      await app.request(path, { headers });
      const plain = await app.request(path, { headers });
      const other = await app.request(path, {
        headers: { ...headers, 'Accept-Language': 'de', Cookie: 'quoin_language=de' },
      });
      const stable = (text: string) => text.replace(/"timing":\{[^}]*\}/, '');
      expect([path, stable(other.text)]).toEqual([path, stable(plain.text)]);
      expect(plain.headers.get('content-language')).toBeNull();
      expect(plain.headers.get('vary')).toBe(other.headers.get('vary'));
      expect(plain.headers.get('vary') ?? '').not.toContain('Accept-Language');
    }
  });

  test('of the handler for the Fetch API is in the same language', async () => {
    const { cms, clock, log } = await memoryCms({});
    const handle = createFetchHandler(cms, {
      publicUrl,
      mediaBaseUrl: `${publicUrl}/files`,
      csrfSecret: 'another secret for tests, of more than thirty-two bytes',
      uploadMaxBytes: 1024,
      clock,
      log,
    });
    for (const path of ['/auth/login', '/nothing']) {
      const { headers, body } = await handle(
        new Request(`${publicUrl}${path}`, { headers: german }),
      );
      expect(headers.get('content-language')).toBe('de');
      expect(headers.get('vary')).toMatch(/Accept-Language, Cookie/);
      expect(headers.get('content-security-policy')).toContain("script-src 'sha256-");
      expect(await new Response(body).text()).toContain('<html lang="de">');
    }
  });
});

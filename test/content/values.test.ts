import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import {
  alternativeSlug,
  areCredible,
  filenameFor,
  hasCode,
  parseFolder,
  parseOriginalName,
  parseSlug,
  readEmail,
  readUuid,
  slugFromTitle,
  usernameFromEmail,
  type Email,
  type ErrorCode,
} from '../../core/index.ts';

/** Every mark of the one kind has to be moved past every mark of the other. */
const longToFold = `a${'\u0301'.repeat(1_000_000)}${'\u0316'.repeat(1_000_000)}`;

const refuses = (code: ErrorCode, work: () => unknown): void => {
  expect(work).toThrow(expect.toSatisfy((error: unknown) => hasCode(error, code)));
};

describe('slugs', () => {
  const cases = [
    ['Hello, World!', 'hello-world'],
    ['  Ünïcödé  Wörld ', 'unicode-world'],
    ['ﬁne ① ™', 'fine-1-tm'],
    ['Привет мир', 'привет-мир'],
    ['日本語 の 記事', '日本語-の-記事'],
    ['İstanbul', 'istanbul'],
    ['--a--b--', 'a-b'],
    ['../../etc/passwd', 'etc-passwd'],
    ['a\u0000b', 'a-b'],
    ['v8.0.0', 'v8-0-0'],
  ] as const;
  for (const [text, slug] of cases) {
    test(`${JSON.stringify(text)} becomes ${slug}`, () => expect(parseSlug(text)).toBe(slug));
  }

  test('a text without letters and digits is rejected', () => {
    for (const text of ['', '!!!', ' - ', '\u0301']) refuses('invalid_slug', () => parseSlug(text));
  });

  test('a given slug has at most 200 characters', () => {
    expect(parseSlug('a'.repeat(200))).toHaveLength(200);
    refuses('invalid_slug', () => parseSlug('a'.repeat(201)));
  });

  test('a text that is much too long is rejected before it is folded', () => {
    refuses('invalid_slug', () => parseSlug(longToFold));
    expect(parseSlug(`${'!'.repeat(1_999)}a`)).toBe('a');
  });

  test('a slug from a long title is cut at a character and never ends in a hyphen', () => {
    expect(slugFromTitle('a'.repeat(500))).toHaveLength(200);
    expect(slugFromTitle(`${'a'.repeat(199)} b`)).toBe('a'.repeat(199));
    expect(slugFromTitle('𝒳日'.repeat(150))).toBe('x日'.repeat(100));
  });

  test('parsing a slug again does not change it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 250 }), (text) => {
        let slug;
        try {
          slug = slugFromTitle(text);
        } catch {
          return;
        }
        expect(parseSlug(slug)).toBe(slug);
      }),
    );
  });

  test('alternatives have at most the maximum length', () => {
    expect(alternativeSlug(parseSlug('post'), 2)).toBe('post-2');
    const long = alternativeSlug(parseSlug('a'.repeat(200)), 12);
    expect(long).toBe(`${'a'.repeat(197)}-12`);
  });
});

describe('e-mail addresses', () => {
  test('are trimmed and folded to lower case', () => {
    expect(readEmail('  Ada@Example.ORG ')).toBe('ada@example.org');
  });

  const none = [
    '',
    'a',
    'a@b',
    '@b.c',
    'a@',
    'a b@c.de',
    'a@b..de',
    'a@-b.de',
    '.a@b.de',
    'a..b@c.de',
    'a@b.de, c@d.ef',
    'a@b.de\nx',
    `${'a'.repeat(65)}@b.de`,
    `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(20)}.de`,
  ];
  for (const text of none) {
    test(`${JSON.stringify(text)} is rejected`, () => expect(readEmail(text)).toBeUndefined());
  }

  test('similar-looking letters are rejected, not folded (CVE-2024-27295)', () => {
    for (const text of [
      'ａdmin@example.org',
      'admin@ｅxample.org',
      'adm\u0131n@example.org',
      '\u212a@example.org',
    ]) {
      expect(readEmail(text), text).toBeUndefined();
    }
  });
});

describe('usernames generated from addresses', () => {
  test('are the local part, padded or numbered', () => {
    expect(usernameFromEmail('ada@example.org' as Email, 1)).toBe('ada');
    expect(usernameFromEmail('a@example.org' as Email, 1)).toBe('a__');
    expect(usernameFromEmail('ada@example.org' as Email, 2)).toBe('ada2');
    expect(usernameFromEmail(`${'a'.repeat(64)}@example.org` as Email, 12)).toHaveLength(64);
  });
});

describe('ids', () => {
  test('are UUIDs of any version, in lower case', () => {
    expect(readUuid('0198C0DE-1A2B-7C3D-8E4F-5A6B7C8D9E0F')).toBe(
      '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
    );
    for (const text of [
      '',
      'x',
      "0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f'",
      '00198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
      '0198c0de1a2b7c3d8e4f5a6b7c8d9e0f',
    ]) {
      expect(readUuid(text)).toBeUndefined();
    }
  });
});

describe('session claims', () => {
  const now = 1_700_000_000_000;
  const iat = now / 1_000;
  const claims = (change: object) => ({
    userId: 'u',
    email: 'e',
    role: 'viewer' as const,
    jti: 'j',
    iat,
    exp: iat + 86_400,
    ...change,
  });
  const cases = [
    ['of this moment', {}, true],
    ['that are over', { exp: iat }, false],
    ['that live longer than a day', { exp: iat + 86_401 }, false],
    ['issued in the future', { iat: iat + 60, exp: iat + 120 }, false],
    ['issued within the tolerance of clocks', { iat: iat + 4 }, true],
    ['that end before they begin', { iat: iat + 3, exp: iat + 2 }, false],
    ['without a whole number', { exp: iat + 0.5 }, false],
    ['with an endless expiry', { exp: Number.MAX_VALUE }, false],
  ] as const;
  for (const [name, change, expected] of cases) {
    test(`${name} are ${expected ? '' : 'not '}plausible`, () =>
      expect(areCredible(claims(change), now)).toBe(expected));
  }
});

describe('names of files', () => {
  test('a path from a client is reduced to its last segment (CVE-2026-34750)', () => {
    expect(parseOriginalName('../../a.png')).toBe('a.png');
    expect(parseOriginalName('C:\\fotos\\b.png')).toBe('b.png');
    expect(parseOriginalName('x\r\nSet-Cookie: a')).toBe('xSet-Cookie: a');
    expect(parseOriginalName('')).toBe('file');
  });

  test('the name in a URL is plain ASCII with the extension of the type', () => {
    expect(filenameFor('Größe & Maß.PNG.html', 'png')).toBe('gro-e-ma-png.png');
    expect(filenameFor('日本', 'pdf')).toBe('file.pdf');
  });

  test('accents do not split words, as in a slug', () => {
    expect(filenameFor('Café Müller.png', 'png')).toBe('cafe-muller.png');
    expect(filenameFor('İstanbul.pdf', 'pdf')).toBe('istanbul.pdf');
  });

  test('a folder is composed, unless it is too long', () => {
    const segment = 'α\u0313\u0300\u0345';
    expect(parseFolder(Array(8).fill(segment.repeat(64)).join('/'))).toBe(
      Array(8).fill('\u1f82'.repeat(64)).join('/'),
    );
    refuses('invalid_folder', () => parseFolder(longToFold));
  });

  test('folders have up to eight plain segments', () => {
    expect(parseFolder(' a/b c/ ')).toBe('a/b c');
    expect(parseFolder('चित्र/น้ำ')).toBe('चित्र/น้ำ');
    refuses('invalid_folder', () => parseFolder('a/\u0301b'));
    expect(parseFolder('')).toBe('uploads');
    for (const folder of [
      '/etc',
      '/',
      ' / ',
      '..',
      'a/../b',
      'a//b',
      'a/./b',
      'a\\b',
      'a\u0000',
      'a/ b',
      'a/b/c/d/e/f/g/h/i',
    ]) {
      refuses('invalid_folder', () => parseFolder(folder));
    }
  });
});

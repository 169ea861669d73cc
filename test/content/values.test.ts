import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UrlDomainNames } from '../../adapters/url/url-domain-names.ts';
import {
  areClaimsValidAt,
  hasCode,
  parseUsername,
  usernameFromEmail,
  type ErrorCode,
} from '../../core/index.ts';
import {
  alternativeSlug,
  filenameFor,
  parseFolder,
  parseOriginalName,
  parseSlug,
  readEmail,
  readUuid,
  slugFromTitle,
  type Email,
} from '../../core/vocabulary.ts';

/** Every mark of the one kind has to be moved past every mark of the other. */
const longToFold = `a${'\u0301'.repeat(1_000_000)}${'\u0316'.repeat(1_000_000)}`;

const domainNames = new UrlDomainNames();

const refuses = (code: ErrorCode, work: () => unknown): void => {
  expect(work).toThrow(expect.toSatisfy((error: unknown) => hasCode(error, code)));
};

describe('e-mail addresses', () => {
  test('are trimmed and folded to lower case', () => {
    expect(readEmail('  Ada@Example.ORG ', domainNames)).toBe('ada@example.org');
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
    test(`${JSON.stringify(text)} is rejected`, () =>
      expect(readEmail(text, domainNames)).toBeUndefined());
  }

  test('an internationalised domain has the same form in all its spellings', () => {
    const spellings = [
      ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
      ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
      [' Ada@BÜCHER.Example ', 'ada@xn--bcher-kva.example'],
      ['ada@XN--BCHER-KVA.example', 'ada@xn--bcher-kva.example'],
      ['ada@straße.example', 'ada@xn--strae-oqa.example'],
      ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
      ['ada@mail.उदाहरण.परीक्षा', 'ada@mail.xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g'],
      ['ada@نامه\u200cای.com', 'ada@xn--mgba3gch31f060k.com'],
    ] as const;
    for (const [text, email] of spellings) expect(readEmail(text, domainNames), text).toBe(email);
    for (const text of [
      'ädam@bücher.example',
      'ada@bücher',
      'ada@bü cher.example',
      'ada@bücher.example/path',
      'ada@bücher.example:80',
      'ada@bücher..example',
      'ada@-ü.example',
      'ada@\u0308.example',
      'ada@１２７.０.０.１',
      `ada@${'ü'.repeat(64)}.example`,
      `ada@${'ü'.repeat(1_000_000)}.example`,
    ]) {
      expect(readEmail(text, domainNames), text.slice(0, 40)).toBeUndefined();
    }
  });

  test('similar-looking letters are rejected, not folded (CVE-2024-27295)', () => {
    for (const text of [
      'ａdmin@example.org',
      'admin@ｅxample.org',
      'adm\u0131n@example.org',
      '\u212a@example.org',
    ]) {
      expect(readEmail(text, domainNames), text).toBeUndefined();
    }
  });
});

describe('usernames generated from addresses', () => {
  test.each([
    ['ada@example.org', 1, 'ada'],
    ['ada@example.org', 2, 'ada2'],
    ['ed@example.org', 1, 'ed-example'],
    ['ed@example.org', 2, 'ed-example2'],
    ['e@mail.example.co.uk', 1, 'e-example'],
    ['e@x.y', 1, 'e-x'],
    [`e@${'x'.repeat(63)}.org`, 1, `e-${'x'.repeat(62)}`],
    [`${'a'.repeat(64)}@example.org`, 12, `${'a'.repeat(62)}12`],
  ])('are the local part, with the domain if it is too short: %s, %i', (email, n, username) => {
    expect(usernameFromEmail(email as Email, n)).toBe(username);
    expect(parseUsername(username)).toBe(username);
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
      expect(areClaimsValidAt(claims(change), now)).toBe(expected));
  }
});

describe('names of files', () => {
  test('a path from a client is reduced to its last segment (CVE-2026-34750)', () => {
    expect(parseOriginalName('../../a.png')).toBe('a.png');
    expect(parseOriginalName('C:\\fotos\\b.png')).toBe('b.png');
    expect(parseOriginalName('x\r\nSet-Cookie: a')).toBe('xSet-Cookie: a');
    expect(parseOriginalName('')).toBe('file');
  });

  test('the original name keeps all letters, marks and joiners, but no invisible characters', () => {
    for (const name of [
      'हिंदी.pdf',
      '日本語 の.csv',
      'می\u200cخواهم.txt',
      'ශ්\u200dරී.txt',
      '👩\u200d👧.png',
    ]) {
      expect(parseOriginalName(name)).toBe(name);
    }
    const decomposed = 'é.txt'.normalize('NFD');
    expect(parseOriginalName(decomposed)).toBe(decomposed);
    expect(parseOriginalName('\u202efdp.\u200bexe\u2069\ufeff')).toBe('fdp.exe');
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
    for (const folder of ['हिंदी/ภาษาไทยที่นี่', 'யோசனை', 'שָׁלוֹם', 'ハ\u309a']) {
      expect(parseFolder(folder)).toBe(folder.normalize('NFC'));
    }
    for (const folder of ['\u0301', 'a/\u093f', '1\u20e3', '❤\ufe0f']) {
      refuses('invalid_folder', () => parseFolder(folder));
    }
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

/** Letters of many scripts and forms, marks of all kinds, and what joins them. */
const markedText = fc.constantFrom(
  ...Array.from('aéİßﬁＡ②ЙйΆᾼσΣがﾊﾞハᄀ한ᅡᆨกिषน้ำொோשׁأक़①½ʼŉㄱ—'),
  ...Array.from('\u0300\u0301\u0308\u0327\u0345\u093c\u094d\u3099\u20e3\ufe0f\u200d'),
);

const rejects = (work: () => unknown): void => {
  expect(work).toThrow(expect.toSatisfy((error: unknown) => hasCode(error, 'invalid_slug')));
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
    ['STRAẞE Ǆep x² ½ Ⅳ ℌ', 'straße-dzep-x2-1-2-iv-h'],
    ['हिंदी में जानकारी', 'हिंदी-में-जानकारी'],
    ['ภาษาไทยที่นี่ น้ำ', 'ภาษาไทยที่นี่-น้ำ'],
    ['ぼくは紅茶が好きです', 'ぼくは紅茶が好きです'],
    ['バス', 'バス'],
    ['ﾊﾞｽ', 'ﾊﾞｽ'],
    ['யோசனை', 'யோசனை'],
    ['Йод', 'йод'],
    ['Ἀθήνα ΟΔΟΣ', 'ἀθήνα-οδος'],
    ['שָׁלוֹם مُحَمَّد', 'שָׁלוֹם-مُحَمَّد'],
    ['한글 ١٢', '한글-١٢'],
    ['می\u200cخواهم', 'می-خواهم'],
    ['❤️ one 1️⃣ two👩‍👩‍👧', 'one-1-two'],
    ['q\u0323\u0301x ١\u0301 \u0301к\u0302', 'qx-١-к\u0302'],
    ['\u03aa\u0301', '\u0390'],
  ] as const;
  for (const [text, slug] of cases) {
    test(`${JSON.stringify(text)} becomes ${slug}`, () => {
      expect(parseSlug(text)).toBe(slug);
      expect(parseSlug(text.normalize('NFD')), 'decomposed').toBe(slug);
    });
  }

  test('a text without letters and digits is rejected', () => {
    for (const text of ['', '!!!', ' - ', '\u0301']) rejects(() => parseSlug(text));
  });

  test.each([
    ['%E4%BD%A0%E5%A5%BD', '你好'],
    ['%e4%b8%96-%E7%95%8C', '世-界'],
    ['100%25-sure', '100-sure'],
    ['100% sure', '100-sure'],
    ['50%de', '50-de'],
    ['caf%C3%A9%20noir', 'cafe-noir'],
  ])('%s is decoded to %s', (text, slug) => {
    expect(parseSlug(text)).toBe(slug);
    expect(slugFromTitle(text)).toBe(slug);
  });

  test('a given slug has at most 200 characters', () => {
    expect(parseSlug('a'.repeat(200))).toHaveLength(200);
    rejects(() => parseSlug('a'.repeat(201)));
  });

  test('a text that is much too long is rejected before it is folded', () => {
    rejects(() => parseSlug(longToFold));
    expect(parseSlug(`${'!'.repeat(1_999)}a`)).toBe('a');
  });

  test('a slug from a long title is cut at a character and never ends in a hyphen', () => {
    expect(slugFromTitle('a'.repeat(500))).toHaveLength(200);
    expect(slugFromTitle(`${'a'.repeat(199)} b`)).toBe('a'.repeat(199));
    expect(slugFromTitle('𝒳日'.repeat(150))).toBe('x日'.repeat(100));
    expect(slugFromTitle('한'.normalize('NFD').repeat(300))).toBe('한'.repeat(200));
    rejects(() => slugFromTitle(longToFold));
  });

  test('a slug is cut between letters, and never between a letter and its marks', () => {
    for (const letter of ['हि', 'ที่', 'к\u0302\u0303', 'क्षि']) {
      for (const start of ['', 'a', 'ab', 'abc']) {
        const fitting = (length: number): string =>
          start + letter.repeat((length - start.length) / letter.length);
        const slug = slugFromTitle(start + letter.repeat(150));
        expect(slug).toBe(fitting(200));
        expect(alternativeSlug(slug, 2)).toBe(`${fitting(198)}-2`);
      }
    }
  });

  test('a slug is cut within a letter only if its marks alone are too long', () => {
    expect(slugFromTitle(`к${'\u0302'.repeat(400)}`)).toBe(`к${'\u0302'.repeat(199)}`);
  });

  test('parsing a slug again does not change it', () => {
    for (const unit of ['grapheme', 'binary', markedText] as const) {
      fc.assert(
        fc.property(fc.string({ unit, maxLength: 250 }), (text) => {
          let slug;
          try {
            slug = slugFromTitle(text);
          } catch {
            return;
          }
          expect(parseSlug(slug)).toBe(slug);
          expect(parseSlug(slug.normalize('NFD'))).toBe(slug);
          expect(slugFromTitle(text.normalize('NFD'))).toBe(slug);
        }),
      );
    }
  });

  test('alternatives have at most the maximum length', () => {
    expect(alternativeSlug(parseSlug('post'), 2)).toBe('post-2');
    const long = alternativeSlug(parseSlug('a'.repeat(200)), 12);
    expect(long).toBe(`${'a'.repeat(197)}-12`);
  });
});

import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { alternativeSlug, hasCode, parseSlug, slugFromTitle } from '../../core/index.ts';

/** Every mark of the one kind has to be moved past every mark of the other. */
const longToFold = `a${'\u0301'.repeat(1_000_000)}${'\u0316'.repeat(1_000_000)}`;

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

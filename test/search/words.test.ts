import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeSnippet, partNear } from '../../core/index.ts';
import { exactLookup, parseSearchQuery, visitWords, wordsIn } from '../../core/store.ts';

const anyText = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(...Array.from(' aZé1ßﬁＡ-"東京カﾊเ한İΣ½㎏\u0301\u00ad😀')),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 60,
  })
  .map((text) => text.normalize('NFC'));

describe('the words of a text', () => {
  test('are at their places, in order, and the same when they are folded again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let last = 0;
        for (const { word, start, end } of wordsIn(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(text.slice(start, end).isWellFormed()).toBe(true);
          expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
          last = start;
        }
      }),
    );
  });

  test('do not depend on case, and on accents of Latin letters', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...Array.from('abcdeéèêöüñçåz0 ')),
      maxLength: 40,
    });
    fc.assert(
      fc.property(letters, (text) => {
        const plain = text.normalize('NFD').replace(/\p{M}/gu, '');
        const words = (each: string) => wordsIn(each.normalize('NFC')).map(({ word }) => word);
        expect(words(text)).toEqual(words(plain));
        expect(words(text.toUpperCase())).toEqual(words(plain));
      }),
    );
  });

  test.each([
    ['Łódź ÅNGSTRÖM ½', ['lodz', 'angstrom', '1', '2']],
    ['東京都 iPhone用', ['東京', '京都', '都', 'iphone', '用']],
    ['co\u00adoperate', ['cooperate']],
    ['हिंदी', ['हिंदी']],
    ['x'.repeat(100), ['x'.repeat(64)]],
    ['ｶﾞｲﾄﾞﾌﾞｯｸ', ['ガイ', 'イド', 'ドブ', 'ブッ', 'ック', 'ク']],
    ['ﾊﾟｯｸ カ゛', ['パッ', 'ック', 'ク', 'ガ']],
    ['كتـــاب ایران مصطفى کشور', ['كتاب', 'ايران', 'مصطفي', 'كشور']],
    ['٢٠٢٤ ۲۰۲۴ ๒๕๖๗ २०२४ ２０２４', ['2024', '2024', '2567', '2024', '2024']],
    ['комп’ютер компʼютер', ['комп', 'ютер', 'комп', 'ютер']],
    ['क़लम कलम', ['कलम', 'कलम']],
    ['\u200fשלום\u200f עו\u200dלם', ['שלום', 'עולם']],
    [
      'ﬁne Straße ΟΔΟΣ İstanbul Tiếng Đà ＡＢＣ',
      ['fine', 'strasse', 'οδοσ', 'istanbul', 'tieng', 'da', 'abc'],
    ],
  ])('of %s', (text, words) => {
    const found: string[] = [];
    visitWords(text, (word) => found.push(word));
    expect(found).toEqual(words);
  });
});

describe('a query', () => {
  const wanted = (q: string) =>
    parseSearchQuery(q).wanted.map(({ words }) =>
      words.map(({ text, isPrefix }) => (isPrefix ? `${text}*` : text)).join(' '),
    );

  test('has words, phrases and exclusions', () => {
    expect(wanted('Red "big sea" e-mail x')).toEqual(['red', 'big sea', 'e mail', 'x*']);
    expect(wanted('one “two three')).toEqual(['one', 'two three*']);
    expect(wanted('"two three"')).toEqual(['two three']);
    expect(wanted('cat -dog')).toEqual(['cat']);
    expect(parseSearchQuery('-dog -"a b"').excluded).toHaveLength(2);
    expect(wanted('東京 京')).toEqual(['東京', '京*']);
  });

  test('never breaks the parser, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 250 }), (q) => {
        try {
          const { wanted: some, excluded } = parseSearchQuery(q);
          const words = [...some, ...excluded].flatMap((term) => term.words);
          expect(words.length).toBeGreaterThan(0);
          expect(words.length).toBeLessThanOrEqual(32);
          for (const { text } of words) expect(text).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
        } catch (error) {
          expect(error).toHaveProperty('code', expect.stringMatching(/^invalid_(?:input|text)$/));
        }
      }),
    );
  });
});

describe('a snippet', () => {
  test('has matches at the places of the words, and is a part of the text', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 30 }), anyText, (texts, word) => {
        const text = texts.join(' ').normalize('NFC');
        const q = wordsIn(word)[0]?.word;
        if (q === undefined) return;
        const { wanted } = parseSearchQuery(q);
        const snippet = makeSnippet(text, wanted);
        expect(text).toContain(snippet.text.replace(/^…|…$/g, ''));
        expect(snippet.text.isWellFormed()).toBe(true);
        expect(snippet.text.length).toBeLessThanOrEqual(202);
        let last = -1;
        for (const [start, end] of snippet.matches) {
          expect(start).toBeGreaterThan(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(snippet.text.length);
          const [first] = wanted[0]?.words ?? [];
          // A character such as ½ is several words at one place.
          const beginning = wordsIn(snippet.text.slice(start, end)).filter((at) => at.start === 0);
          const initials = beginning.map((at) => at.word.slice(0, 1));
          expect(initials).toContain(first?.text.slice(0, 1));
          last = end;
        }
      }),
    );
  });

  test('shows the part with the most terms', () => {
    const text = `tide ${'word '.repeat(100)}sea and tide ${'word '.repeat(100)}`;
    const { text: shown, matches } = makeSnippet(text, parseSearchQuery('sea tide').wanted);
    expect(shown.startsWith('…')).toBe(true);
    expect(matches.map(([start, end]) => shown.slice(start, end))).toEqual(['sea', 'tide']);
  });

  test.each([
    ['eclair', 'L’Éclair'],
    ['"la strasse" bar', 'à la STRASSE'],
    ['strasse', 'Straße'],
    ['東京都', '東京都庁'],
    ['iphone', '用iPhone用'],
  ])('for %s shows what is late in a long text, of which it splits a part', (q, end) => {
    const { wanted } = parseSearchQuery(q);
    const lookup = exactLookup(wanted);
    const text = `${'foo bar 今天, '.repeat(5_000)}${end}`;
    let count = 0;
    const { matches } = makeSnippet(text, wanted, {
      partOf: partNear(wanted, true),
      lookup: (word) => {
        count += 1;
        return lookup(word);
      },
    });
    expect(matches.length).toBeGreaterThan(0);
    expect(count).toBeLessThan(2_048);
  });

  test('takes one look-up for each word, however many terms there are', () => {
    const text = Array.from({ length: 400 }, (_, at) => `w${at % 60}`).join(' ');
    const { wanted } = parseSearchQuery(Array.from({ length: 32 }, (_, at) => `w${at}`).join(' '));
    const lookup = exactLookup(wanted);
    let count = 0;
    makeSnippet(text, wanted, {
      partOf: partNear(wanted, true),
      lookup: (word) => {
        count += 1;
        return lookup(word);
      },
    });
    expect(count).toBe(400);
  });

  test('is the beginning of a text without a match', () => {
    expect(makeSnippet('A short text', parseSearchQuery('other').wanted)).toEqual({
      text: 'A short text',
      matches: [],
    });
  });
});

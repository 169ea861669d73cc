/** A word of a text, folded, with its place in the text in UTF-16 code units. */
export interface FoldedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Longer words are cut, in texts and in queries. In UTF-16 code units. */
const wordMaxLength = 64;

/**
 * Runs that may contain words: letters, digits, marks, the signs that stand for letters (such as ™ and ㎏), and
 * invisible characters within words.
 */
const runPattern =
  /(?:[\p{L}\p{N}\p{M}\u2100-\u214f\u2460-\u24ff\u3200-\u33ff\u309b\u309c]|\u00ad|[\u200d-\u200f]|\u061c|\u2060|\ufeff)+/gu;

/** Marks that are accents, optional vowels or the dot of Devanagari. The vowel signs of other scripts belong to the word. */
const accents =
  /[\u0300-\u036f]|[\u0483-\u0487]|[\u0591-\u05bd]|\u05bf|[\u05c1-\u05c2]|[\u05c4-\u05c5]|\u05c7|[\u0610-\u061a]|[\u064b-\u065f]|\u0670|[\u06d6-\u06dc]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe00-\ufe0f]|[\ufe20-\ufe2f]|\u093c/gu;

/** Also the stroke that stretches Arabic words, and marks of the direction. */
const invisible = /\u00ad|[\u200d-\u200f]|\u0640|\u061c|\u2060|\ufeff/gu;

/** Marks of voiced Japanese syllables as characters of their own, which they are in some forms. */
const voicedMarks: Readonly<Record<string, string>> = {
  '\uff9e': '\u3099',
  '\u309b': '\u3099',
  '\uff9f': '\u309a',
  '\u309c': '\u309a',
};
const voicedMark = `[${Object.keys(voicedMarks).join('')}]`;
const anyVoicedMark = new RegExp(voicedMark, 'u');
const allVoicedMarks = new RegExp(voicedMark, 'gu');
const markedCharacter = new RegExp(`.${voicedMark}*`, 'gsu');

/** The characters of a text with the voiced marks behind them. Few texts have any, and to look for them takes longer. */
const charactersOf = (text: string): Iterable<string> =>
  anyVoicedMark.test(text) ? (text.match(markedCharacter) ?? []) : text;

/** Letters with a stroke and ligatures, which Unicode does not decompose, and letters that keyboards mix up. */
const alike: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  // Persian and Urdu forms of Arabic letters.
  '\u0649': '\u064a',
  '\u06cc': '\u064a',
  '\u06a9': '\u0643',
  // Apostrophes as letters end a word like those that are signs.
  '\u02bb': ' ',
  '\u02bc': ' ',
};
const unlike = new RegExp(`[${Object.keys(alike).join('')}]`, 'gu');

const digit = /\p{Nd}/u;
const otherDigits = /(?![0-9])\p{Nd}/gu;

/** The digit from 0 to 9 that a digit of any script stands for. In Unicode, the ten digits of a script follow each other. */
const asciiDigit = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  let before = 0;
  while (digit.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
};

/** A set of a regular expression. */
export const wordCharacters = '[\\p{L}\\p{N}\\p{M}]';
const wordCharacter = new RegExp(wordCharacters, 'u');

/** Scripts without spaces between words, as a set of a regular expression. Their digits and punctuation are as in others. */
export const spacelessScripts =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]';
const spacelessScript = new RegExp(spacelessScripts, 'u');

/** A letter of such a script, as a part of a regular expression. */
export const spacelessLetter: string = `(?=${spacelessScripts})\\p{L}`;

const letter = /[\p{L}\p{M}\p{Nl}]/u;

const isSpaceless = (character: string): boolean =>
  spacelessScript.test(character) && letter.test(character);

type Kind = 'word' | 'spaceless' | 'other';

interface FoldedCharacter {
  readonly text: string;
  readonly kind: Kind;
}

/** Folded characters by the original one. A text has few different ones. */
const cache = new Map<string, readonly FoldedCharacter[]>();
const cacheMax = 20_000;

/** Folds all characters of a text, of any length. */
export const foldText = (text: string): string =>
  /^[\x00-\x7f]*$/.test(text)
    ? text.toLowerCase()
    : foldLetters(
        text
          .replace(allVoicedMarks, (mark) => voicedMarks[mark] ?? mark)
          .normalize('NFKD')
          .toLowerCase()
          .replace(accents, ''),
      ).normalize('NFC');

const foldCharacter = (character: string): readonly FoldedCharacter[] => {
  const cached = cache.get(character);
  if (cached !== undefined) return cached;
  const text = foldText(character);
  const folded = Array.from(text, (each) => ({ text: each, kind: kindOf(each) }));
  if (cache.size < cacheMax) cache.set(character, folded);
  return folded;
};

const kindOf = (character: string): Kind => {
  if (isSpaceless(character)) return 'spaceless';
  return wordCharacter.test(character) ? 'word' : 'other';
};

/** Whether the word is a single character of a script without spaces. */
export const isSingleCharacter = (word: string): boolean => {
  const [first = ''] = word;
  return first.length === word.length && isSpaceless(first);
};

type Visit = (word: string, start: number, end: number) => void;

/**
 * Visits the words of a text in its order: lower case, without accents, compatibility forms replaced (Unicode NFKD).
 * In a script without spaces, every pair of neighbours is a word, and so is the last character of a run: the pairs of
 * 東京都 are 東京 and 京都, then comes 都.
 *
 * @param text in Unicode NFC.
 */
export const visitWords = (text: string, visit: Visit): void => {
  for (const { 0: run, index } of text.matchAll(runPattern)) {
    if (/^[\x00-\x7f]*$/.test(run)) {
      visit(run.toLowerCase().slice(0, wordMaxLength), index, index + run.length);
    } else {
      visitRun(run, index, visit);
    }
  }
};

const visitRun = (run: string, runStart: number, visit: Visit): void => {
  let word = { text: '', start: 0, end: 0 };
  let previous: typeof word | undefined;
  let start = runStart;
  const endWord = (): void => {
    if (word.text !== '') visit(cut(word.text), word.start, word.end);
    word = { text: '', start: 0, end: 0 };
  };
  const endPairs = (): void => {
    if (previous !== undefined) visit(previous.text, previous.start, previous.end);
    previous = undefined;
  };
  for (const character of charactersOf(run)) {
    const end = start + character.length;
    for (const { text, kind } of foldCharacter(character)) {
      if (kind !== 'word') endWord();
      if (kind !== 'spaceless') endPairs();
      if (kind === 'word') {
        word = { text: word.text + text, start: word.text === '' ? start : word.start, end };
      } else if (kind === 'spaceless') {
        if (previous !== undefined) visit(previous.text + text, previous.start, end);
        previous = { text, start, end };
      }
    }
    start = end;
  }
  endWord();
  endPairs();
};

/** Does not cut a pair of surrogates in half. */
const cut = (word: string): string => {
  const text = word.slice(0, wordMaxLength);
  return text.isWellFormed() ? text : text.slice(0, -1);
};

/** Folds the letters of a text that {@link visitWords} folds, and that Unicode does not decompose. @param text in lower case. */
export const foldLetters = (text: string): string =>
  text
    .replace(invisible, '')
    .replace(unlike, (each) => alike[each] ?? each)
    .replace(otherDigits, asciiDigit);

/** @param text in Unicode NFC. @returns the words of the text in its order. */
export const wordsIn = (text: string): readonly FoldedWord[] => {
  const words: FoldedWord[] = [];
  visitWords(text, (word, start, end) => words.push({ word, start, end }));
  return words;
};

import type { SearchTerm, SearchTerms, SearchWord } from '../model/content/search.ts';
import { invalid } from '../primitives/errors.ts';
import { isSingleCharacter, wordsIn, type FoldedWord } from '../primitives/fold-words.ts';
import { parseText } from '../primitives/text.ts';

/** In characters. */
export const queryMaxLength = 200;

/** The maximum number of words in a query, as `visitWords` counts them. */
export const queryMaxWords = 32;

/** A phrase in quotes, of which the last may be open, or a run without white space. A minus before it excludes it. */
const partPattern = /(-?)(?:["“”„«»]([^"“”„«»]*)(["“”„«»]?)|([^\s"“”„«»]+))/gu;

/**
 * Parses a query: words, phrases in quotes, and a minus before what is excluded. The last word is a prefix, unless it is
 * excluded or its quotes are closed. Words without white space between them, such as `e-mail`, are a phrase.
 *
 * @throws DomainError `invalid_input` for a query without a word, or beyond the limits; `invalid_text`.
 */
export const parseSearchQuery = (raw: string): SearchTerms => {
  const query = parseText('q', raw, { min: 1, max: queryMaxLength }).normalize('NFC');
  const wanted: SearchTerm[] = [];
  const excluded: SearchTerm[] = [];
  const title: string[] = [];
  for (const { 0: part, 1: minus, 2: phrase, 3: closing, 4: run, index } of query.matchAll(
    partPattern,
  )) {
    const isLast = index + part.length === query.length;
    const isPrefix = isLast && minus === '' && (phrase === undefined || closing === '');
    const found = wordsIn(phrase ?? run ?? '');
    const words = searchWords(found, isPrefix);
    if (words.length > 0) (minus === '' ? wanted : excluded).push({ words });
    if (minus === '') title.push(...found.map(({ word }) => word));
  }
  const count = [...wanted, ...excluded].reduce((sum, { words }) => sum + words.length, 0);
  if (count === 0) {
    throw invalid('invalid_input', [{ path: 'q', message: 'must contain a letter or a digit' }]);
  }
  if (count > queryMaxWords) {
    const message = `must have at most ${queryMaxWords} words; in scripts without spaces, every character counts`;
    throw invalid('invalid_input', [{ path: 'q', message }]);
  }
  return { wanted: distinct(wanted), excluded: distinct(excluded), title: title.join(' ') };
};

/** The work grows with the number of terms. */
const distinct = (terms: readonly SearchTerm[]): readonly SearchTerm[] => [
  ...new Map(terms.map((term) => [JSON.stringify(term), term])).values(),
];

/** A single character of a script without spaces is the start of a pair, so it is always a prefix. */
const searchWords = (words: readonly FoldedWord[], isPrefix: boolean): readonly SearchWord[] => {
  const kept = endsRun(words) ? words.slice(0, -1) : words;
  return kept.map(({ word }, index) => ({
    text: word,
    isPrefix: index === kept.length - 1 && (isPrefix || isSingleCharacter(word)),
  }));
};

/** Whether the last word is the last character of a run of pairs: more may follow it in a text. */
const endsRun = (words: readonly FoldedWord[]): boolean => {
  const [pair, last] = words.slice(-2);
  return (
    pair !== undefined &&
    last !== undefined &&
    pair.end === last.end &&
    pair.word.endsWith(last.word)
  );
};

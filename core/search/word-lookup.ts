import type { SearchTerm, SearchWord } from '../model/content/search.ts';

/** The words of a query that a word of a text matches. */
export type WordLookup = (found: string) => readonly SearchWord[];

const none: readonly SearchWord[] = [];

/** For languages in which words are not changed. A look-up takes the same time for any number of terms. */
export const exactLookup = (terms: readonly SearchTerm[]): WordLookup => {
  const words = terms.flatMap((term) => term.words);
  const whole = Map.groupBy(
    words.filter(({ isPrefix }) => !isPrefix),
    ({ text }) => text,
  );
  const starts = Map.groupBy(
    words.filter(({ isPrefix }) => isPrefix),
    ({ text }) => text,
  );
  // Only the last word of a query is a prefix, and single characters are: these are few lengths.
  const lengths = [...new Set([...starts.keys()].map(({ length }) => length))];
  // Most words of a text begin like none of the query. To compare whole words takes longer.
  const firsts = new Set(words.map(({ text }) => text.charCodeAt(0)));
  return (found) => {
    if (!firsts.has(found.charCodeAt(0))) return none;
    let matched: readonly SearchWord[] = whole.get(found) ?? none;
    for (const length of lengths) {
      const more = starts.get(found.slice(0, length));
      if (more !== undefined) matched = matched.length === 0 ? more : [...matched, ...more];
    }
    return matched;
  };
};

/** A term in a text: the indexes of the term, and of its first and its last word. */
export interface FoundTerm {
  readonly term: number;
  readonly first: number;
  readonly last: number;
}

/** Finds the terms among the words of a text, in the order of the text. */
export function* findTerms(
  words: readonly string[],
  terms: readonly SearchTerm[],
  lookup: WordLookup,
): Generator<FoundTerm> {
  const matched = words.map(lookup);
  const termOf = new Map(terms.map(({ words: [word] }, term) => [word, term]));
  for (const [first, starting] of matched.entries()) {
    for (const word of starting) {
      const term = termOf.get(word);
      const wanted = term === undefined ? undefined : terms[term]?.words;
      if (term === undefined || wanted === undefined) continue;
      const isWhole = wanted.every((each, at) => matched[first + at]?.includes(each) === true);
      if (isWhole) yield { term, first, last: first + wanted.length - 1 };
    }
  }
}

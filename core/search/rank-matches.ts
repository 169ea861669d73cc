import { phraseBytesMax, rankedMax, searchScore } from '../model/content/search.ts';
import type { SearchTerm, SearchText } from '../model/content/search.ts';
import type { SearchPage, SearchQuery } from '../ports/repositories/search-repository.ts';
import type { Page } from '../primitives/paging.ts';
import { exactLookup, findTerms } from './word-lookup.ts';

/** An item that may match a search. */
export interface SearchCandidate {
  readonly id: string;
  /** The size of its `data` in UTF-8. */
  readonly bytes: number;
  /** What is searched of it; undefined while it has no entry. */
  readonly text: SearchText | undefined;
}

/**
 * A search in the language `simple`, for stores without a search of their own: compares the words of all candidates.
 *
 * @param candidates that match the filter, newest first.
 */
export const rankMatches = (
  candidates: Iterable<SearchCandidate>,
  {
    terms,
    limit,
    offset,
    phraseBytes = phraseBytesMax,
  }: Page & Pick<SearchQuery, 'terms' | 'phraseBytes'>,
): SearchPage => {
  const { wanted, excluded, title } = terms;
  const words = wanted.flatMap((term) => term.words.map((word) => ({ words: [{ ...word }] })));
  const all = [...wanted, ...excluded, ...words];
  const findIn = termFinder(all);
  const excludedWords = excluded.filter((term) => term.words.length === 1);
  const found: { readonly candidate: SearchCandidate; readonly has: ReadonlySet<SearchTerm> }[] =
    [];
  for (const candidate of candidates) {
    const has = findIn(textsOf(candidate.text));
    const hasWords =
      words.every((word) => has.has(word)) && !excludedWords.some((term) => has.has(term));
    if (hasWords) found.push({ candidate, has });
  }
  const hasPhrase = [...wanted, ...excluded].some((term) => term.words.length > 1);
  let bytes = 0;
  const considered = found.slice(0, rankedMax).filter(({ candidate }) => {
    const isIn = !hasPhrase || bytes < phraseBytes;
    bytes += candidate.bytes;
    return isIn;
  });
  const titleLength = new Set(title.split(' ')).size;
  const hits = considered
    .filter(
      ({ has }) => wanted.every((term) => has.has(term)) && !excluded.some((term) => has.has(term)),
    )
    .map(({ candidate: { id, bytes, text } }) => {
      const inTitle = wordsOf(text?.title ?? '');
      const titled = findIn([inTitle]);
      const count = wanted.filter((term) => titled.has(term)).length;
      const isWhole = count > 0 && count === wanted.length && new Set(inTitle).size <= titleLength;
      return { id, bytes, score: searchScore({ wanted: wanted.length, inTitle: count }, isWhole) };
    })
    // A sort keeps the order of equal scores.
    .sort((left, right) => right.score - left.score);
  return {
    hits: hits.slice(offset, offset + limit),
    ranked: hits.length,
    hasMore: found.length > considered.length,
  };
};

/** Those among the words that are one of the terms, or begin with one. */
export const wordsMatching = (
  words: readonly string[],
  terms: readonly SearchTerm[],
): ReadonlySet<string> => {
  const lookup = exactLookup(terms);
  return new Set(words.filter((word) => lookup(word).length > 0));
};

/** Finds which of the terms are in one of the texts. The work is that of the texts, however many terms there are. */
const termFinder = (terms: readonly SearchTerm[]) => {
  const lookup = exactLookup(terms);
  return (texts: readonly (readonly string[])[]): ReadonlySet<SearchTerm> => {
    const found = new Set<SearchTerm>();
    for (const words of texts) {
      for (const { term } of findTerms(words, terms, lookup)) {
        const each = terms[term];
        if (each !== undefined) found.add(each);
      }
    }
    return found;
  };
};

/** The words of each text; of the title first. */
const textsOf = (text: SearchText | undefined): readonly (readonly string[])[] =>
  text === undefined ? [] : [text.title, ...text.texts].map(wordsOf);

const wordsOf = (text: string): readonly string[] => text.split(' ');

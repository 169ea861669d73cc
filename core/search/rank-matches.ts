import { rankedMax, searchScore } from '../model/content/search.ts';
import type { SearchTerm, SearchTerms, SearchText, SearchWord } from '../model/content/search.ts';
import type { SearchPage } from '../ports/repositories/search-repository.ts';
import type { Page } from '../primitives/paging.ts';

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
  { terms, limit, offset }: Page & { readonly terms: SearchTerms },
): SearchPage => {
  const { wanted, excluded, title } = terms;
  const found: { readonly candidate: SearchCandidate; readonly texts: Texts }[] = [];
  for (const candidate of candidates) {
    const texts = textsOf(candidate.text);
    const hasWords =
      wanted.every(({ words }) => words.every((word) => hasTerm(texts, { words: [word] }))) &&
      !excluded.some((term) => term.words.length === 1 && hasTerm(texts, term));
    if (hasWords) found.push({ candidate, texts });
  }
  const titleLength = new Set(title.split(' ')).size;
  const hits = found
    .slice(0, rankedMax)
    .filter(
      ({ texts }) =>
        wanted.every((term) => hasTerm(texts, term)) &&
        !excluded.some((term) => hasTerm(texts, term)),
    )
    .map(({ candidate: { id, bytes }, texts: [inTitle = []] }) => {
      const count = wanted.filter((term) => hasTerm([inTitle], term)).length;
      const isWhole = count > 0 && count === wanted.length && new Set(inTitle).size <= titleLength;
      return { id, bytes, score: searchScore({ wanted: wanted.length, inTitle: count }, isWhole) };
    })
    // A sort keeps the order of equal scores.
    .sort((left, right) => right.score - left.score);
  return {
    hits: hits.slice(offset, offset + limit),
    ranked: hits.length,
    hasMore: found.length > rankedMax,
  };
};

/** Whether the word is one of the terms, or begins with one. */
export const matchesTerms = (word: string, terms: readonly SearchTerm[]): boolean =>
  terms.some(({ words }) => words.some((each) => isWord(word, each)));

/** The words of each text; of the title first. */
type Texts = readonly (readonly string[])[];

const textsOf = (text: SearchText | undefined): Texts =>
  text === undefined ? [] : [text.title, ...text.texts].map((each) => each.split(' '));

const hasTerm = (texts: Texts, { words }: SearchTerm): boolean =>
  texts.some((text) =>
    text.some((_, start) =>
      words.every((word, place) => {
        const found = text[start + place];
        return found !== undefined && isWord(found, word);
      }),
    ),
  );

const isWord = (found: string, { text, isPrefix }: SearchWord): boolean =>
  isPrefix ? found.startsWith(text) : found === text;

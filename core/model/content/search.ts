/** What is searched of an item: words as `visitWords` folds them, joined by single spaces. */
export interface SearchText {
  readonly title: string;
  /** The slug, and the texts of the data. A phrase is within one of them. */
  readonly texts: readonly string[];
}

/** A word that an item must have, or the start of one. */
export interface SearchWord {
  readonly text: string;
  readonly isPrefix: boolean;
}

/** A word, or a phrase: words that follow each other. */
export interface SearchTerm {
  /** At least one. */
  readonly words: readonly SearchWord[];
}

export interface SearchTerms {
  /** An item must have all of them. */
  readonly wanted: readonly SearchTerm[];
  /** An item must have none of them. */
  readonly excluded: readonly SearchTerm[];
  /** The wanted words as a title that consists of them has them. */
  readonly title: string;
}

/** How much of an item is searched, in bytes of text; the title comes first. */
export const searchedBytes = 256 * 1024;

/** A search ranks at most this many items: the newest ones that have all words. */
export const rankedMax = 10_000;

/** A search looks for phrases in items that have so many bytes of `data` together: that reads all of their words. */
export const phraseBytesMax: number = 32 * 1024 * 1024;

/** The text-search configuration that does not change words. Every store offers it. */
export const simpleLanguage = 'simple';

/** The score of an item; see `SearchHit`. @param terms how many are wanted, and how many of these the title has. */
export const searchScore = (
  terms: { readonly wanted: number; readonly inTitle: number },
  isWholeTitle: boolean,
): number => {
  const { wanted, inTitle } = terms;
  const share = wanted === 0 ? 0 : inTitle / wanted;
  return Math.round((0.1 + 0.8 * share + (isWholeTitle ? 0.1 : 0)) * 1_000) / 1_000;
};

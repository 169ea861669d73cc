import { invalid } from '../../primitives/errors.ts';
import { foldLetters } from '../../primitives/fold-words.ts';
import { foldText } from '../../primitives/text.ts';
import { parseTitle } from './content-item.ts';

/** What a title must contain: whole words, and the start of one more. All are folded. */
export interface TitleSearch {
  readonly words: readonly string[];
  /** Not empty. */
  readonly prefix: string;
}

/**
 * A search reads at most this many items for each way to find them: by their last change, by the start of
 * the title, and by each word.
 */
export const titleSearchDepth = 1_000;

/** How many whole words a search looks up: the longest ones. The others only have to match. */
export const titleSearchWords = 8;

/** The runs of letters and digits in the folded text. */
const foldedWords = (text: string): readonly string[] =>
  foldLetters(foldText(text)).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The form in which titles are searched: the words of the title, joined by single spaces. Folded, so that case,
 * accents, and marks that are hard to type make no difference: a search rather finds too much.
 */
export const titleKey = (title: string): string => foldedWords(title).join(' ');

/** The beginning of the keys of titles that start with the search text. */
export const keyPrefix = ({ words, prefix }: TitleSearch): string => [...words, prefix].join(' ');

/** @throws DomainError `invalid_input`, `invalid_text`. */
export const parseTitleSearch = (raw: string): TitleSearch => {
  const words = foldedWords(parseTitle(raw));
  const prefix = words.at(-1);
  if (prefix === undefined) {
    throw invalid('invalid_input', [
      { path: 'title', message: 'must contain a letter or a digit' },
    ]);
  }
  return { words: words.slice(0, -1), prefix };
};

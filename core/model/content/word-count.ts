import { spacelessLetter } from '../../primitives/fold-words.ts';

const spacelessLetters = new RegExp(spacelessLetter, 'gu');

/** From a letter or a digit to the next space: "don't", "e-mail" and "3.14" are one word each. */
const word = /[\p{L}\p{N}]\S*/gu;

export interface WordCounter {
  readonly add: (text: string) => void;
  /** The words of all texts. In scripts without spaces, every letter is half a word; the sum is rounded up. */
  readonly total: () => number;
}

/** Counts the words of several texts, which have no markup. */
export const wordCounter = (): WordCounter => {
  let words = 0;
  let letters = 0;
  return {
    add: (text) => {
      const others = text.replace(spacelessLetters, () => {
        letters += 1;
        return ' ';
      });
      // Unlike `matchAll`, this makes no object for each word.
      while (word.test(others)) words += 1;
    },
    total: () => words + Math.ceil(letters / 2),
  };
};

const wordsPerMinute = 220;

/** How long a text with so many words takes to read; at least a minute. */
export const readingMinutes = (words: number): number =>
  Math.max(1, Math.ceil(words / wordsPerMinute));

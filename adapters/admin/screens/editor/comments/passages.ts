import type { CommentPlaceDto } from '../../../../../contracts/schemas/comment-schemas.ts';

/** A part of a text, in UTF-16 units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

const quoteMax = 500;
const aroundMax = 60;

const first = (text: string, count: number): string => Array.from(text).slice(0, count).join('');
const last = (text: string, count: number): string => Array.from(text).slice(-count).join('');

/** The place of a comment on a part of a text. A part that is too long is quoted from its beginning. */
export const placeOf = (path: string, text: string, { start, end }: Range): CommentPlaceDto => {
  const quote = first(text.slice(start, end), quoteMax);
  return {
    path,
    quote,
    before: last(text.slice(0, start), aroundMax),
    after: first(text.slice(start + quote.length), aroundMax),
  };
};

/** How many characters at the end of one text are those at the end of the other. */
const sameAtEnd = (left: string, right: string): number => {
  let count = 0;
  while (
    count < Math.min(left.length, right.length) &&
    left.at(-1 - count) === right.at(-1 - count)
  ) {
    count += 1;
  }
  return count;
};

const sameAtStart = (left: string, right: string): number => {
  let count = 0;
  while (count < Math.min(left.length, right.length) && left[count] === right[count]) count += 1;
  return count;
};

/**
 * Finds a passage in a text that may have changed: of all places with the quote, the one with the most of the text that was
 * around it, and of equal ones the first.
 *
 * @returns undefined if the text does not have the quote any more, or if there is none.
 */
export const findPassage = (
  text: string,
  { quote, before, after }: Omit<CommentPlaceDto, 'path'>,
): Range | undefined => {
  if (quote === '') return undefined;
  let best: (Range & { readonly score: number }) | undefined;
  for (let start = text.indexOf(quote); start !== -1; start = text.indexOf(quote, start + 1)) {
    const end = start + quote.length;
    const score =
      sameAtEnd(text.slice(Math.max(0, start - before.length), start), before) +
      sameAtStart(text.slice(end, end + after.length), after);
    if (best === undefined || score > best.score) best = { start, end, score };
  }
  return best && { start: best.start, end: best.end };
};

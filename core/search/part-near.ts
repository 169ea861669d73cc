import type { SearchTerm } from '../model/content/search.ts';
import {
  foldText,
  isSingleCharacter,
  spacelessScripts,
  wordCharacters,
} from '../primitives/fold-words.ts';

/** How much of a text is split into words for its snippet, in UTF-16 code units. */
const partMax = 2 * 1024;

/** How much of the part comes before the first match that was found. */
const leadMax = 256;

/** The terms that are near each other in a snippet. */
const nearLength = 150;

/** After so many matches of frequent terms, only the other ones are looked for. */
const matchesMax = 2_000;

/** So much is folded at a time: a place in the folded text is known to this many code units. */
const foldedAtOnce = 256;

/** Finds the part of a text from which its snippet is made; at most 2,048 code units long. */
export type FindPart = (text: string) => { readonly start: number; readonly end: number };

/**
 * Finds parts with terms by one regular expression over the whole text, which takes a small part of the time that it
 * takes to split the text into words. What it finds is only near: it does not see phrases of several words.
 *
 * @param isExact false if a language changes the ends of words.
 */
export const partNear = (terms: readonly SearchTerm[], isExact: boolean): FindPart => {
  const literals = new Map<string, string>();
  for (const term of terms) {
    const [literal, pattern] = patternOf(term, isExact);
    literals.set(literal, pattern);
  }
  const all = [...literals.keys()];
  const pattern = anyOf(all, literals);
  return (text) => {
    const length = text.length;
    if (length <= partMax) return { start: 0, end: length };
    const folded = foldedText(text);
    const near = nearest(folded.text, pattern, all.length, 0);
    let at = near.at;
    if (near.rest !== undefined) {
      const unseen = all.filter((literal) => !near.seen.has(literal));
      const further = nearest(folded.text, anyOf(unseen, literals), unseen.length, near.rest);
      if (further.most > 0) at = further.at;
    }
    const start = Math.max(0, Math.min(folded.placeOf(at) - leadMax, length - partMax));
    return { start, end: Math.min(length, start + partMax) };
  };
};

interface Nearest {
  /** Where the most terms are near each other. */
  readonly at: number;
  /** How many these are. */
  readonly most: number;
  readonly seen: ReadonlySet<string>;
  /** Where it has stopped because there were too many matches; undefined if it has read all. */
  readonly rest: number | undefined;
}

/** Stops where all are near each other. */
const nearest = (text: string, pattern: RegExp, wanted: number, from: number): Nearest => {
  const seen = new Set<string>();
  /** The last place of each literal. */
  const last = new Map<string, number>();
  let at = 0;
  let most = 0;
  let count = 0;
  pattern.lastIndex = from;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [literal] = match;
    count += 1;
    seen.add(literal);
    last.delete(literal);
    last.set(literal, match.index);
    for (const [each, place] of last) {
      if (place >= match.index - nearLength) break;
      last.delete(each);
    }
    if (last.size > most) {
      most = last.size;
      at = Math.min(...last.values());
    }
    if (most === wanted) break;
    if (count === matchesMax) return { at, most, seen, rest: pattern.lastIndex };
  }
  return { at, most, seen, rest: undefined };
};

const wordCharacter = `[${wordCharacters}--${spacelessScripts}]`;

const anyOf = (literals: readonly string[], patterns: ReadonlyMap<string, string>): RegExp =>
  new RegExp(
    literals
      .toSorted((one, other) => other.length - one.length)
      .map((literal) => patterns.get(literal))
      .join('|'),
    'gv',
  );

/** A text by which the term is found, and the pattern that matches it. */
const patternOf = ({ words }: SearchTerm, isExact: boolean): readonly [string, string] => {
  const pairs = words.filter(({ text }) => isSingleCharacter(Array.from(text)[0] ?? ''));
  if (pairs.length === words.length) {
    // Each pair begins with the last character of the one before.
    const [first = '', ...more] = pairs.map(({ text }) => text);
    const run = more.reduce((text, pair) => text + Array.from(pair).slice(1).join(''), first);
    return [run, run];
  }
  const { text, isPrefix } = words.reduce((one, other) =>
    other.text.length > one.text.length ? other : one,
  );
  const literal = isExact ? text : text.slice(0, Math.max(3, Math.ceil(text.length / 2)));
  const end = isExact && !isPrefix ? `(?!${wordCharacter})` : '';
  return [literal, `(?<!${wordCharacter})${literal}${end}`];
};

const foldedText = (text: string) => {
  const parts: string[] = [];
  /** Where each part begins in the folded text. */
  const starts: number[] = [];
  let length = 0;
  for (let at = 0; at < text.length; at += foldedAtOnce) {
    const part = foldText(text.slice(at, at + foldedAtOnce));
    parts.push(part);
    starts.push(length);
    length += part.length;
  }
  return {
    text: parts.join(''),
    placeOf: (at: number): number => starts.findLastIndex((start) => start <= at) * foldedAtOnce,
  };
};

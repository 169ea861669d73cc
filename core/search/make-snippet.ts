import type { SearchTerm } from '../model/content/search.ts';
import { wordsIn } from '../primitives/fold-words.ts';
import { partNear, type FindPart } from './part-near.ts';
import { exactLookup, findTerms, type WordLookup } from './word-lookup.ts';

/** A part of the text of an item. */
export interface Snippet {
  /** Plain text, never markup. */
  readonly text: string;
  /** The parts of the text that match, in its order, without overlaps: start and end in UTF-16 code units. */
  readonly matches: readonly (readonly [start: number, end: number])[];
}

/** In UTF-16 code units, without the marks of omission. */
const snippetMaxLength = 200;

/** How much of the text of an item a snippet can be from, in UTF-16 code units. */
export const snippetTextMax = 64 * 1024;

/** How much of a snippet comes before its first match. */
const leadLength = 50;

const omission = '…';

/** How the terms are found in a text. */
export interface Finding {
  readonly lookup: WordLookup;
  /** Finds the part of the text that is split into words. */
  readonly partOf: FindPart;
}

interface Match {
  readonly term: number;
  readonly start: number;
  readonly end: number;
}

/**
 * The part of a text that contains the most terms; of several, the first one. The beginning of the text if it contains
 * none. Of a long text, a part of at most 2,048 code units is split into words.
 *
 * @param text in Unicode NFC.
 */
export const makeSnippet = (
  text: string,
  terms: readonly SearchTerm[],
  { lookup, partOf }: Finding = {
    lookup: exactLookup(terms),
    partOf: partNear(terms, true),
  },
): Snippet => {
  const matches = findMatches(text, partOf(text), terms, lookup);
  const start = snippetStart(text, bestStart(matches));
  const end = snippetEnd(text, start);
  const before = start > 0 ? omission : '';
  const shift = before.length - start;
  return {
    text: `${before}${text.slice(start, end)}${end < text.length ? omission : ''}`,
    matches: joined(matches.filter((match) => match.start >= start && match.end <= end)).map(
      (match) => [match.start + shift, match.end + shift],
    ),
  };
};

/** Words that the start or the end of the part may have cut are left out. */
const findMatches = (
  text: string,
  part: ReturnType<FindPart>,
  terms: readonly SearchTerm[],
  lookup: WordLookup,
): readonly Match[] => {
  const words = wordsIn(text.slice(part.start, part.end)).filter(
    ({ start, end }) =>
      (start > 0 || part.start === 0) && (part.start + end < part.end || part.end === text.length),
  );
  const found = findTerms(
    words.map(({ word }) => word),
    terms,
    lookup,
  );
  return Array.from(found, ({ term, first, last }) => ({
    term,
    start: part.start + (words[first]?.start ?? 0),
    end: part.start + (words[last]?.end ?? 0),
  }));
};

/** The first match of the part with the most terms. */
const bestStart = (matches: readonly Match[]): number => {
  let best = 0;
  let most = 0;
  let last = 0;
  /** The number of matches of each term from `first` to `last`. */
  const counts = new Map<number, number>();
  const count = (term: number, change: number): void => {
    const next = (counts.get(term) ?? 0) + change;
    if (next === 0) counts.delete(term);
    else counts.set(term, next);
  };
  for (const { start, term } of matches) {
    for (; last < matches.length; last += 1) {
      const match = matches[last];
      if (match === undefined || match.end > start + snippetMaxLength - leadLength) break;
      count(match.term, 1);
    }
    if (counts.size > most) {
      most = counts.size;
      best = start;
    }
    if (counts.has(term)) count(term, -1);
  }
  return best;
};

/** Goes back from the match to the start of a word. Shows the start of the text if it is near. */
const snippetStart = (text: string, match: number): number => {
  const earliest = match - leadLength;
  if (earliest <= 0) return 0;
  const space = text.indexOf(' ', earliest);
  return space === -1 || space >= match ? wholeCharacter(text, earliest) : space + 1;
};

/** Goes back to the end of a word, if it is not far. */
const snippetEnd = (text: string, start: number): number => {
  const latest = start + snippetMaxLength;
  if (latest >= text.length) return text.length;
  const space = text.lastIndexOf(' ', latest);
  return space > latest - leadLength ? space : wholeCharacter(text, latest);
};

/** Does not cut a pair of surrogates in half. */
const wholeCharacter = (text: string, at: number): number => {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
};

const joined = (matches: readonly Match[]): readonly Match[] => {
  const result: Match[] = [];
  for (const match of matches.toSorted((left, right) => left.start - right.start)) {
    const last = result.at(-1);
    if (last !== undefined && match.start <= last.end) {
      result[result.length - 1] = { ...last, end: Math.max(last.end, match.end) };
    } else {
      result.push(match);
    }
  }
  return result;
};

import { overlaps, type Range, type Span } from './inline-spans.ts';

/** Puts a text in the place of a range. */
export interface Edit extends Range {
  readonly text: string;
}

/** Edits that do not overlap; a text before one that removes what is behind it. */
export const apply = (text: string, edits: readonly Edit[]): string =>
  edits
    // At one place, what is removed comes first.
    .toSorted((left, right) => right.from - left.from || right.to - left.to)
    .reduce((now, { from, to, text: added }) => now.slice(0, from) + added + now.slice(to), text);

/** Where a range is after edits that do not cut it. What is added in front of it is in it. */
export const moveRange = ({ from: start, to: end }: Range, edits: readonly Edit[]): Range => {
  const move = (at: number): number =>
    edits
      .filter(({ from }) => from < at)
      .reduce((now, { from, to, text }) => now + text.length - (to - from), at);
  return { from: move(start), to: move(end) };
};

/** A text, and a part of it. */
export interface Marked {
  readonly text: string;
  readonly range: Range;
}

export const applyAround = ({ text, range }: Marked, edits: readonly Edit[]): Marked => ({
  text: apply(text, edits),
  range: moveRange(range, edits),
});

/** Puts a backslash in front of each of these characters. */
export const escapeAt = (places: readonly number[]): readonly Edit[] =>
  places.map((at) => ({ from: at, to: at, text: '\\' }));

/** The marks of a span, which readers do not see. */
export const marksAt = ({ from, to, content }: Span): readonly Range[] =>
  [
    { from, to: content.from },
    { from: content.to, to },
  ].filter((mark) => mark.from < mark.to);

export const union = (left: Range, right: Range): Range => ({
  from: Math.min(left.from, right.from),
  to: Math.max(left.to, right.to),
});

/** Extends a range over everything that it would cut, and over what `absorbed` says. */
export const extend = (
  spans: readonly Span[],
  range: Range,
  absorbed: (span: Span, range: Range) => boolean,
): Range => {
  let now = range;
  for (let isDone = false; !isDone;) {
    isDone = true;
    for (const span of spans) {
      const isInside = span.from >= now.from && span.to <= now.to;
      const isAround = span.content.from <= now.from && now.to <= span.content.to;
      const isCut = overlaps(span, now) && !isInside && (span.kind === 'atom' || !isAround);
      if ((isCut || absorbed(span, now)) && !isInside) {
        now = union(now, span);
        isDone = false;
      }
    }
  }
  return now;
};

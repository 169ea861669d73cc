/** A part of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Replaces parts of a text with spaces. The positions of all other characters stay. */
export const blank = (text: string, spans: readonly Span[]): string => {
  const pieces: string[] = [];
  let length = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start < length) continue;
    pieces.push(text.slice(length, start), text.slice(start, end).replace(/[^\n]/g, ' '));
    length = end;
  }
  return pieces.join('') + text.slice(length);
};

/** In the order of the text. If two overlap, the first counts. */
export const withoutOverlap = <T extends Span>(references: readonly T[]): readonly T[] => {
  let end = 0;
  return references
    .toSorted((a, b) => a.start - b.start)
    .filter((reference) => {
      if (reference.start < end) return false;
      ({ end } = reference);
      return true;
    });
};

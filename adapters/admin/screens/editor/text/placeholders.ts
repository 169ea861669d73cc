import type { Replacement, Selected } from './text-edit.ts';

/** Where a text that was inserted is now: the occurrence that is nearest to a position. */
const findNear = (text: string, part: string, position: number): number => {
  const after = text.indexOf(part, position);
  const before = text.lastIndexOf(part, position);
  if (after === -1 || before === -1) return Math.max(after, before);
  return after - position < position - before ? after : before;
};

/** Replaces a part of the text, and leaves the selection where it is. Undefined if the part is gone. */
export const replacePart = (
  { text, start, end }: Selected,
  part: string,
  by: string,
  near = 0,
): Replacement | undefined => {
  const at = part === '' ? -1 : findNear(text, part, near);
  if (at === -1) return undefined;
  const moved = (position: number): number => {
    if (position <= at) return position - at;
    if (position >= at + part.length) return position - at - part.length + by.length;
    return by.length;
  };
  return { start: at, end: at + part.length, text: by, selection: [moved(start), moved(end)] };
};

/** What stands in a text for files that are not stored yet. */
export interface Placeholders {
  readonly all: Iterable<string>;
  /** What is between two blocks. */
  readonly gap: string;
}

/** The text without the placeholders, and without the lines they had. */
export const withoutPlaceholders = (text: string, { all, gap }: Placeholders): string => {
  let clean = text;
  for (const placeholder of all) {
    for (let at = clean.indexOf(placeholder); at !== -1; at = clean.indexOf(placeholder)) {
      const end = at + placeholder.length;
      const isLine = clean.slice(0, at).endsWith(gap) && clean.startsWith(gap, end);
      clean = clean.slice(0, at) + clean.slice(isLine ? end + gap.length : end);
    }
  }
  return clean;
};

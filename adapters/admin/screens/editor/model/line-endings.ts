import { sharedEnds } from './shared-ends.ts';

const breaks = /\r\n|\r|\n/g;

/** The text as a `<textarea>` contains it: every line ends with LF. */
export const normalizeBreaks = (text: string): string =>
  text.includes('\r') ? text.replace(breaks, '\n') : text;

/** The most frequent line ending of a text. */
const usualBreak = (text: string): string => {
  const counts = new Map<string, number>();
  for (const [ending] of text.matchAll(breaks)) counts.set(ending, (counts.get(ending) ?? 0) + 1);
  const [most = ['\n', 0]] = [...counts].toSorted(([, left], [, right]) => right - left);
  return most[0];
};

/** Where the character at `position` of the normalised text is in the original. */
const originalPosition = (original: string, position: number): number => {
  let at = 0;
  for (let n = 0; n < position; n += 1) at += original.startsWith('\r\n', at) ? 2 : 1;
  return at;
};

/** Joins two texts. A CR at the end of one and an LF at the start of the other stay two line endings. */
const join = (left: string, right: string): string =>
  left.endsWith('\r') && right.startsWith('\n') ? `${left}\n${right}` : left + right;

/**
 * Applies an edit in a `<textarea>` to the original text. Line endings that were not edited stay as they
 * are, byte for byte; new lines get the usual ending of the text.
 *
 * @param edited the new content of the text area, with LF only.
 */
export const applyEdit = (original: string, edited: string): string => {
  if (!original.includes('\r')) return edited;
  const before = normalizeBreaks(original);
  const { start, end } = sharedEnds(before, edited);
  const changed = edited.slice(start, edited.length - end);
  return [
    original.slice(0, originalPosition(original, start)),
    changed.replaceAll('\n', usualBreak(original)),
    original.slice(originalPosition(original, before.length - end)),
  ]
    .filter((part) => part !== '')
    .reduce(join, '');
};

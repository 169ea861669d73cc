import { applyEdit, normalizeBreaks } from '../model/line-endings.ts';
import { sharedEnds } from '../model/shared-ends.ts';

/**
 * Two versions of a text as one, with the line endings of mine: what both share at the start and the end stands once, and between
 * them my differing lines, then theirs.
 */
export const keepBoth = (mine: string, theirs: string): string => {
  const ours = normalizeBreaks(mine).split('\n');
  const others = normalizeBreaks(theirs).split('\n');
  const { start, end } = sharedEnds(ours, others);
  const both = [ours, others]
    .map((lines) => lines.slice(start, lines.length - end).join('\n'))
    .filter((passage) => passage.trim() !== '')
    .join('\n\n');
  const lines = [...ours.slice(0, start), both, ...ours.slice(ours.length - end)];
  return applyEdit(mine, lines.join('\n'));
};

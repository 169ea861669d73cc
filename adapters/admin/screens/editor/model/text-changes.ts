import { changesBetween } from '../../../../../contracts/client/merge-states.ts';
import { sharedEnds } from './shared-ends.ts';

/** A part of a text that is replaced. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

const linesOf = (text: string): readonly string[] => text.split(/(?<=\n)/);

/**
 * How one text becomes another: changes in their order, with what is the same between them. So a caret between two changes stays
 * where it is.
 */
export const textChanges = (before: string, after: string): readonly TextChange[] => {
  const lines = linesOf(before);
  let [line, at] = [0, 0];
  return changesBetween(lines, linesOf(after)).map(({ start: first, end, inserted }) => {
    const start = at + lines.slice(line, first).join('').length;
    const [removed, added] = [lines.slice(first, end).join(''), inserted.join('')];
    [line, at] = [end, start + removed.length];
    const ends = sharedEnds(removed, added);
    return {
      from: start + ends.start,
      to: at - ends.end,
      insert: added.slice(ends.start, added.length - ends.end),
    };
  });
};

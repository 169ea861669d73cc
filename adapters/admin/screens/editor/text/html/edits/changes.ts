import type { Part } from '../../formatted/looks.ts';
import type { Replacement, Selected } from '../../text-edit.ts';

/** What is put in the place of a part. Several at one place stand in the order of the list. */
export interface Change extends Part {
  readonly text: string;
}

export const insertAt = (at: number, text: string): Change => ({ from: at, to: at, text });

export const remove = ({ from, to }: Part): Change => ({ from, to, text: '' });

/** The start of a selection is behind what is inserted there, its end before. A caret stays in what ends and begins there. */
type Side = 'start' | 'end' | 'caret';

/** Where a place is after changes. */
const moved = (changes: readonly Change[], at: number, side: Side): number => {
  let shift = 0;
  for (const { from, to, text } of changes) {
    if (from > at) break;
    const staysBefore = to > at || side === 'end' || (side === 'caret' && text.startsWith('</'));
    if (from === at && staysBefore) break;
    if (to <= at) shift += text.length - (to - from);
    else return from + shift + text.length;
  }
  return at + shift;
};

/**
 * Changes as one replacement, which keeps the selection around what it was around.
 *
 * @param selection another one, by places in the former text.
 */
export const replacementOf = (
  { text, start, end }: Selected,
  changes: readonly Change[],
  selection: readonly [number, number] = [start, end],
): Replacement => {
  const sorted = changes.toSorted((left, right) => left.from - right.from || left.to - right.to);
  const from = sorted[0]?.from ?? start;
  const to = Math.max(from, ...sorted.map((each) => each.to));
  let made = '';
  let at = from;
  for (const each of sorted) {
    made += text.slice(at, each.from) + each.text;
    at = Math.max(at, each.to);
  }
  made += text.slice(at, to);
  const [first, last] = selection;
  const isCaret = first === last;
  return {
    start: from,
    end: to,
    text: made,
    selection: [
      moved(sorted, first, isCaret ? 'caret' : 'start') - from,
      moved(sorted, last, isCaret ? 'caret' : 'end') - from,
    ],
  };
};

/** What leaves everything as it is. */
export const nothing = ({ start, end }: Selected): Replacement => ({
  start,
  end: start,
  text: '',
  selection: [0, end - start],
});

/** A text and the selection in it, as offsets in UTF-16 code units. */
export interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Replaces `start` to `end` by `text`, then selects a part of it, by offsets in it. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly selection: readonly [number, number];
}

export type TextEdit = (selected: Selected) => Replacement;

/** Puts a text in the place of the selection, with the caret behind it. */
export const insert =
  (text: string): TextEdit =>
  ({ start, end }) => ({ start, end, text, selection: [text.length, text.length] });

/** The start of the line that contains a position. */
export const lineStart = (text: string, position: number): number =>
  text.lastIndexOf('\n', position - 1) + 1;

/** The end of the line that contains a position, before its line break. */
export const lineEnd = (text: string, position: number): number => {
  const next = text.indexOf('\n', position);
  return next === -1 ? text.length : next;
};

/** The blank lines that must be added around a block at the selection: Markdown joins lines otherwise. */
const gapsAround = ({ text, start, end }: Selected): readonly [before: string, after: string] => {
  const before = text.slice(Math.max(0, start - 200), start).replace(/[ \t]+$/, '');
  const after = text.slice(end, end + 200).replace(/^[ \t]+/, '');
  const gapBefore =
    before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  const gapAfter =
    after === '' || after.startsWith('\n\n') ? '' : after.startsWith('\n') ? '\n' : '\n\n';
  return [gapBefore, gapAfter];
};

/**
 * Puts a block in the place of the selection, between blank lines.
 *
 * @param selection what is selected then, by offsets in the block; the caret is behind it by default.
 */
export const insertBlock =
  (block: string, selection: readonly [number, number] = [block.length, block.length]): TextEdit =>
  (selected) => {
    const [before, after] = gapsAround(selected);
    return {
      start: selected.start,
      end: selected.end,
      text: before + block + after,
      selection: [before.length + selection[0], before.length + selection[1]],
    };
  };

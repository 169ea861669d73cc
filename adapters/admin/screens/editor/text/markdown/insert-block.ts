import type { Selected, TextEdit } from '../text-edit.ts';

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

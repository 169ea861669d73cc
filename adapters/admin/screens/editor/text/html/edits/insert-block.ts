import type { TextEdit } from '../../text-edit.ts';
import { sourceOf } from '../language.ts';
import { nameOf, openOf } from '../nodes.ts';
import { insertAt, replacementOf, type Change } from './changes.ts';
import { isParagraph, outside, runAt, runsNear, splitInlines } from './place.ts';

/** Where the caret is behind a block: in the paragraph that it ends with. */
const endOf = (block: string): number =>
  block.length -
  (/(?:<\/(?:p|li|ul|ol|h[1-6]|code|pre|blockquote)>\s*)+$/.exec(block)?.[0].length ?? 0);

/**
 * Puts a block in the place of the selection: beside the paragraph of the caret, which is divided if there is text on both
 * sides.
 *
 * @param selection what is selected then, by offsets in the block; the caret is behind it by default.
 */
export const insertBlock =
  (block: string, selection: readonly [number, number] = [endOf(block), endOf(block)]): TextEdit =>
  (selected) => {
    const { text, start, end } = selected;
    const source = sourceOf(text);
    const run = runAt(runsNear(source, { from: start, to: end }), start);
    const put = (
      from: number,
      to: number,
      before: string,
      after: string,
      more: readonly Change[] = [],
    ) => {
      const made = replacementOf(selected, [{ from, to, text: before + block + after }, ...more]);
      const shift = more.reduce(
        (sum, each) => (each.to <= from ? sum + each.text.length - (each.to - each.from) : sum),
        from + before.length,
      );
      const [first, last] = selection;
      return {
        ...made,
        selection: [shift + first - made.start, shift + last - made.start] as const,
      };
    };
    if (run === undefined) {
      const isFirst = text.slice(0, start).trim() === '';
      const isLast = text.slice(end).trim() === '';
      const hasBreak = text.slice(0, start).endsWith('\n');
      return put(start, end, isFirst || hasBreak ? '' : '\n', isLast ? '' : '\n');
    }
    if (run.isAtom) return put(run.to, run.to, '\n', '');
    const to = Math.min(end, run.to);
    const isStart =
      text
        .slice(run.from, start)
        .replace(/<[^>]*>/g, '')
        .trim() === '';
    const isEnd =
      text
        .slice(to, run.to)
        .replace(/<[^>]*>/g, '')
        .trim() === '';
    const hasImage = /<img\b/i.test(text.slice(run.from, run.to));
    if (!isParagraph(source, run.block)) {
      if (run.block === undefined && isEnd) return put(run.to, run.to, '\n', '');
      const at = start === to ? outside(source, run, start) : start;
      return put(at, start === to ? at : to, splitInlines(source, at, ''), '');
    }
    const { block: paragraph } = run;
    if (isStart && isEnd && !hasImage) return put(paragraph.from, paragraph.to, '', '');
    const gone = start < to ? [{ from: start, to, text: '' }] : [];
    if (isEnd) return put(paragraph.to, paragraph.to, '\n', '', gone);
    if (isStart) return put(paragraph.from, paragraph.from, '', '\n', gone);
    const name = nameOf(source, paragraph);
    const at = start === to ? outside(source, run, start) : start;
    const open = openOf(paragraph);
    const split = splitInlines(source, at, `</${name}>\n\u0000\n${text.slice(open.from, open.to)}`);
    const [before = '', after = ''] = split.split('\u0000');
    return put(at, start === to ? at : to, before, after);
  };

/** A new paragraph behind a place, with the caret in it. */
export const paragraphAt =
  (at: number): TextEdit =>
  (selected) => {
    const isFirst = selected.text.slice(0, at).trim() === '';
    const made = replacementOf(selected, [insertAt(at, `${isFirst ? '' : '\n'}<p></p>`)]);
    const caret = at + (isFirst ? 3 : 4) - made.start;
    return { ...made, selection: [caret, caret] };
  };

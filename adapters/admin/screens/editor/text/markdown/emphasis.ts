import { changeEmphasis, isWord, marksOf, show, trim, type Emphasis } from './change-emphasis.ts';
import { inlineSpans, overlaps, type Range } from './inline-spans.ts';
import { textBlocks } from './text-blocks.ts';
import type { Replacement, Selected, TextEdit } from '../text-edit.ts';

/** Without a selection: a sample between marks, or no marks where nothing is between them. */
const atCaret = (
  { text, start }: Selected,
  marks: readonly string[],
  sample: string,
): Replacement => {
  const empty = marks.find(
    (mark) => text.slice(start - mark.length, start) === mark && text.startsWith(mark, start),
  );
  if (empty !== undefined) {
    return { start: start - empty.length, end: start + empty.length, text: '', selection: [0, 0] };
  }
  const isInWord = isWord(text.charAt(start - 1)) || isWord(text.charAt(start));
  const mark = marks.find((each) => !isInWord || each.startsWith('*')) ?? '';
  const { length } = mark;
  return {
    start,
    end: start,
    text: mark + sample + mark,
    selection: [length, length + sample.length],
  };
};

interface Part {
  readonly block: Range;
  readonly source: string;
  /** In the source. */
  readonly range: Range;
}

/** Whether all words are emphasised; without words, all characters. */
const isAllOn = (parts: readonly Part[], kind: Emphasis): boolean => {
  const inside = parts.flatMap(({ source, range }) => {
    const { text, isOn, at } = show(source, kind);
    return at.flatMap((place, index) =>
      place >= range.from && place < range.to && /\S/.test(text.charAt(index))
        ? [{ isWord: isWord(text.charAt(index)), isOn: isOn[index] === true }]
        : [],
    );
  });
  const words = inside.filter((each) => each.isWord);
  return (words.length > 0 ? words : inside).every((each) => each.isOn);
};

/**
 * Emphasises the words of the selection, those of each block behind its marks. Spaces and line breaks at the
 * ends stay outside, and emphasis of the same kind in it is absorbed. Words that have it already lose it.
 *
 * @param sample what is emphasised if nothing is selected.
 */
export const toggleEmphasis =
  (kind: Emphasis, sample: string): TextEdit =>
  (selected) => {
    const { text, start, end } = selected;
    const parts = textBlocks(text).flatMap((block): readonly Part[] => {
      if (start === end || !overlaps(block, { from: start, to: end })) return [];
      const source = text.slice(block.from, block.to);
      const inner = {
        from: Math.max(0, start - block.from),
        to: Math.min(end, block.to) - block.from,
      };
      const range = trim(source, inlineSpans(source), inner);
      return range === undefined ? [] : [{ block, source, range }];
    });
    const [first, last] = [parts[0], parts.at(-1)];
    if (first === undefined || last === undefined) {
      return start === end
        ? atCaret(selected, marksOf[kind], sample)
        : { start, end: start, text: '', selection: [0, end - start] };
    }
    const isRemoved = isAllOn(parts, kind);
    let made = '';
    let copied = first.block.from;
    const ends: number[] = [];
    for (const { block, source, range } of parts) {
      made += text.slice(copied, block.from);
      const changed = changeEmphasis(source, kind, range, isRemoved);
      // The same words are selected then.
      const [old, now] = [show(changed.source, kind), show(changed.text, kind)];
      const firstIndex = old.at.findIndex((at) => at >= changed.range.from);
      const lastIndex = old.at.findLastIndex((at) => at < changed.range.to);
      ends.push(made.length + (now.at[firstIndex] ?? 0));
      ends.push(made.length + (now.at[lastIndex] ?? 0) + 1);
      made += changed.text;
      copied = block.to;
    }
    return {
      start: first.block.from,
      end: last.block.to,
      text: made,
      selection: [ends[0] ?? 0, ends.at(-1) ?? 0],
    };
  };

import type { Replacement, Selected, TextEdit } from '../../text-edit.ts';
import { cells, headings } from '../elements.ts';
import { sourceOf, type Source } from '../language.ts';
import { closest, nameOf } from '../nodes.ts';
import type { Run } from '../runs.ts';
import { insertAt, nothing, remove, replacementOf } from './changes.ts';
import { paragraphAt } from './insert-block.ts';
import { leaveList, selectedEntries } from './lists.ts';
import {
  afterEdit,
  between,
  isParagraph,
  outside,
  runAt,
  runsNear,
  splitInlines,
} from './place.ts';
import { replaceRange } from './replace-range.ts';

const captions: ReadonlySet<string> = new Set(['figcaption', 'caption']);
const frames: ReadonlySet<string> = new Set(['figure', 'table']);
const quotes: ReadonlySet<string> = new Set(['blockquote']);

/** Ends the block of the caret and begins another one. */
const split = (
  source: Source,
  selected: Selected,
  run: Run,
  start: string,
  end: string,
): Replacement => {
  const at = outside(source, run, selected.start);
  const text = splitInlines(source, at, `${start}\n${end}`);
  // Spaces at the caret would be at the end and the start of a paragraph.
  const spaces = /^ */.exec(selected.text.slice(at, run.to))?.[0].length ?? 0;
  return { start: at, end: at + spaces, text, selection: [text.length, text.length] };
};

const enterInBlock = (source: Source, selected: Selected, run: Run): Replacement => {
  const { text, start } = selected;
  const { block } = run;
  const isEmpty = text.slice(run.from, run.to).trim() === '';
  const isEnd =
    text
      .slice(start, run.to)
      .replace(/<\/[^>]*>/g, '')
      .trim() === '';
  const name = block === undefined ? '' : nameOf(source, block);
  if (run.isAtom) return paragraphAt(run.to)(selected);
  if (name === 'pre' && block !== undefined) {
    if (!isEnd || !text.slice(0, start).endsWith('\n'))
      return { start, end: start, text: '\n', selection: [1, 1] };
    const left = replacementOf(selected, [remove({ from: start - 1, to: start })]);
    const shorter = afterEdit(selected, left);
    return between(selected, afterEdit(shorter, paragraphAt(block.to - 1)(shorter)));
  }
  const around = isParagraph(source, block) ? block.parent : block;
  const entry = around && nameOf(source, around) === 'li' ? around : undefined;
  if (entry !== undefined) {
    const others = runsNear(source, entry).filter(
      ({ from, to }) => from >= entry.from && to <= entry.to,
    );
    if (isEmpty && others.length === 1) return leaveList(selected);
    const [close, open] = isParagraph(source, block)
      ? [`</${name}></li>`, `<li><${name}>`]
      : ['</li>', '<li>'];
    return split(source, selected, run, close, open);
  }
  if (cells.has(name) || closest(source, block, cells) !== undefined) return breakLine(selected);
  const frame = captions.has(name) ? closest(source, block, frames) : undefined;
  if (frame !== undefined) return paragraphAt(frame.to)(selected);
  const quote = closest(source, block, quotes);
  if (isParagraph(source, block)) {
    const isLast =
      quote !== undefined &&
      text
        .slice(block.to, quote.to)
        .replace(/<\/[^>]*>/g, '')
        .trim() === '';
    if (isEmpty && isLast) {
      const spaces = /\s*$/.exec(text.slice(quote.from, block.from))?.[0].length ?? 0;
      const gone = replacementOf(selected, [remove({ from: block.from - spaces, to: block.to })]);
      const without = afterEdit(selected, gone);
      const to = quote.to - (block.to - block.from) - spaces;
      return between(selected, afterEdit(without, paragraphAt(to)(without)));
    }
    if (headings.has(name) && isEnd && !isEmpty) return paragraphAt(block.to)(selected);
    return split(source, selected, run, `</${name}>`, `<${name}>`);
  }
  const wrapped = replacementOf(selected, [insertAt(run.from, '<p>'), insertAt(run.to, '</p>')]);
  const made = afterEdit(selected, wrapped);
  const caret = { text: made.text, start: start + 3, end: start + 3 };
  const again = sourceOf(made.text);
  const inner = runAt(runsNear(again, { from: caret.start, to: caret.end }), caret.start);
  // Tags that were wrong can end the new paragraph.
  if (inner === undefined || !isParagraph(again, inner.block)) return paragraphAt(run.to)(selected);
  return between(selected, afterEdit(made, split(again, caret, inner, '</p>', '<p>')));
};

/** A new line in a paragraph. */
export const breakLine: TextEdit = ({ start, end }) => ({
  start,
  end,
  text: '<br>\n',
  selection: [5, 5],
});

/** Takes the selection away, as if it were typed over. */
const withoutSelection = (selected: Selected): Selected => {
  const { text, start, end } = selected;
  if (start === end) return selected;
  const edit = replaceRange(sourceOf(text), { from: start, to: end }, '');
  return afterEdit(selected, edit ?? { start, end, text: '', selection: [0, 0] });
};

/** What Enter does: a new paragraph, a new entry, or the end of a list or quotation at an empty one. */
export const enter: TextEdit = (selected) => {
  const left = withoutSelection(selected);
  const source = sourceOf(left.text);
  const run = runAt(runsNear(source, { from: left.start, to: left.start }), left.start);
  const edit = run === undefined ? paragraphAt(left.start)(left) : enterInBlock(source, left, run);
  return left === selected ? edit : between(selected, afterEdit(left, edit));
};

/** Whether there are only tags between two places. */
const isBare = (text: string): boolean =>
  text.replace(/<[^>]*>/g, '').trim() === '' && !/<img\b/i.test(text);

/**
 * What Backspace does at the start of a block: its text goes to the one before it. The first entry of a list becomes a
 * paragraph. Undefined elsewhere.
 */
export const backspace = (selected: Selected): Replacement | undefined => {
  const { text, start, end } = selected;
  const source = sourceOf(text);
  const runs = runsNear(source, { from: start, to: start });
  const run = runAt(runs, start);
  if (start !== end || run === undefined || run.isAtom) return undefined;
  if (!isBare(text.slice(run.from, start))) return undefined;
  const before = runs[runs.indexOf(run) - 1];
  const current = selectedEntries(source, selected);
  const isFirst = current !== undefined && current.first === current.all[0];
  const isOfEntry =
    current !== undefined &&
    text
      .slice(current.first.from, start)
      .replace(/<[^>]*>/g, '')
      .trim() === '';
  if (isFirst && isOfEntry) return leaveList(selected);
  const cell = closest(source, run.block, cells);
  if (before === undefined) return nothing(selected);
  if (closest(source, before.block, cells)?.from !== cell?.from) return nothing(selected);
  if (before.isAtom) {
    const spaces = /^\s*/.exec(text.slice(before.to))?.[0].length ?? 0;
    return replacementOf(selected, [remove({ from: before.from, to: before.to + spaces })]);
  }
  if (before.from === before.to && isParagraph(source, before.block) && run.from !== run.to) {
    const { from, to } = before.block;
    const spaces = /^\s*/.exec(text.slice(to))?.[0].length ?? 0;
    return replacementOf(selected, [remove({ from, to: to + spaces })]);
  }
  return replaceRange(source, { from: before.to, to: start }, '');
};

/** The same for Delete at the end of a block: the text of the next one comes to it. */
export const deleteForward = (selected: Selected): Replacement | undefined => {
  const { text, start, end } = selected;
  const source = sourceOf(text);
  const runs = runsNear(source, { from: start, to: start });
  const run = runAt(runs, start);
  if (start !== end || run === undefined || !isBare(text.slice(start, run.to))) return undefined;
  const next = runs[runs.indexOf(run) + 1];
  const cell = closest(source, run.block, cells);
  if (next === undefined || closest(source, next.block, cells)?.from !== cell?.from)
    return nothing(selected);
  if (next.isAtom) return replacementOf(selected, [remove({ from: next.start, to: next.to })]);
  return replaceRange(source, { from: start, to: next.from }, '');
};

import type { SyntaxNode } from '@lezer/common';
import { linesOf, type Looks, type Part } from '../../formatted/looks.ts';
import { bullet, embedCard } from '../../formatted/widgets.ts';
import { attributeOf } from '../attributes.ts';
import { cells, headings, lists } from '../elements.ts';
import type { Source } from '../language.ts';
import { nameOf, parentsOf } from '../nodes.ts';
import type { Run } from '../runs.ts';
import { spacesIn } from './joined-lines.ts';

const deepest = 6;

/** The classes of a run: those of the blocks around it. */
const classesOf = (source: Source, { block }: Run): string => {
  const names =
    block === undefined ? [] : [block, ...parentsOf(block)].map((each) => nameOf(source, each));
  const depth = names.filter((name) => lists.has(name)).length;
  const heading = names.find((name) => headings.has(name));
  return [
    'text-block',
    heading === undefined ? '' : `text-heading text-${heading}`,
    names.includes('pre') ? 'text-code' : '',
    names.includes('blockquote') ? 'text-quote' : '',
    depth > 0 ? `text-level-${Math.min(depth, deepest)}` : '',
    names.includes('dd') && depth === 0 ? 'text-level-1' : '',
    names.includes('dt') ? 'text-strong' : '',
    names.includes('figcaption') || names.includes('caption') ? 'text-below' : '',
  ]
    .filter((name) => name !== '')
    .join(' ');
};

/** The number of an entry in its list. */
const numberOf = (source: Source, entry: SyntaxNode, list: SyntaxNode): number => {
  const first = Number(attributeOf(source, list, 'start')?.value ?? '1');
  let before = 0;
  for (let each = entry.prevSibling; each !== null; each = each.prevSibling) {
    if (each.name === 'Element') before += 1;
  }
  return (Number.isInteger(first) ? first : 1) + before;
};

/** The sign before the first run of an entry. @param from where the run before ends. */
const showSign = (source: Source, run: Run, from: number, { before }: Looks): void => {
  const around = run.block === undefined ? [] : [run.block, ...parentsOf(run.block)];
  const entry = around.find((each) => nameOf(source, each) === 'li');
  const list = entry?.parent;
  if (entry === undefined || !list || entry.from < from) return;
  const sign = nameOf(source, list) === 'ol' ? `${numberOf(source, entry, list)}.` : '•';
  before(run.from, bullet(sign));
};

/** Hides the parts of some lines. */
const hide = ({ state, replace }: Looks, part: Part): void => {
  for (const line of linesOf(state, part)) {
    replace({ from: Math.max(line.from, part.from), to: Math.min(line.to, part.to) });
  }
};

/** Takes the lines off the screen that have nothing between two runs. */
const hideLines = (
  { state, lines, isTouched }: Looks,
  from: number,
  to: number,
  name: string,
): void => {
  const first = from < 0 ? 0 : state.doc.lineAt(from).to + 1;
  const last = to > state.doc.length ? state.doc.length : state.doc.lineAt(to).from - 1;
  if (first > last) return;
  for (const line of linesOf(state, { from: first, to: last })) {
    if (!isTouched(line)) lines({ from: line.from, to: line.from }, name);
  }
};

const rowOf = (source: Source, { block }: Run): SyntaxNode | undefined => {
  const around = block === undefined ? [] : [block, ...parentsOf(block)];
  const cell = around.findIndex((each) => cells.has(nameOf(source, each)));
  return cell === -1 ? undefined : around.slice(cell).find((each) => nameOf(source, each) === 'tr');
};

/** Whether a run is in the same list as the one before it. */
const isBelow = (source: Source, before: Run | undefined, run: Run): boolean => {
  const listOf = ({ block }: Run) =>
    (block === undefined ? [] : [block, ...parentsOf(block)]).findLast((each) =>
      lists.has(nameOf(source, each)),
    )?.from;
  return before !== undefined && listOf(run) !== undefined && listOf(before) === listOf(run);
};

/** The lines of a run as readers see them. */
const linesIn = (source: Source, run: Run, { from, to }: Part): readonly Part[] => {
  const joined = spacesIn(source, run);
  const made: Part[] = [];
  let start = from;
  for (const { index } of source.read(run.from, run.to).matchAll(/\n/g)) {
    const at = run.from + index;
    if (joined.some((each) => each.from <= at && at < each.to)) continue;
    made.push({ from: start, to: at });
    start = at + 1;
  }
  return [...made, { from: start, to }];
};

interface Row {
  /** Where the element begins. */
  readonly from: number;
  readonly first: Run;
  last: Run;
  /** Where the box of the last cell ends. */
  end: number;
}

/** The rows of tables: a line of its own, or a box in a line with others. */
const showRow = (
  source: Source,
  row: Row,
  runs: readonly Run[],
  { state, lines, box }: Looks,
): void => {
  const { first, last, end } = row;
  const isHead = first.block !== undefined && nameOf(source, first.block) === 'th';
  const name = `text-row ${isHead ? 'text-head' : 'text-body'}`;
  const line = state.doc.lineAt(first.from);
  const before = runs[runs.indexOf(first) - 1]?.to ?? -1;
  const after = runs[runs.indexOf(last) + 1]?.from ?? state.doc.length + 1;
  const isAlone = before < line.from && after > state.doc.lineAt(last.to).to;
  if (isAlone) lines({ from: line.from, to: line.from }, name);
  else box({ from: Math.max(line.from, first.start), to: end }, name);
};

const address = /^https?:\/\/[^\s<>]+$/i;

/** A paragraph that is an address: what the frontend may embed. */
const showEmbed = (source: Source, { from, to }: Run, { isTouched, replace }: Looks): boolean => {
  const text = to - from < 2_000 ? source.read(from, to) : '';
  if (!address.test(text) || isTouched({ from, to })) return false;
  replace({ from, to }, embedCard(text.replaceAll('&amp;', '&')));
  return true;
};

/** Shows the blocks of a part: their boxes, the signs of entries, and nothing of the tags between them. @returns whether a part is done. */
export const showRuns = (
  source: Source,
  runs: readonly Run[],
  part: Part,
  looks: Looks,
): readonly Part[] => {
  const done: Part[] = [];
  const rows: Row[] = [];
  const { state, box, lines } = looks;
  const isWhole = part.from === 0;
  for (const [index, run] of runs.entries()) {
    const previous = runs[index - 1];
    const next = runs[index + 1];
    const from = previous?.to ?? Math.min(part.from, run.from);
    const end = next?.start ?? Math.min(part.to, state.doc.length);
    const row = rowOf(source, run);
    const split = Math.min(Math.max(from, run.start), run.from);
    hide(looks, { from, to: split });
    hide(looks, { from: split, to: run.from });
    if (next === undefined) hide(looks, { from: run.to, to: Math.max(run.to, end) });
    const isInTable =
      row !== undefined && previous !== undefined && rowOf(source, previous) !== undefined;
    hideLines(
      looks,
      previous?.to ?? (isWhole ? -1 : run.from),
      run.from,
      isInTable ? 'text-dashes' : 'text-gone',
    );
    const above = state.doc.lineAt(run.from).from - 1;
    const isFirstRow = row !== undefined && !isInTable && previous !== undefined;
    if (isFirstRow && above > state.doc.lineAt(previous.to).to) {
      lines({ from: state.doc.lineAt(above).from, to: state.doc.lineAt(above).from }, 'text-above');
    }
    if (next === undefined && end >= state.doc.length)
      hideLines(looks, run.to, state.doc.length + 1, 'text-gone');
    const firstLine = state.doc.lineAt(run.from);
    const lastLine = state.doc.lineAt(run.to);
    const isFirst = previous === undefined || previous.to < firstLine.from;
    const isLast = next === undefined || next.from > lastLine.to;
    const shown = {
      from: isFirst ? firstLine.from : Math.max(run.start, firstLine.from),
      to: isLast ? lastLine.to : Math.max(run.to, Math.min(end, lastLine.to)),
    };
    if (row !== undefined) {
      const known = rows.at(-1);
      if (known?.from === row.from) Object.assign(known, { last: run, end: shown.to });
      else rows.push({ from: row.from, first: run, last: run, end: shown.to });
      const isNext = next !== undefined && rowOf(source, next)?.from === row.from;
      box(isNext ? { from: shown.from, to: next.start } : shown, 'text-cell');
    } else {
      const name = classesOf(source, run);
      const [start = shown, ...rest] = linesIn(source, run, shown);
      const top = isBelow(source, previous, run) ? '' : ' text-top';
      const isInLine = !(isFirst && isLast);
      box(start, `${name} text-begin${top}`, isInLine);
      for (const each of rest) box(each, name, isInLine);
      if (name.includes('text-code')) lines({ from: start.to + 1, to: run.to }, 'text-code-line');
      if (run.from === run.to && shown.from === shown.to)
        looks.lines({ from: run.from, to: run.from }, name);
    }
    showSign(source, run, from, looks);
    if (showEmbed(source, run, looks)) done.push(run);
  }
  for (const row of rows) showRow(source, row, runs, looks);
  return done;
};

import type { Range } from '@codemirror/state';
import type { Decoration } from '@codemirror/view';
import type { Part } from '../../formatted/looks.ts';
import { joinedByNothing, joinedBySpace } from '../../formatted/joined-lines.ts';
import type { SyntaxNode } from '@lezer/common';
import { cells, inlines } from '../elements.ts';
import type { Source } from '../language.ts';
import { nameOf, parentsOf } from '../nodes.ts';
import { runsOf, type Run } from '../runs.ts';

const rowOf = (source: Source, { block }: Run) => {
  const around = block === undefined ? [] : [block, ...parentsOf(block)];
  return around.some((each) => cells.has(nameOf(source, each)))
    ? around.find((each) => nameOf(source, each) === 'tr')
    : undefined;
};

/** Whether white space is between words, not beside what looks like its source. */
const isBetweenWords = (source: Source, text: SyntaxNode): boolean =>
  source.read(text.from, text.to).trim() !== '' ||
  [text.prevSibling, text.nextSibling].every(
    (each) =>
      each === null ||
      (each.name === 'Element' ? inlines.has(nameOf(source, each)) : each.name !== 'Comment'),
  );

/** The line breaks within a run, with the white space around them, that readers see as a space. */
export const spacesIn = (source: Source, run: Run): readonly Part[] => {
  const isPre = run.block !== undefined && nameOf(source, run.block) === 'pre';
  if (isPre || run.isAtom) return [];
  return [...source.read(run.from, run.to).matchAll(/[ \t]*\n\s*/g)].flatMap(
    ({ 0: white, index }) => {
      const from = run.from + index;
      const node = source.tree.resolveInner(from, 1);
      const isBreak = /<br[^>]*>$/i.test(source.read(Math.max(run.from, from - 20), from));
      const isSpace = node.name === 'Text' && !isBreak && isBetweenWords(source, node);
      return isSpace ? [{ from, to: from + white.length }] : [];
    },
  );
};

/** The line breaks that readers do not see: within paragraphs they are spaces, between the cells of a row they are nothing. */
export const joinsOf = (source: Source): readonly Range<Decoration>[] => {
  const joins: Range<Decoration>[] = [];
  let last: Run | undefined;
  let lastRow: number | undefined;
  for (const run of runsOf(source)) {
    const isSame = last !== undefined && last.block?.from === run.block?.from;
    const row = isSame ? lastRow : rowOf(source, run)?.from;
    if (last !== undefined && row !== undefined && row === lastRow) {
      for (const { index } of source.read(last.to, run.from).matchAll(/\n/g)) {
        joins.push(joinedByNothing.range(last.to + index, last.to + index + 1));
      }
    }
    for (const { from, to } of spacesIn(source, run)) joins.push(joinedBySpace.range(from, to));
    last = run;
    lastRow = row;
  }
  return joins;
};

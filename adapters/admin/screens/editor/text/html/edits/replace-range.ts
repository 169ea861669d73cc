import type { SyntaxNode } from '@lezer/common';
import type { Part } from '../../formatted/looks.ts';
import type { Replacement } from '../../text-edit.ts';
import { cells } from '../elements.ts';
import type { Source } from '../language.ts';
import { closest, contentOf, isBlock, nameOf, parentsOf } from '../nodes.ts';
import type { Run } from '../runs.ts';
import { isParagraph, runAt, runsNear, unmatchedTags } from './place.ts';

/** Whether an element contains something beside a part, and what is deleted before that. @param gone where that begins. */
const hasMore = ({ read }: Source, element: SyntaxNode, { to }: Part, gone: number): boolean => {
  const content = contentOf(element);
  return content.from < gone || read(to, content.to).trim() !== '';
};

/** What goes with the text of a run when that is joined with another one: its paragraph or entry, and what is only around it. */
const boxOf = (
  source: Source,
  { block, from, to }: Run,
  gone: number,
  isIntoEntry: boolean,
): { readonly box: Part; readonly end: number } => {
  if (block === undefined) return { box: { from, to }, end: to };
  const isEntry = nameOf(source, block) === 'li';
  // The blocks of an entry go into another entry only.
  const isText = !hasMore(source, block, { from, to }, 0);
  if (isEntry && !isText && !isIntoEntry) return { box: { from, to }, end: to };
  const isAlone =
    isParagraph(source, block) || isEntry || !hasMore(source, block, { from, to }, gone);
  if (!isAlone) return { box: { from, to }, end: to };
  let box: SyntaxNode = block;
  for (const parent of parentsOf(block)) {
    const isKept = !isBlock(source, parent) || cells.has(nameOf(source, parent));
    if (isKept || hasMore(source, parent, box, gone)) break;
    box = parent;
  }
  return { box, end: isEntry ? contentOf(block).to : to };
};

/** The tags of cells between two places. */
const hasCells = (source: Source, first: Run, last: Run): boolean => {
  const [from, to] = [closest(source, first.block, cells), closest(source, last.block, cells)];
  return from?.from !== to?.from;
};

/** The tags of blocks in a part, without the text between them. */
const blockTags = (source: Source, { from, to }: Part): string => {
  let tags = '';
  source.tree.iterate({
    from,
    to,
    enter: ({ name, node }) => {
      const isTag = name === 'OpenTag' || name === 'CloseTag';
      if (isTag && node.parent !== null && isBlock(source, node.parent)) {
        if (node.from >= from && node.to <= to) tags += source.read(node.from, node.to);
      }
      return !isTag;
    },
  });
  return tags;
};

/**
 * Puts a text in the place of a range that somebody has selected on the screen, where tags are hidden: each tag keeps its
 * other tag, and what is left of two paragraphs becomes one. Undefined where the characters can simply be replaced.
 */
export const replaceRange = (
  source: Source,
  part: Part,
  insert: string,
): Replacement | undefined => {
  const runs = runsNear(source, part);
  const first = runAt(runs, part.from) ?? runs.find((run) => run.from > part.from);
  const last = runs.findLast((run) => run.from <= part.to);
  if (first === undefined || last === undefined) return undefined;
  // What is selected of the tags around the text stays.
  const from = Math.max(part.from, first.from);
  const to = Math.max(from, Math.min(part.to, last.to));
  if (first.from >= last.from) {
    const tags = unmatchedTags(source, { from, to });
    return tags === '' && from === part.from && to === part.to
      ? undefined
      : { start: from, end: to, text: insert + tags, selection: [insert.length, insert.length] };
  }
  const caret = [insert.length, insert.length] as const;
  const before = insert + unmatchedTags(source, { from, to: first.to });
  const inner = unmatchedTags(source, { from: last.from, to });
  if (hasCells(source, first, last)) {
    const tags = blockTags(source, { from: first.to, to: last.from });
    return { start: from, end: to, text: before + tags + inner, selection: caret };
  }
  const isEntry = first.block !== undefined && nameOf(source, first.block) === 'li';
  const { box, end } = boxOf(source, last, first.to, isEntry);
  const isWhole = box.from > first.to;
  const gap = { from: first.to, to: isWhole ? box.from : last.from };
  const kept = unmatchedTags(source, gap, /\n[ \t]*$/);
  const text = before + inner + source.read(to, end) + kept;
  return { start: from, end: isWhole ? box.to : end, text, selection: caret };
};

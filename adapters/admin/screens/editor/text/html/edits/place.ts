import type { SyntaxNode } from '@lezer/common';
import type { Part } from '../../formatted/looks.ts';
import { sharedEnds } from '../../../model/shared-ends.ts';
import type { Replacement, Selected } from '../../text-edit.ts';
import { blocks, paragraphs } from '../elements.ts';
import type { Source } from '../language.ts';
import { contentOf, elementsAt, isBlock, nameOf, openOf } from '../nodes.ts';
import { runsOf, type Run } from '../runs.ts';

/** So much around a place is read: what a key does depends on less. */
const near = 5_000;

/** The runs of the surroundings of a part. */
export const runsNear = (source: Source, { from, to }: Part): readonly Run[] =>
  runsOf(source, { from: Math.max(0, from - near), to: Math.min(source.length, to + near) });

/** Whether a place is between two characters of a text. */
export const isInText = ({ tree }: Source, at: number): boolean => {
  const { name, from, to } = tree.resolveInner(at, -1);
  return name === 'Text' && from < at && at < to;
};

/** The run at a place. */
export const runAt = (runs: readonly Run[], at: number): Run | undefined =>
  runs.find(({ from, to }) => from <= at && at <= to);

/** The runs of which the selection has something, or in which the caret is. */
export const selectedRuns = (source: Source, { start, end }: Selected): readonly Run[] =>
  runsNear(source, { from: start, to: end }).filter(
    (run) => !run.isAtom && run.from <= end && run.to >= start,
  );

/** Whether a block is one paragraph: a box without other blocks is, too. */
export const isParagraph = (source: Source, block: SyntaxNode | undefined): block is SyntaxNode => {
  if (block === undefined) return false;
  const name = nameOf(source, block);
  return (
    paragraphs.has(name) ||
    (name === 'div' && !block.getChildren('Element').some((each) => isBlock(source, each)))
  );
};

/** The elements within a line around a place, from the inside to the outside. */
const inlinesAt = (source: Source, at: number): readonly SyntaxNode[] => {
  const around = elementsAt(source, at).filter(({ from, to }) => {
    return from < at && at < to;
  });
  const block = around.findIndex((each) => blocks.has(nameOf(source, each)));
  return (block === -1 ? around : around.slice(0, block)).filter((each) => {
    const { from, to } = contentOf(each);
    return from <= at && at <= to;
  });
};

/** The place at the edge of elements within a line that begin or end at a place. */
export const outside = (source: Source, run: Part, at: number): number => {
  let place = at;
  for (const each of inlinesAt(source, at)) {
    const { from, to } = contentOf(each);
    if (to === place && each.to <= run.to) place = each.to;
    else if (from === place && each.from >= run.from) place = each.from;
    else break;
  }
  return place;
};

/** Ends what is around a place within the line, and begins it again behind a text. */
export const splitInlines = (source: Source, at: number, between: string): string => {
  const around = inlinesAt(source, at);
  const closing = around.map((each) => `</${nameOf(source, each)}>`);
  const opening = around.toReversed().map((each) => {
    const { from, to } = openOf(each);
    return source.read(from, to);
  });
  return closing.join('') + between + opening.join('');
};

/** The text and the selection after an edit. */
export const afterEdit = ({ text }: Selected, edit: Replacement): Selected => ({
  text: text.slice(0, edit.start) + edit.text + text.slice(edit.end),
  start: edit.start + edit.selection[0],
  end: edit.start + edit.selection[1],
});

/** One edit that does what several did. */
export const between = (before: Selected, after: Selected): Replacement => {
  const { start, end } = sharedEnds(before.text, after.text);
  return {
    start,
    end: before.text.length - end,
    text: after.text.slice(start, after.text.length - end),
    selection: [after.start - start, after.end - start],
  };
};

/** The tags of a part whose other tag is outside of it, as they are written. @param breaks what of the text before them is kept. */
export const unmatchedTags = (source: Source, { from, to }: Part, breaks = /$/): string => {
  let tags = '';
  source.tree.iterate({
    from,
    to,
    enter: ({ name, node }) => {
      if (name !== 'OpenTag' && name !== 'CloseTag') return true;
      const element = node.parent;
      const isInside = node.from >= from && node.to <= to;
      const hasBoth = element !== null && element.from >= from && element.to <= to;
      if (isInside && !hasBoth) {
        const before = breaks.exec(source.read(from, node.from))?.[0] ?? '';
        tags += before + source.read(node.from, node.to);
      }
      return false;
    },
  });
  return tags;
};

import type { Range } from '@codemirror/state';
import type { Decoration } from '@codemirror/view';
import type { Tree } from '@lezer/common';
import { joinedBySpace } from '../../formatted/joined-lines.ts';

/** What breaks a line for readers, too: two spaces or a backslash before it. */
const hardBreak = / {2}$|\\$/;

/** The line breaks that Markdown reads as spaces: those within paragraphs that are in no list or quotation. */
export const joinsOf = (
  tree: Tree,
  read: (from: number, to: number) => string,
): readonly Range<Decoration>[] =>
  tree.topNode.getChildren('Paragraph').flatMap((paragraph) => {
    const text = read(paragraph.from, paragraph.to);
    return [...text.matchAll(/\n[ \t]*/g)].flatMap(({ 0: found, index }) => {
      const from = paragraph.from + index;
      const inner = tree.resolveInner(from, 1);
      const isCode = inner.name === 'InlineCode' || inner.name === 'HTMLTag';
      if (isCode || hardBreak.test(text.slice(0, index))) return [];
      return [joinedBySpace.range(from, from + found.length)];
    });
  });

import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import type { FindPicture, Picture } from '../../formatted/picture.ts';
import { attributeChange, attributeOf } from '../attributes.ts';
import type { Source } from '../language.ts';
import { nameOf, parentsOf } from '../nodes.ts';

/** As far as the text was parsed. */
export const sourceIn = (state: EditorState): Source => ({
  read: (from, to) => state.sliceDoc(from, to),
  length: state.doc.length,
  tree: syntaxTree(state),
});

/** A key waits so long for the parser. */
const longestMs = 500;

/** The text, parsed at least to a place and somewhat further. */
export const sourceAt = (state: EditorState, at: number): Source => {
  const to = Math.min(state.doc.length, at + 20_000);
  return { ...sourceIn(state), tree: ensureSyntaxTree(state, to, longestMs) ?? syntaxTree(state) };
};

/** Whether an image has a caption that is text of its own. */
const hasCaption = (source: Source, image: SyntaxNode): boolean => {
  const figure = parentsOf(image).find((each) => nameOf(source, each) === 'figure');
  const inside = figure?.getChildren('Element') ?? [];
  return inside.some((each) => nameOf(source, each) === 'figcaption');
};

/** An image as it is shown; undefined without an address. */
export const pictureOf = (source: Source, image: SyntaxNode): Picture | undefined => {
  const url = attributeOf(source, image, 'src')?.value.trim() ?? '';
  if (url === '') return undefined;
  const caption = hasCaption(source, image)
    ? undefined
    : (attributeOf(source, image, 'title')?.value ?? '');
  return { alt: attributeOf(source, image, 'alt')?.value ?? '', url, caption };
};

/** The image of HTML at a place. Its title is its caption. */
export const findPicture: FindPicture = (state, at) => {
  const source = sourceIn(state);
  let node = source.tree.resolveInner(at, 1);
  while (node.name !== 'Element' && node.parent !== null) node = node.parent;
  if (nameOf(source, node) !== 'img') return undefined;
  return {
    from: node.from,
    to: node.to,
    writeAlt: (text) => attributeChange(source, node, 'alt', text),
    writeCaption: (text) => attributeChange(source, node, 'title', text),
  };
};

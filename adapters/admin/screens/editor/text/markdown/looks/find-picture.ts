import { syntaxTree } from '@codemirror/language';
import type { FindPicture } from '../../formatted/picture.ts';
import { escapeLabel, titleText } from '../links.ts';
import { linkParts } from './link-parts.ts';

/** The image of Markdown at a place. */
export const findPicture: FindPicture = (state, at) => {
  let node = syntaxTree(state).resolveInner(at, 1);
  while (node.name !== 'Image' && node.parent !== null) node = node.parent;
  const parts = node.name === 'Image' ? linkParts(node) : undefined;
  if (parts === undefined) return undefined;
  const { label, url, title } = parts;
  return {
    from: node.from,
    to: node.to,
    writeAlt: (text) => ({ ...label, insert: escapeLabel(text) }),
    writeCaption: (text) => ({ from: url.to, to: title?.to ?? url.to, insert: titleText(text) }),
  };
};

import type { SyntaxNode } from '@lezer/common';
import type { Part } from '../../formatted/looks.ts';

/** The parts of a link or an image with an address of its own. */
interface LinkParts {
  readonly label: Part;
  readonly url: Part;
  /** With its quotes. */
  readonly title: Part | undefined;
}

/** Undefined for a link or an image whose address stands elsewhere, or is not there. */
export const linkParts = (node: SyntaxNode): LinkParts | undefined => {
  const [open, close] = node.getChildren('LinkMark');
  const url = node.getChild('URL');
  if (open === undefined || close === undefined || url === null) return undefined;
  const title = node.getChild('LinkTitle') ?? undefined;
  return { label: { from: open.to, to: close.from }, url, title };
};

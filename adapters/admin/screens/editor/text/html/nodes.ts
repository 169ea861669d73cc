import type { SyntaxNode } from '@lezer/common';
import type { Part } from '../formatted/looks.ts';
import { blocks } from './elements.ts';
import type { Source } from './language.ts';

/** The name of an element or a tag, in lower case. */
export const nameOf = ({ read }: Pick<Source, 'read'>, { from }: Pick<Part, 'from'>): string =>
  /^<\/?([^\s/>]*)/.exec(read(from, from + 24))?.[1]?.toLowerCase() ?? '';

/** The tag that begins an element. */
export const openOf = (element: SyntaxNode): Part => element.firstChild ?? element;

/** The tag that ends an element; undefined if there is none, as after many entries and paragraphs. */
export const closeOf = (element: SyntaxNode): Part | undefined =>
  element.lastChild?.name === 'CloseTag' ? element.lastChild : undefined;

/** What is between the tags of an element. */
export const contentOf = (element: SyntaxNode): Part => {
  const { to } = openOf(element);
  return { from: to, to: Math.max(to, closeOf(element)?.from ?? element.to) };
};

/** The elements around a place, from the inside to the outside. @param side of the place on which the first one is. */
export const elementsAt = ({ tree }: Pick<Source, 'tree'>, at: number, side: -1 | 0 | 1 = 0) => {
  const found: SyntaxNode[] = [];
  for (
    let node: SyntaxNode | null = tree.resolveInner(at, side);
    node !== null;
    node = node.parent
  ) {
    if (node.name === 'Element') found.push(node);
  }
  return found;
};

/** The elements around an element, from the inside to the outside. */
export const parentsOf = (node: SyntaxNode): readonly SyntaxNode[] => {
  const found: SyntaxNode[] = [];
  for (let { parent } = node; parent !== null; { parent } = parent) {
    if (parent.name === 'Element') found.push(parent);
  }
  return found;
};

/** The closest element with one of these names, which may be the node itself. */
export const closest = (
  source: Pick<Source, 'read'>,
  node: SyntaxNode | undefined,
  names: ReadonlySet<string>,
): SyntaxNode | undefined =>
  node && [node, ...parentsOf(node)].find((each) => names.has(nameOf(source, each)));

export const isBlock = (source: Pick<Source, 'read'>, node: SyntaxNode): boolean =>
  blocks.has(nameOf(source, node));

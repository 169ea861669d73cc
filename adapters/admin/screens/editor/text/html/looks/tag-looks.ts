import type { SyntaxNode } from '@lezer/common';
import { linkLook } from '../../formatted/link-look.ts';
import { asSource, type Looks } from '../../formatted/looks.ts';
import { picture } from '../../formatted/picture.ts';
import { embedCard, lineBreak, rule, said } from '../../formatted/widgets.ts';
import { attributeOf, characterOf } from '../attributes.ts';
import { blocks, inlines, meaningOf, opaque } from '../elements.ts';
import type { Source } from '../language.ts';
import { closeOf, contentOf, nameOf, openOf } from '../nodes.ts';
import { findPicture, pictureOf } from './html-picture.ts';

/** The classes of elements within a line. */
const classes: Readonly<Record<string, string>> = {
  strong: 'text-strong',
  em: 'text-em',
  s: 'text-strike',
  u: 'text-underline',
  code: 'text-inline-code',
  mark: 'text-marked',
  sub: 'text-lowered',
  sup: 'text-raised',
};

/** A tag with attributes is shown without them. */
const shortTag = (source: Source, tag: SyntaxNode): string => {
  const name = nameOf(source, tag);
  return `<${name} …>`;
};

const showTags = (
  source: Source,
  element: SyntaxNode,
  { isTouched, mark, replace }: Looks,
): void => {
  const open = openOf(element);
  const close = closeOf(element);
  const isShown = isTouched(element);
  if (!isShown) replace(open);
  else if (element.firstChild?.getChild('Attribute')) {
    replace(open, said(shortTag(source, element.firstChild)));
  } else mark(open, 'text-mark');
  if (close === undefined) return;
  if (isShown) mark(close, 'text-mark');
  else replace(close);
};

const showLink = (source: Source, element: SyntaxNode, looks: Looks): void => {
  const { isTouched, mark, replace, titleOf } = looks;
  const href = attributeOf(source, element, 'href');
  if (href?.at === undefined) {
    showTags(source, element, looks);
    return;
  }
  const { className, title, sign } = linkLook(href.value, titleOf);
  mark(contentOf(element), className, title);
  const [open, close] = [openOf(element), closeOf(element)];
  const isEmpty = source.read(open.to, element.to).startsWith('</');
  if (!isTouched(element) && !isEmpty) replace(open);
  else {
    mark(open, 'text-mark');
    const { from, to } = href.at;
    if (sign !== undefined) replace({ from, to }, sign);
  }
  if (close === undefined) return;
  if (isTouched(element) || isEmpty) mark(close, 'text-mark');
  else replace(close);
};

/** How an element within a line looks. @returns whether what is inside it is done, too. */
const showElement = (source: Source, element: SyntaxNode, looks: Looks): boolean => {
  const name = nameOf(source, element);
  const { mark, replace } = looks;
  if (name === 'hr') {
    replace(element, rule);
    return true;
  }
  if (name === 'br') {
    const rest = source.read(element.to, element.to + 1);
    replace(element, rest === '\n' ? undefined : lineBreak);
    return true;
  }
  if (name === 'img') {
    const shown = pictureOf(source, element);
    if (shown === undefined) return asSource(element, looks) === true;
    replace(element, picture(shown, findPicture));
    return true;
  }
  if (name === 'iframe') {
    const url = attributeOf(source, element, 'src')?.value ?? '';
    if (url === '') return asSource(element, looks) === true;
    replace(element, embedCard(url));
    return true;
  }
  if (opaque.has(name)) return asSource(element, looks) === true;
  if (blocks.has(name)) return false;
  if (!inlines.has(name)) {
    mark(openOf(element), 'text-source');
    const close = closeOf(element);
    if (close !== undefined) mark(close, 'text-source');
    return false;
  }
  if (name === 'a') showLink(source, element, looks);
  else showTags(source, element, looks);
  const className = classes[meaningOf(name)];
  if (className !== undefined) mark(contentOf(element), className);
  return false;
};

const characters: ReadonlySet<string> = new Set(['EntityReference', 'CharacterReference']);
const asWritten: ReadonlySet<string> = new Set([
  'Comment',
  'ProcessingInst',
  'DoctypeDecl',
  'MismatchedCloseTag',
  'IncompleteTag',
  'IncompleteCloseTag',
]);

/** How a node looks. @returns whether what is inside it is done, too. */
export const showNode = (source: Source, node: SyntaxNode, looks: Looks): boolean => {
  const { name } = node;
  if (name === 'Element') return showElement(source, node, looks);
  if (characters.has(name)) {
    const character = characterOf(source.read(node.from, node.to));
    if (character === undefined) looks.mark(node, 'text-source');
    else looks.replace(node, said(character));
    return true;
  }
  if (asWritten.has(name)) return asSource(node, looks) === true;
  return name !== 'Document';
};

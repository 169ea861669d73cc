import { findPicture } from './find-picture.ts';
import { linkParts } from './link-parts.ts';
import {
  asSource,
  isInLine,
  showMarks,
  textIn,
  type Look,
  type Part,
} from '../../formatted/looks.ts';
import { picture } from '../../formatted/picture.ts';
import { linkLook } from '../../formatted/link-look.ts';

/** A part with a look, whose marks are shown while the caret is in it. */
const styled =
  (className: string, marks: string): Look =>
  (node, looks) => {
    looks.mark(node, className);
    showMarks(looks, node.getChildren(marks), looks.isTouched(node));
    return undefined;
  };

/** Backslashes and entities as Markdown reads them in a label, an address or a title. */
const unescape = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, '$1');

const link: Look = (node, { state, mark, isTouched, replace, titleOf }) => {
  const parts = linkParts(node);
  if (parts === undefined) {
    const isNote = textIn(state, node).startsWith('[^');
    if (isNote) mark(node, 'text-note');
    return isNote;
  }
  const { label, url } = parts;
  const href = textIn(state, url);
  const { className, title, sign } = linkLook(href, titleOf);
  mark(label, className, title);
  const end = { from: label.to, to: node.to };
  const isHideable = label.from < label.to && isInLine(state, end);
  if (isTouched(node) || !isHideable) {
    mark({ from: node.from, to: label.from }, 'text-mark');
    mark(end, 'text-mark');
    if (sign !== undefined) replace(url, sign);
  } else {
    replace({ from: node.from, to: label.from });
    replace(end);
  }
  return undefined;
};

const image: Look = (node, { state, replace }) => {
  const parts = linkParts(node);
  if (parts === undefined) return true;
  const read = (part: Part): string => unescape(textIn(state, part));
  const caption = parts.title === undefined ? '' : read(parts.title).slice(1, -1);
  const url = read(parts.url).replace(/^<(.*)>$/, '$1');
  replace(node, picture({ alt: read(parts.label), url, caption }, findPicture));
  return true;
};

/** An address that stands for itself, also between angle brackets. */
const bareAddress: Look = (node, { mark }) => {
  if (node.parent?.name !== 'Link' && node.parent?.name !== 'Image') mark(node, 'text-link');
  return undefined;
};

const autolink: Look = (node, looks) => {
  showMarks(looks, node.getChildren('LinkMark'), looks.isTouched(node));
  return undefined;
};

const escaped: Look = (node, { isTouched, replace }) => {
  if (!isTouched(node)) replace({ from: node.from, to: node.from + 1 });
  return undefined;
};

/** What is inside of lines. */
export const inlineLooks: Readonly<Record<string, Look>> = {
  StrongEmphasis: styled('text-strong', 'EmphasisMark'),
  Emphasis: styled('text-em', 'EmphasisMark'),
  Strikethrough: styled('text-strike', 'StrikethroughMark'),
  InlineCode: styled('text-inline-code', 'CodeMark'),
  Link: link,
  Image: image,
  URL: bareAddress,
  Autolink: autolink,
  Escape: escaped,
  HTMLTag: asSource,
  Comment: asSource,
};

import { isShortcodeAlone } from './shortcodes.ts';

const blockNames =
  'table|thead|tfoot|tbody|caption|colgroup|col|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|map|area|blockquote|address|style|script|textarea|p|h[1-6]|hr|fieldset|legend|section|article|aside|hgroup|header|footer|main|nav|figure|figcaption|details|menu|summary|video|audio|iframe|object';

/** Sections without markup, and tags of block elements. */
const tokens = new RegExp(
  String.raw`<!--[\s\S]*?(?:-->|$)|<(pre|script|style|textarea)(?=[\s>])[\s\S]*?(?:</\1\s*>|$)|<(/?)(${blockNames})(?=[\s/>])[^<>]*>`,
  'gi',
);

/** Elements whose text WordPress divides into paragraphs, too, if it has blank lines. */
const containers: ReadonlySet<string> = new Set(
  'div blockquote section article aside header footer main nav details td li dd'.split(' '),
);

const blankLine = /\n[^\S\n]*\n/;

interface Part {
  readonly start: number;
  readonly end: number;
  /** The positions of the content of a container. */
  readonly inner?: readonly [start: number, end: number];
}

/**
 * Makes paragraphs at blank lines and breaks at other ends of lines, as WordPress does with the texts of its older editor. What is
 * inside of block elements stays, except for the blank lines of containers such as quotations.
 */
export const withParagraphs = (html: string): string => {
  const pieces: string[] = [];
  let end = 0;
  const add = (piece: string): void => {
    if (piece === '') return;
    if (pieces.length > 0 && !pieces.at(-1)?.endsWith('\n') && !/^\s/.test(piece)) {
      pieces.push('\n');
    }
    pieces.push(piece);
  };
  const addText = (text: string): void => {
    if (text.trim() !== '') add(paragraphsOf(text));
    else if (text !== '') pieces.push(text);
  };
  for (const part of blockParts(html)) {
    addText(html.slice(end, part.start));
    add(blockOf(html, part));
    ({ end } = part);
  }
  addText(html.slice(end));
  return pieces.join('');
};

const blockOf = (html: string, { start, end, inner }: Part): string => {
  if (inner === undefined) return html.slice(start, end);
  const [from, to] = inner;
  return html.slice(start, from) + withParagraphs(html.slice(from, to)) + html.slice(to, end);
};

/** The outermost block elements. One that is not closed ends with its tag. */
const blockParts = (html: string): readonly Part[] => {
  const parts: Part[] = [];
  const open = new Map<string, number[]>();
  /** Drops the parts that lie inside of this one. */
  const add = (part: Part): void => {
    while ((parts.at(-1)?.start ?? -1) >= part.start) parts.pop();
    parts.push(part);
  };
  for (const match of html.matchAll(tokens)) {
    const [token, , slash, name = ''] = match;
    const tag = { start: match.index, end: match.index + token.length };
    // Other comments belong to the text around them.
    if (token.startsWith('<!--') && !blankLine.test(token)) continue;
    const lower = name.toLowerCase();
    if (slash === '/') {
      const start = open.get(lower)?.pop();
      if (start === undefined) add(tag);
      else add(closedPart(html, lower, start, tag));
      continue;
    }
    if (lower !== '') {
      const starts = open.get(lower) ?? [];
      open.set(lower, [...starts.slice(-maxNested), tag.start]);
    }
    add(tag);
  }
  return parts;
};

/** Deeper elements of one name count as not closed. */
const maxNested = 100;

const closedPart = (
  html: string,
  name: string,
  start: number,
  closing: { readonly start: number; readonly end: number },
): Part => {
  const { end } = closing;
  const from = html.indexOf('>', start) + 1;
  const content = html.slice(from, closing.start);
  const isDivided = name === 'blockquote' || blankLine.test(content.trim());
  return containers.has(name) && isDivided
    ? { start, end, inner: [from, closing.start] }
    : { start, end };
};

const paragraphsOf = (text: string): string =>
  text
    .split(/\n[^\S\n]*\n\s*|<br\s*\/?>\s*<br\s*\/?>\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) =>
      isWithoutParagraph(paragraph) ? paragraph : `<p>${withBreaks(paragraph)}</p>`,
    )
    .join('\n')
    .concat('\n');

/** A comment or a shortcode that stands alone. */
const isWithoutParagraph = (text: string): boolean =>
  /^(?:<!--(?:(?!-->)[\s\S])*-->\s*)+$/.test(text) || isShortcodeAlone(text);

/** Ends of lines that are not inside of a tag or comment and do not follow a break. */
const withBreaks = (text: string): string =>
  text.replace(
    /<!--[\s\S]*?(?:-->|$)|<br\s*\/?>[^\S\n]*\n?|<[a-z/][^<>]*>|(?<![^\S\n])[^\S\n]*\n/gi,
    (token) => (/^\s*\n$/.test(token) ? '<br />\n' : token),
  );

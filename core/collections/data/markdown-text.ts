import type { MarkdownPart, MarkdownReader } from '../../ports/markdown-reader.ts';
import { isInlineTag, textOfHtml } from '../../primitives/plain-text.ts';

/** Longer texts are read in portions of this length, in UTF-16 code units, so that no syntax spans all of one. */
export const portionLength = 64 * 1024;

/** The text that Markdown shows. */
export const textOfMarkdown = (reader: MarkdownReader, markdown: string): string =>
  [...textsOfMarkdown(reader, markdown)].join(' ');

/** The same text in portions, each read when it is asked for. */
export function* textsOfMarkdown(reader: MarkdownReader, markdown: string): Generator<string> {
  for (const portion of portionsOf(markdown)) yield reader.read(portion).map(shownText).join('');
}

/** A reader for one write, which reads each portion once, however many parts of the write need it. */
export const readingOnce = (reader: MarkdownReader): MarkdownReader => {
  const read = new Map<string, readonly MarkdownPart[]>();
  return {
    read: (markdown) => {
      const parts = read.get(markdown) ?? reader.read(markdown);
      read.set(markdown, parts);
      return parts;
    },
  };
};

const shownText = ({ kind, text }: MarkdownPart): string => {
  switch (kind) {
    case 'text':
    case 'code':
      return text;
    case 'html':
      return isInlineTag(text) ? '' : textOfHtml(text);
    case 'space':
      return ' ';
    case 'address':
      return '';
  }
};

/** What Markdown says outside of code: addresses, HTML and text. */
export const outsideCode = (parts: readonly MarkdownPart[]): string =>
  parts
    .map(({ kind, text }) => (kind === 'code' || kind === 'space' ? ' ' : delimited(kind, text)))
    .join('');

const delimited = (kind: MarkdownPart['kind'], text: string): string =>
  kind === 'address' ? ` ${text} ` : text;

const fence = /^ {0,3}(`{3,}|~{3,})/;

/** Cuts a long text at empty lines outside of code; without any, between words; without spaces, after the length. */
const portionsOf = (markdown: string): readonly string[] => {
  if (markdown.length <= portionLength) return [markdown];
  const portions: string[] = [];
  let start = 0;
  let cut = 0;
  let open = '';
  for (let at = 0; at < markdown.length;) {
    const found = markdown.indexOf('\n', at);
    const end = found === -1 ? markdown.length : found + 1;
    const line = markdown.slice(at, Math.min(end, at + 200));
    const [, mark = ''] = fence.exec(line) ?? [];
    if (open === '') open = mark;
    else if (mark.startsWith(open)) open = '';
    if (open === '' && line.trim() === '') cut = end;
    while (end - start > portionLength) {
      const to = cut > start ? cut : betweenWords(markdown, start, start + portionLength);
      portions.push(markdown.slice(start, to));
      start = to;
    }
    at = end;
  }
  portions.push(markdown.slice(start));
  return portions;
};

/** Before `end`, if there is a space after `start`. */
const betweenWords = (text: string, start: number, end: number): number => {
  const space = Math.max(text.lastIndexOf(' ', end - 1), text.lastIndexOf('\n', end - 1));
  return space > start ? space + 1 : end;
};

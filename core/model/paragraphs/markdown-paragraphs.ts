import { voids } from './html-paragraphs.ts';

const lineEnd = /(?:\r\n|\r|\n)$/;
const fence = /^[ \t]*(`{3,}(?!.*`)|~{3,})(.*)$/;
/** The start of fenced code, also as the first line of an entry. */
const fenceStart = /^((?:[ \t]*(?:[-+*]|\d{1,9}[.)])(?=[ \t]))*[ \t]*)(`{3,}(?!.*`)|~{3,})/;
const marker = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/;
/** Belongs to the block before, although an empty line is between: an entry of a list, code, a footnote. */
const continuation = /^(?: {2}| ?\t)/;
const element = /^ {0,3}<([a-z][a-z0-9-]*)(?=[\s/>]|$)/i;

/** HTML that ends with a text instead of an empty line. */
const sections = [
  [/^ {0,3}<!--/, '-->'],
  [/^ {0,3}<\?/, '?>'],
  [/^ {0,3}<!\[CDATA\[/, ']]>'],
] as const;

/** The lines with their ends. */
const linesOf = (text: string): readonly string[] =>
  text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];

/** How many elements of the name begin in the line, less those that end there. */
const depthIn = (words: string, name: string): number => {
  let depth = 0;
  const tags = words.matchAll(new RegExp(`<(/?)${name}(?=[\\s/>]|$)[^>]*?(/?)(?:>|$)`, 'gi'));
  for (const [, close, empty] of tags) {
    if (close === '/') depth -= 1;
    else if (empty !== '/') depth += 1;
  }
  return depth;
};

/** What goes on over empty lines. Undefined for nothing. */
type Open =
  | { readonly kind: 'fence'; readonly marks: string; readonly isInEntry: boolean }
  | { readonly kind: 'section'; readonly end: string }
  | { readonly kind: 'element'; readonly name: string; readonly depth: number };

const openedBy = (words: string, isList: boolean): Open | undefined => {
  if (!/[`~<]/.test(words)) return undefined;
  const [, indent = '', marks] = fenceStart.exec(words) ?? [];
  // Elsewhere than in a list, so much space makes it indented code.
  if (marks !== undefined && (isList || /^ {0,3}$/.test(indent))) {
    return { kind: 'fence', marks, isInEntry: isList && indent !== '' };
  }
  const [start, end] = sections.find(([pattern]) => pattern.test(words)) ?? [];
  if (start !== undefined && end !== undefined) {
    return words.replace(start, '').includes(end) ? undefined : { kind: 'section', end };
  }
  const [, name] = element.exec(words) ?? [];
  if (name === undefined || voids.has(name.toLowerCase())) return undefined;
  const depth = depthIn(words, name);
  return depth > 0 ? { kind: 'element', name, depth } : undefined;
};

const afterLine = (open: Open, words: string): Open | undefined => {
  if (open.kind === 'section') return words.includes(open.end) ? undefined : open;
  if (open.kind === 'element') {
    const depth = open.depth + depthIn(words, open.name);
    return depth > 0 ? { ...open, depth } : undefined;
  }
  const [, marks = '', info = ''] = fence.exec(words) ?? [];
  return marks.startsWith(open.marks) && info.trim() === '' ? undefined : open;
};

/**
 * The paragraphs of Markdown, and what is between them: joined, they are the text. A paragraph is a block between empty
 * lines, without its last line break. Fenced code, a list, HTML and what is indented below a block are never divided: where
 * that is not certain, a paragraph is larger than a reader of Markdown would find it.
 */
export const markdownParagraphs = (text: string): readonly string[] => {
  const parts: string[] = [];
  let paragraph = '';
  /** The line breaks and empty lines that follow the paragraph. */
  let gap = '';
  let open: Open | undefined;
  let isList = false;
  let isApart = false;
  const close = (): void => {
    if (paragraph !== '') parts.push(paragraph);
    if (gap !== '') parts.push(gap);
    [paragraph, gap] = ['', ''];
  };
  for (const each of linesOf(text)) {
    const words = each.replace(lineEnd, '');
    const end = each.slice(words.length);
    // The code of an entry ends with the entry.
    if (open?.kind === 'fence' && open.isInEntry && /^\S/.test(words)) open = undefined;
    if (open === undefined && words.trim() === '') {
      gap += each;
      isApart = true;
      continue;
    }
    const isEntry = open === undefined && marker.test(words);
    const isNext = !isApart || continuation.test(words) || (isList && isEntry);
    if (paragraph === '' || !isNext) {
      close();
      isList = false;
    }
    isList ||= isEntry;
    paragraph += gap + words;
    gap = end;
    isApart = false;
    open = open === undefined ? openedBy(words, isList) : afterLine(open, words);
  }
  close();
  return parts;
};

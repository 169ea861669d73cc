import { isInCode } from './code-context.ts';
import { lineEnd, lineStart, type Replacement, type Selected } from '../text-edit.ts';

/** What a line of a list or a quotation begins with. */
interface Entry {
  /** The marks of quotations around it, with their spaces. */
  readonly quote: string;
  readonly indent: string;
  /** `-`, `*`, `+`, `3.` or `3)`; empty in a quotation without a list. */
  readonly marker: string;
  /** Between the marker and the text. */
  readonly space: string;
  /** `[ ] ` or `[x] `, else empty. */
  readonly task: string;
  readonly content: string;
}

const pattern =
  /^((?: {0,3}> ?)*)([ \t]*)(?:([-*+]|\d{1,9}[.)])([ \t]+|$)(\[[ xX]\](?:[ \t]+|$))?)?(.*)$/;
const divider = /^\s*([-*_])(?:[ \t]*\1){2,}[ \t]*$/;

const parseEntry = (line: string): Entry | undefined => {
  const match = pattern.exec(line);
  if (match === null || divider.test(line)) return undefined;
  const [, quote = '', indent = '', marker = '', space = '', task = '', content = ''] = match;
  if (quote === '' && marker === '') return undefined;
  return { quote, indent, marker, space, task, content };
};

const isListEntry = (entry: Entry | undefined): entry is Entry =>
  entry !== undefined && entry.marker !== '';

/** `4.` for `3.`; other markers stay. */
const nextMarker = (marker: string): string =>
  marker.replace(/^\d+/, (number) => String(Number(number) + 1));

/** Of white space, in columns: a tab goes to the next multiple of four. */
const widthOf = (indent: string): number => {
  let width = 0;
  for (const each of indent) width = each === '\t' ? width + 4 - (width % 4) : width + 1;
  return width;
};

/** Where the text of an entry begins: entries inside it are indented as far. */
const contentColumn = ({ indent, marker, space }: Entry): number =>
  widthOf(indent) + marker.length + Math.min(Math.max(space.length, 1), 4);

/** The nearest entry above a line that is at most so far from the left; a lesser line ends the list. */
const entryAbove = (text: string, start: number, maxWidth: number): Entry | undefined => {
  for (let end = start - 1; end >= 0;) {
    const from = lineStart(text, end);
    const line = text.slice(from, end);
    const entry = parseEntry(line);
    if (isListEntry(entry) && widthOf(entry.indent) <= maxWidth) return entry;
    if (line.trim() !== '' && !isListEntry(entry) && !/^[ \t]/.test(line)) return undefined;
    end = from - 1;
  }
  return undefined;
};

const replaceLine = (from: number, to: number, text: string): Replacement => ({
  start: from,
  end: to,
  text,
  selection: [text.length, text.length],
});

/**
 * What Enter does at the caret: the list or quotation goes on with the next line; an empty entry ends it,
 * or leaves the inner list. Undefined where Enter only breaks the line.
 */
export const continueList = (selected: Selected): Replacement | undefined => {
  const { text, start, end } = selected;
  if (start !== end) return undefined;
  const from = lineStart(text, start);
  const to = lineEnd(text, start);
  const entry = parseEntry(text.slice(from, to));
  if (entry === undefined || isInCode(selected)) return undefined;
  const { quote, indent, marker, space, task, content } = entry;
  if (start < to - content.length) return undefined;
  if (content.trim() === '') {
    if (marker === '') return replaceLine(from, to, '');
    const parent = entryAbove(text, from, widthOf(indent) - 1);
    if (indent === '' || parent === undefined) return replaceLine(from, to, quote);
    const next = parent.indent + nextMarker(parent.marker) + parent.space;
    return replaceLine(from, to, quote + next + (parent.task === '' ? '' : '[ ] '));
  }
  const next = quote + indent + nextMarker(marker) + space + (task === '' ? '' : '[ ] ');
  const spaces = /^[ \t]*/.exec(text.slice(start, to))?.[0].length ?? 0;
  return replaceLine(start, start + spaces, `\n${next}`);
};

/** The end of the last line that belongs to the entries of a selection: those inside them move along. */
const endOfEntries = (text: string, to: number, width: number): number => {
  let end = to;
  while (end < text.length) {
    const next = lineEnd(text, end + 1);
    const line = text.slice(end + 1, next);
    const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
    if (line.trim() === '' || widthOf(indent) <= width) break;
    end = next;
  }
  return end;
};

/** Changes the indentation of a line by columns. Tabs stay tabs. */
const shift = (line: string, by: number): string => {
  if (line.trim() === '') return line;
  const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
  const rest = line.slice(indent.length);
  if (indent.includes('\t')) return by > 0 ? `\t${line}` : line.replace(/^(?:\t| {1,4})/, '');
  return ' '.repeat(Math.max(0, indent.length + by)) + rest;
};

/**
 * What Tab and Shift+Tab do in a list: the entries of the selection, with those inside them, move one
 * level. Undefined outside of lists, and where there is no such level: there the keys leave the field.
 */
export const indentList = (
  selected: Selected,
  direction: 'in' | 'out',
): Replacement | undefined => {
  const { text, start, end } = selected;
  const from = lineStart(text, start);
  const entry = parseEntry(text.slice(from, lineEnd(text, start)));
  if (!isListEntry(entry) || entry.quote !== '' || isInCode(selected)) return undefined;
  const width = widthOf(entry.indent);
  const isIn = direction === 'in';
  const around = entryAbove(text, from, isIn ? width : width - 1);
  if (isIn ? around === undefined || widthOf(around.indent) < width : width === 0) return undefined;
  const column = isIn
    ? around === undefined
      ? width
      : contentColumn(around)
    : around === undefined
      ? 0
      : widthOf(around.indent);
  const to = endOfEntries(
    text,
    lineEnd(text, Math.max(start, text[end - 1] === '\n' ? end - 1 : end)),
    width,
  );
  // A number goes on with those of the level that it gets.
  const sibling = entryAbove(text, from, column);
  const follows = sibling !== undefined && widthOf(sibling.indent) === column;
  const lines = text
    .slice(from, to)
    .split('\n')
    .map((line) => shift(line, column - width));
  const isNumber = /^\d/.test(entry.marker);
  if (isNumber) {
    const marker =
      follows && /^\d/.test(sibling.marker)
        ? nextMarker(sibling.marker)
        : entry.marker.replace(/^\d+/, '1');
    lines[0] = (lines[0] ?? '').replace(entry.marker, marker);
  }
  const changed = lines.join('\n');
  const moved = (lines[0] ?? '').length - (lineEnd(text, from) - from);
  const first = Math.max(0, start - from + moved);
  return {
    start: from,
    end: to,
    text: changed,
    selection: [
      first,
      Math.max(first, start === end ? first : changed.length - (to - Math.min(end, to))),
    ],
  };
};

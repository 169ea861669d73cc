import { t } from '../../../../catalogue/texts.ts';
import { toggleEmphasis } from './emphasis.ts';
import { fenceFor, inlineCode } from './inline-code.ts';
import { lineEnd, lineStart, type TextEdit } from '../text-edit.ts';
import { insertBlock } from './insert-block.ts';

const { samples } = t.textEditor;

/** Changes each line of the selection, or the line of the caret, which stays before the same text. */
const onLines =
  (change: (line: string, index: number) => string): TextEdit =>
  ({ text, start, end }) => {
    const from = lineStart(text, start);
    const to = lineEnd(text, end);
    const lines = text.slice(from, to).split('\n').map(change).join('\n');
    const caret = Math.max(0, lines.length - (to - end));
    const selection = start === end ? ([caret, caret] as const) : ([0, lines.length] as const);
    return { start: from, end: to, text: lines, selection };
  };

const listMark = /^([ \t]*)(?:[-*+] (?:\[[ xX]\] )?|\d+[.)] )/;

/** Makes each line an entry of a list, also one of another list; or removes the marks if each has them. */
const list =
  (own: RegExp, make: (index: number) => string): TextEdit =>
  (selected) => {
    const lines = selected.text
      .slice(lineStart(selected.text, selected.start), lineEnd(selected.text, selected.end))
      .split('\n');
    const isList = lines.every((line) => own.test(line));
    return onLines((line, index) => {
      const [, indent = ''] = listMark.exec(line) ?? [];
      const content = line.replace(listMark, '');
      return indent + (isList ? '' : make(index)) + content;
    })(selected);
  };

const quoteMark = /^> ?/;

const quote: TextEdit = (selected) =>
  onLines((line) => (quoteMark.test(line) ? line.replace(quoteMark, '') : `> ${line}`))(selected);

/** A fence around the selection. */
const codeBlock: TextEdit = (selected) => {
  const inner = selected.text.slice(selected.start, selected.end);
  const fence = fenceFor(inner);
  const from = fence.length + 1;
  return insertBlock(`${fence}\n${inner}\n${fence}`, [from, from + inner.length])(selected);
};

/** A fence around several lines, backticks around less. */
const code: TextEdit = (selected) =>
  selected.text.slice(selected.start, selected.end).trim().includes('\n')
    ? codeBlock(selected)
    : inlineCode(samples.code)(selected);

const { heading, cell } = samples;
const table = `| ${heading} | ${heading} |\n| --- | --- |\n| ${cell} | ${cell} |`;

/** The commands of the toolbar. */
export const markdownEdits = {
  bold: toggleEmphasis('strong', samples.bold),
  italic: toggleEmphasis('em', samples.italic),
  quote,
  bullets: list(/^[ \t]*[-*+] (?!\[[ xX]\] )/, () => '- '),
  numbers: list(/^[ \t]*\d+[.)] /, (index) => `${index + 1}. `),
  tasks: list(/^[ \t]*[-*+] \[[ xX]\] /, () => '- [ ] '),
  code,
  codeBlock,
  table: insertBlock(table, [2, 2 + heading.length]),
  divider: insertBlock('---'),
} satisfies Record<string, TextEdit>;

/** Makes the lines of the selection headings of a level from 1 to 6, or paragraphs. */
export const setHeading = (level: number | undefined): TextEdit =>
  onLines((line) => {
    const mark = level === undefined ? '' : `${'#'.repeat(level)} `;
    return mark + line.replace(/^#{1,6} +/, '');
  });

import type { Range } from './inline-spans.ts';

const quotes = /^(?:[ \t]*>)*/;
const prefix =
  /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*(?:\[[ xX]\][ \t]+)?(?:\[\^[^\]\s]+\]:[ \t]+)?(#{1,6}(?=[ \t]))?[ \t]*/;
const fence = /^ {0,3}(`{3,}(?!.*`)|~{3,})(.*)$/;

/** Lines that have no text: dividers, underlines of headings, the second row of tables, definitions. */
const isMarkup = (line: string): boolean =>
  /^[ \t]*(?:([-*_])(?:[ \t]*\1){2,}|=+|-+)[ \t]*$/.test(line) ||
  /^[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?)?[ \t]*$/.test(line) ||
  /^ {0,3}\[(?!\^)[^\]]+\]:/.test(line);

/** The cells of a row that begins with a bar. */
const cellsOf = (line: string, from: number): readonly Range[] => {
  const bars = [...line.matchAll(/(?<!\\)\|/g)].map(({ index }) => index);
  return bars.map((bar, index) => ({
    from: from + bar + 1,
    to: from + (bars[index + 1] ?? line.length),
  }));
};

/**
 * Where the texts of the blocks of Markdown are, without the marks of the blocks: paragraphs with all their
 * lines, and each heading, entry, line of a quotation and cell. Blocks of code are left out.
 */
export const textBlocks = (text: string): readonly Range[] => {
  const blocks: Range[] = [];
  let open: string | undefined;
  /** Whether the next line goes on with the last block. */
  let isOpen = false;
  let isInList = false;
  let from = 0;
  for (const line of text.split('\n')) {
    const start = from;
    from += line.length + 1;
    const bare = line.replace(quotes, '');
    const [, marks = '', info = ''] = fence.exec(bare) ?? [];
    if (open !== undefined || marks !== '') {
      if (open === undefined) open = marks;
      else if (marks.startsWith(open) && info.trim() === '') open = undefined;
      isOpen = false;
      continue;
    }
    const [marked = '', heading] = prefix.exec(line) ?? [];
    if (/[-*+.)][ \t]/.test(marked)) isInList = true;
    else if (!isOpen && /^\S/.test(line)) isInList = false;
    const isCode = !isOpen && !isInList && /^(?: {4}|\t)/.test(line);
    const content = { from: start + marked.length, to: start + line.trimEnd().length };
    const rest = line.slice(marked.length).trimEnd();
    const isEntry = !isOpen || marked.trim() !== '';
    const isEmpty = isMarkup(bare) || isMarkup(rest) || (isEntry && /^[-*+]$/.test(rest));
    if (isCode || isEmpty || content.to <= content.from) {
      isOpen = false;
      continue;
    }
    const last = blocks.at(-1);
    if (text.charAt(content.from) === '|') {
      blocks.push(...cellsOf(text.slice(content.from, content.to), content.from));
      isOpen = false;
    } else if (isOpen && marked.trim() === '' && last !== undefined) {
      blocks[blocks.length - 1] = { from: last.from, to: content.to };
    } else {
      const closing =
        heading === undefined ? 0 : (/[ \t]+#+$/.exec(line.trimEnd())?.[0].length ?? 0);
      blocks.push({ from: content.from, to: Math.max(content.from, content.to - closing) });
      isOpen = heading === undefined;
    }
  }
  return blocks;
};

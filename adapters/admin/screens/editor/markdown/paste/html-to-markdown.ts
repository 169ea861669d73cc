import Turndown from 'turndown';
import { parsePasted } from './clean-html.ts';
import { fenceFor } from '../markdown-edits.ts';
import { styleOf } from './pasted-styles.ts';

const nameOf = (node: Node | null | undefined): string => node?.nodeName ?? '';

const inline = (content: string): string => content.trim().replace(/\s*\n\s*/g, ' ');

/** A row of a table. A `|` would end its cell. */
const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replace(/(?<!\\)\|/g, '\\|')).join(' | ')} |`;

const convertTable = (table: HTMLTableElement, convert: (cell: Element) => string): string => {
  const rows = [...table.rows].map((each) =>
    [...each.cells].flatMap((cell) => [
      inline(convert(cell)),
      ...Array.from({ length: cell.colSpan - 1 }, () => ''),
    ]),
  );
  const width = Math.max(0, ...rows.map(({ length }) => length));
  const filled = rows.map((cells) => [
    ...cells,
    ...Array.from({ length: width - cells.length }, () => ''),
  ]);
  const [head, ...others] = filled;
  if (head === undefined || width === 0) return '';
  return [head, head.map(() => '---'), ...others].map(row).join('\n');
};

const languageOf = (code: Element): string =>
  /\b(?:language|lang|highlight-source)-([\w+#-]+)/.exec(
    `${code.className} ${code.parentElement?.className ?? ''} ${code.firstElementChild?.className ?? ''}`,
  )?.[1] ?? '';

const createConverter = (): Turndown => {
  const turndown = new Turndown({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '_',
  });
  turndown.addRule('strikethrough', {
    filter: (node) => /^(?:DEL|S|STRIKE)$/.test(nameOf(node)),
    replacement: (content) => `~~${content}~~`,
  });
  turndown.addRule('task', {
    filter: (node) => nameOf(node) === 'INPUT',
    replacement: (_content, node) => ((node as HTMLInputElement).checked ? '[x] ' : '[ ] '),
  });
  turndown.addRule('entry', {
    filter: 'li',
    replacement: (content, node) => {
      const list = node.parentElement;
      const index = [...(list?.children ?? [])].indexOf(node);
      const first = list instanceof HTMLOListElement ? list.start : 1;
      const marker = nameOf(list) === 'OL' ? `${first + index}. ` : '- ';
      const text = content.trim().replace(/\n(?=.)/g, `\n${' '.repeat(marker.length)}`);
      return `${marker}${text.replace(/^(\[[ x]\]) +/, '$1 ')}\n`;
    },
  });
  turndown.addRule('preformatted', {
    filter: 'pre',
    replacement: (_content, node) => {
      const code = node.textContent.replace(/\n$/, '');
      const fence = fenceFor(code);
      return `\n\n${fence}${languageOf(node)}\n${code}\n${fence}\n\n`;
    },
  });
  turndown.addRule('table', {
    filter: 'table',
    replacement: (_content, node) => {
      const text = convertTable(node as HTMLTableElement, (cell) =>
        turndown.turndown(cell as HTMLElement),
      );
      return `\n\n${text}\n\n`;
    },
  });
  return turndown;
};

/** Elements whose meaning plain text loses. */
const structure = 'h1,h2,h3,h4,h5,h6,strong,b,em,i,del,s,a,ul,ol,table,code,pre,blockquote,img,hr';

/** Marks of Markdown that no word processor writes into its plain text. */
const marks =
  /^#{1,6} \S|^(?:```|~~~)|\*\*\S[^*\n]*\*\*|\[[^\]\n]+\]\([^)\s]+\)|^\|?(?: *:?-{3,}:? *\|)+/m;

/** Programs write spaces that must not collapse as these; beside numbers and some marks they are meant. */
const strayNoBreak = /(?<![«\d])\u00a0(?![!?:;»%€$£])/g;

/** Whether the fragment comes from an editor of code: lines of coloured words in one preformatted box. */
const isSourceCode = (root: HTMLElement): boolean => {
  const box = [...root.querySelectorAll('pre,div')].find(
    (each) => nameOf(each) === 'PRE' || styleOf(each, 'white-space').startsWith('pre'),
  );
  if (box === undefined || root.textContent.trim() !== box.textContent.trim()) return false;
  return nameOf(box) === 'PRE'
    ? box.querySelector('code') === null
    : /mono|courier|consolas|menlo/i.test(styleOf(box, 'font-family'));
};

/**
 * The Markdown of a fragment that was copied elsewhere. Undefined where its plain text is as good or better:
 * it has no formatting, is source code, or the plain text is Markdown already.
 *
 * @param text the plain text that was copied with it.
 */
export const htmlToMarkdown = (html: string, text: string): string | undefined => {
  const root = parsePasted(html);
  if (isSourceCode(root)) return undefined;
  const isStructured = root.querySelector(structure) !== null;
  if (!isStructured && root.querySelectorAll('p').length < 2) return undefined;
  const found = marks.exec(text)?.[0];
  if (found !== undefined && (!isStructured || !root.textContent.includes(found))) return undefined;
  const markdown = createConverter()
    .turndown(root)
    .replace(/\u00a0+$/gm, '')
    .replace(strayNoBreak, ' ')
    .trim();
  return markdown === '' ? undefined : markdown;
};

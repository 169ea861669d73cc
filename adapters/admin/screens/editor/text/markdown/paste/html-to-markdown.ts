import Turndown from 'turndown';
import { cleanPasted } from '../../paste/clean-html.ts';
import { isWorthPasting, structure } from '../../paste/pasted-structure.ts';
import { escapeAddress } from '../links.ts';
import { fenceFor } from '../inline-code.ts';
import { escapeText } from './escape-text.ts';
import { beforeLink, escapeBeforeLinks, linkAddresses } from './pasted-addresses.ts';
import { emphasisOf } from './pasted-emphasis.ts';

const nameOf = (node: Node | null | undefined): string => node?.nodeName ?? '';

const inline = (content: string): string => content.trim().replace(/\s*\n\s*/g, ' ');

/** A row of a table. A `|` would end its cell. */
const row = (cells: readonly string[]): string => {
  const escaped = cells.map((cell) =>
    cell.replace(/(\\*)\|/g, (found, backslashes: string) =>
      backslashes === '' ? '\\|' : backslashes.length % 2 === 1 ? found : `${backslashes}&#124;`,
    ),
  );
  return `| ${escaped.join(' | ')} |`;
};

/** The rows, each with a cell for every column. What a cell covers beside and below itself is empty. */
const gridOf = (
  { rows }: HTMLTableElement,
  convert: (cell: Element) => string,
): readonly (readonly string[])[] => {
  const grid: string[][] = [...rows].map(() => []);
  for (const [top, { cells }] of [...rows].entries()) {
    for (const cell of cells) {
      const line = grid[top] ?? [];
      let left = 0;
      while (line[left] !== undefined) left += 1;
      // 0 means all rows below.
      const below = cell.rowSpan === 0 ? grid.length : cell.rowSpan;
      for (const covered of grid.slice(top, top + below)) {
        for (let column = left; column < left + cell.colSpan; column += 1) covered[column] ??= '';
      }
      line[left] = inline(convert(cell));
    }
  }
  const width = Math.max(0, ...grid.map(({ length }) => length));
  return grid.map((line) => Array.from({ length: width }, (_, column) => line[column] ?? ''));
};

const convertTable = (table: HTMLTableElement, convert: (cell: Element) => string): string => {
  const [head, ...others] = gridOf(table, convert);
  if (head === undefined || head.length === 0) return '';
  return [head, head.map(() => '---'), ...others].map(row).join('\n');
};

/** Between as many backticks as the code does not contain. */
const codeSpan = (code: string): string => {
  const line = inline(code);
  const runs = new Set([...line.matchAll(/`+/g)].map(([run]) => run.length));
  let size = 1;
  while (runs.has(size)) size += 1;
  const mark = '`'.repeat(size);
  const space = /^`|`$/.test(line) ? ' ' : '';
  return line === '' ? '' : mark + space + line + space + mark;
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
  turndown.escape = escapeText;
  turndown.addRule('emphasis', {
    filter: (node) => /^(?:STRONG|B|EM|I|DEL|S|STRIKE)$/.test(nameOf(node)),
    replacement: (content, node) => emphasisOf(node, content),
  });
  turndown.addRule('raised', {
    filter: ['sup', 'sub'],
    replacement: (content, node) => {
      const name = nameOf(node).toLowerCase();
      return `<${name}>${content}</${name}>`;
    },
  });
  turndown.addRule('code', {
    filter: (node) => nameOf(node) === 'CODE' && nameOf(node.parentNode) !== 'PRE',
    replacement: (_content, node) => codeSpan(node.textContent.trim()),
  });
  turndown.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, node) => {
      // Marks at the end would close it.
      const text = inline(content).replace(/(?<=\s)#+$/, '\\$&');
      return `\n\n${'#'.repeat(Number(nameOf(node).slice(1)))} ${text}\n\n`;
    },
  });
  turndown.addRule('image', {
    filter: 'img',
    replacement: (_content, node) => {
      const [alt, url] = ['alt', 'src'].map((name) => (node as Element).getAttribute(name) ?? '');
      return `![${inline(escapeText(alt ?? ''))}](${escapeAddress(url ?? '')})`;
    },
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

/** Marks of Markdown that no word processor writes into its plain text. */
const marks =
  /^#{1,6} \S|^(?:```|~~~)|\*\*\S[^*\n]*\*\*|\[[^\]\n]+\]\([^)\s]+\)|^\|?(?: *:?-{3,}:? *\|)+/m;

/** Programs write spaces that must not collapse as these; beside numbers and some marks they are meant. */
const strayNoBreak = /(?<![«\d])\u00a0(?![!?:;»%€$£])/g;

/**
 * The Markdown of a fragment that was copied elsewhere. Undefined where its plain text is as good or better:
 * it has no formatting, is source code, or the plain text is Markdown already.
 *
 * @param text the plain text that was copied with it.
 */
export const htmlToMarkdown = (html: string, text: string): string | undefined => {
  const root = cleanPasted(html);
  linkAddresses(root);
  escapeBeforeLinks(root);
  if (!isWorthPasting(root)) return undefined;
  const isStructured = root.querySelector(structure) !== null;
  const found = marks.exec(text)?.[0];
  if (found !== undefined && (!isStructured || !root.textContent.includes(found))) return undefined;
  const markdown = createConverter()
    .turndown(root)
    .replace(/\u00a0+$/gm, '')
    .replaceAll(beforeLink, '\\!')
    .replace(strayNoBreak, ' ')
    .trim();
  return markdown === '' ? undefined : markdown;
};

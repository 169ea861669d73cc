import type { MediaFileDto } from '../../../../../../contracts/operations/media.ts';
import { t } from '../../../../catalogue/texts.ts';
import { kindOf } from '../../../../media/media-facts.ts';
import type { TextSyntax } from '../syntax.ts';
import { insert, type Selected } from '../text-edit.ts';
import { escapeHtml, escapeValue } from './attributes.ts';
import { caretContext } from './caret-context.ts';
import { countWords } from './count-words.ts';
import { code, codeBlock, quote, setHeading } from './edits/blocks.ts';
import { insertBlock } from './edits/insert-block.ts';
import { linkAt, linkEdit, linkText, unlinkEdit } from './edits/links.ts';
import { indentEntries, toggleList } from './edits/lists.ts';
import { toggleMark } from './edits/marks.ts';
import { sourceOf } from './language.ts';
import { elementsAt, nameOf } from './nodes.ts';
import { pastePlain, plainBlocks, plainLine } from './paste/plain-text.ts';

const imageText = (alt: string, url: string): string =>
  `<img src="${escapeValue(url)}" alt="${escapeValue(alt)}">`;

const fileText = (file: MediaFileDto): string =>
  kindOf(file) === 'image' ? imageText(file.alt, file.url) : linkText(file.originalName, file.url);

const { samples } = t.textEditor;
const head = `<th>${samples.heading}</th>`;
const cell = `<td>${samples.cell}</td>`;
const table = `<table>\n<thead>\n<tr>${head}${head}</tr>\n</thead>\n<tbody>\n<tr>${cell}${cell}</tr>\n</tbody>\n</table>`;
const firstCell = table.indexOf(samples.heading);

const isInPre = ({ text, start }: Selected): boolean => {
  const source = sourceOf(text);
  return elementsAt(source, start).some((each) => nameOf(source, each) === 'pre');
};

const isBlockSource = (source: string): boolean =>
  /^<(?:p|h[1-6]|ul|ol|dl|blockquote|pre|table|figure|hr)\b/.test(source);

export const htmlSyntax: TextSyntax = {
  kind: 'html',
  edits: {
    bold: toggleMark('strong', samples.bold),
    italic: toggleMark('em', samples.italic),
    quote,
    bullets: toggleList('ul'),
    numbers: toggleList('ol'),
    code,
    codeBlock,
    table: insertBlock(table, [firstCell, firstCell + samples.heading.length]),
    divider: insertBlock('<hr>'),
  },
  setHeading,
  insertBlock: (block) => insertBlock(block),
  gap: '\n',
  caretContext,
  // Enter is a key of the formatted text, where the menu can take it first.
  keys: { enter: () => undefined, indent: indentEntries },
  sourceKeys: undefined,
  linkAt,
  linkEdit,
  unlinkEdit,
  imageText,
  fileText,
  fileBlock: (file) => `<p>${fileText(file)}</p>`,
  embedBlock: (address) => `<p>${escapeHtml(address)}</p>`,
  placeholder: (name, { isBlock }) => {
    const text = `[${t.textEditor.uploads.uploading(name.replace(/[[\]<>&\r\n]/g, ''))}]`;
    return isBlock ? `<p>${text}</p>` : text;
  },
  isInCode: isInPre,
  pastePlain,
  convert: async (html) => (await import('./paste/html-to-html.ts')).htmlToHtml(html),
  insertPasted: (source) => (isBlockSource(source) ? insertBlock(source) : insert(source)),
  plainSource: (text, source) => (isBlockSource(source) ? plainBlocks(text) : plainLine(text)),
  loadRenderer: async () => (await import('./render-html.ts')).renderHtml,
  countWords,
};

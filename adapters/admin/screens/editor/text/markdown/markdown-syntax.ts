import type { MediaFileDto } from '../../../../../../contracts/operations/media.ts';
import { t } from '../../../../catalogue/texts.ts';
import { kindOf } from '../../../../media/media-facts.ts';
import type { TextSyntax } from '../syntax.ts';
import { insert, type TextEdit } from '../text-edit.ts';
import { caretContext } from './caret-context.ts';
import { isInCode } from './code-context.ts';
import { countWords } from './count-words.ts';
import { insertBlock } from './insert-block.ts';
import { linkAt, linkEdit, unlinkEdit } from './link-edit.ts';
import { imageText, linkText } from './links.ts';
import { continueList, indentList } from './list-keys.ts';
import { markdownEdits, setHeading } from './markdown-edits.ts';

/** Puts pasted Markdown in the place of the selection: paragraphs and lists between blank lines. */
export const insertMarkdown = (markdown: string): TextEdit =>
  /\n|^(?:#{1,6} |[-*+] |\d+[.)] |> |\||`{3})/.test(markdown)
    ? insertBlock(markdown)
    : insert(markdown);

const fileText = (file: MediaFileDto): string =>
  kindOf(file) === 'image' ? imageText(file.alt, file.url) : linkText(file.originalName, file.url);

const keys = { enter: continueList, indent: indentList };

export const markdownSyntax: TextSyntax = {
  kind: 'markdown',
  edits: markdownEdits,
  setHeading,
  insertBlock: (block) => insertBlock(block),
  gap: '\n\n',
  caretContext,
  keys,
  sourceKeys: keys,
  linkAt,
  linkEdit,
  unlinkEdit,
  imageText,
  fileText,
  fileBlock: fileText,
  embedBlock: (address) => address,
  placeholder: (name, { isImage }) => {
    const text = t.textEditor.uploads.uploading(name.replace(/[[\]()\\\r\n]/g, ''));
    return `${isImage ? '!' : ''}[${text}]()`;
  },
  isInCode,
  pastePlain: undefined,
  convert: async (html, text) =>
    (await import('./paste/html-to-markdown.ts')).htmlToMarkdown(html, text),
  insertPasted: insertMarkdown,
  plainSource: (text) => text,
  loadRenderer: async () => (await import('./render-markdown.ts')).renderMarkdown,
  countWords,
};

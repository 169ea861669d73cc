import { isWebUrl } from '../addresses.ts';
import type { TextSyntax } from '../syntax.ts';
import type { Replacement, Selected } from '../text-edit.ts';

/** What the clipboard contains. */
export interface Clipboard {
  readonly text: string;
  readonly html: string;
  readonly files: readonly File[];
}

const fileName = (line: string): string => {
  const name = line.trim().split(/[/\\]/).at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/**
 * Whether files were copied. Word processors and spreadsheets add a picture to the text that was copied;
 * file managers add the names of the files as text.
 */
export const isFiles = ({ text, files }: Clipboard): boolean => {
  const names = new Set(files.map(({ name }) => name));
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  return files.length > 0 && lines.every((line) => names.has(fileName(line)));
};

type PasteSyntax = Pick<TextSyntax, 'isInCode' | 'linkEdit'>;

/** A link of the selection, if an address is pasted over words. */
const linkOver = (
  { linkEdit }: PasteSyntax,
  { text }: Clipboard,
  selected: Selected,
): Replacement | undefined => {
  const words = selected.text.slice(selected.start, selected.end).trim();
  const url = text.trim();
  if (words === '' || words.includes('\n') || isWebUrl(words)) return undefined;
  return isWebUrl(url) ? linkEdit(url, url)(selected) : undefined;
};

/** What a paste does: an edit at once, or the conversion of formatted text. Undefined to let the browser paste. */
export type Paste =
  | { readonly kind: 'edit'; readonly edit: Replacement }
  | { readonly kind: 'formatted' };

export const pasteOf = (
  syntax: PasteSyntax,
  clipboard: Clipboard,
  selected: Selected,
): Paste | undefined => {
  if (syntax.isInCode(selected)) return undefined;
  const edit = linkOver(syntax, clipboard, selected);
  if (edit !== undefined) return { kind: 'edit', edit };
  return clipboard.html.trim() === '' ? undefined : { kind: 'formatted' };
};

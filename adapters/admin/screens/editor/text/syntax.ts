import type { MediaFileDto } from '../../../../../contracts/operations/media.ts';
import type { Replacement, Selected, TextEdit } from './text-edit.ts';

/** What the toolbar shows as pressed. */
export interface CaretContext {
  /** From 1 to 6; undefined in anything but a heading. */
  readonly heading: number | undefined;
  readonly pressed: ReadonlySet<string>;
}

/** The commands that change the selection. Not every syntax has a list of tasks. */
export interface TextEdits {
  readonly bold: TextEdit;
  readonly italic: TextEdit;
  readonly quote: TextEdit;
  readonly bullets: TextEdit;
  readonly numbers: TextEdit;
  readonly tasks?: TextEdit;
  readonly code: TextEdit;
  readonly codeBlock: TextEdit;
  readonly table: TextEdit;
  readonly divider: TextEdit;
}

/** What keys do. Each returns undefined where the key does what it does in every text. */
export interface TextKeys {
  readonly enter: (selected: Selected) => Replacement | undefined;
  readonly indent: (selected: Selected, direction: 'in' | 'out') => Replacement | undefined;
}

export type TextKind = 'markdown' | 'html';

/** How the source of a text is written: everything that the editor puts into it. It knows nothing of what shows the text. */
export interface TextSyntax {
  readonly kind: TextKind;
  readonly edits: TextEdits;
  /** Makes the selection headings of a level from 1 to 6, or paragraphs. */
  readonly setHeading: (level: number | undefined) => TextEdit;
  /** Puts a block in the place of the selection, with the caret behind it. */
  readonly insertBlock: (block: string) => TextEdit;
  /** What is between two blocks. */
  readonly gap: string;
  readonly caretContext: (selected: Selected) => CaretContext;
  readonly keys: TextKeys;
  /** The same in the source; undefined if keys there do what they do in every text. */
  readonly sourceKeys: TextKeys | undefined;
  /** The link around the caret; undefined if there is none, or something is selected. */
  readonly linkAt: (selected: Selected) => { readonly address: string } | undefined;
  readonly linkEdit: (address: string, label: string) => TextEdit;
  readonly unlinkEdit: TextEdit;
  readonly imageText: (alt: string, url: string) => string;
  /** What shows a file if it is an image, and otherwise links it. */
  readonly fileText: (file: MediaFileDto) => string;
  /** The same as a block. */
  readonly fileBlock: (file: MediaFileDto) => string;
  /** The block that embeds what is at an address. */
  readonly embedBlock: (address: string) => string;
  /** What stands in the text until a file is stored. */
  readonly placeholder: (
    name: string,
    file: { readonly isImage: boolean; readonly isBlock: boolean },
  ) => string;
  readonly isInCode: (selected: Selected) => boolean;
  /** Text that was pasted, as it is shown; undefined to put its characters into the source. */
  readonly pastePlain: ((text: string) => TextEdit) | undefined;
  /** The source of formatted text that was copied elsewhere; undefined where its plain text is as good or better. */
  readonly convert: (html: string, text: string) => Promise<string | undefined>;
  readonly insertPasted: (source: string) => TextEdit;
  /** The source that shows a text in the place of another source. */
  readonly plainSource: (text: string, source: string) => string;
  /** Loads what makes elements of the source. @returns a function of the source and the id of the preview. */
  readonly loadRenderer: () => Promise<(source: string, id: string) => DocumentFragment>;
  /** How many words are read, as the service counts them. */
  readonly countWords: (source: string) => number;
}

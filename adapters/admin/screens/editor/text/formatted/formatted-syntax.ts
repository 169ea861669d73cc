import type { Language } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import type { KeyBinding } from '@codemirror/view';
import type { Part, ParsedText, ShownText } from './looks.ts';

/** How the source of one kind of text is shown. */
export interface FormattedSyntax {
  readonly language: Language;
  /** How some parts of a text look. */
  readonly looksOf: (text: ParsedText, parts: readonly Part[]) => ShownText;
  readonly keys: readonly KeyBinding[];
  readonly extensions: Extension;
  /** What is typed after a slash that opens the menu, with the slash: undefined elsewhere. */
  readonly typedAfterSlash: (state: EditorState, at: number) => string | undefined;
}

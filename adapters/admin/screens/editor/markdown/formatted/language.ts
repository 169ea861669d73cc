import { defineLanguageFacet, Language } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { GFM, parser } from '@lezer/markdown';

/** Markdown as GitHub reads it. It decides how a text looks while it is written; nothing is made from it. */
export const markdownLanguage: Language = new Language(
  defineLanguageFacet(),
  parser.configure(GFM),
  [],
  'markdown',
);

/** The state of an editor whose document is the source. @param text with LF only. */
export const textState = (text: string, extensions: Extension = []): EditorState =>
  EditorState.create({
    doc: text,
    extensions: [EditorState.lineSeparator.of('\n'), markdownLanguage.extension, extensions],
  });

import type { Language } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';

/** The state of an editor whose document is the source. @param text with LF only. */
export const textState = (
  { extension }: Language,
  text: string,
  extensions: Extension = [],
): EditorState =>
  EditorState.create({
    doc: text,
    extensions: [EditorState.lineSeparator.of('\n'), extension, extensions],
  });

import { syntaxTree } from '@codemirror/language';
import { joinedLines } from '../../formatted/joined-lines.ts';
import { looksOf } from '../../formatted/looks.ts';
import type { FormattedSyntax } from '../../formatted/formatted-syntax.ts';
import { allLooks } from './all-looks.ts';
import { joinsOf } from './joined-lines.ts';
import { markdownLanguage } from './language.ts';
import { paragraphKeys } from './paragraph-keys.ts';

/** A slash at the start of a line or of an entry, and what is typed after it. */
const slash = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?(\/[\p{L}\p{N}]*)$/u;

export const formattedMarkdown: FormattedSyntax = {
  language: markdownLanguage,
  looksOf: (text, parts) => looksOf(text, parts, allLooks),
  keys: paragraphKeys,
  extensions: joinedLines(
    (state) => joinsOf(syntaxTree(state), (from, to) => state.sliceDoc(from, to)),
    () => false,
  ),
  typedAfterSlash: (state, at) => {
    const line = state.doc.lineAt(at);
    return slash.exec(line.text.slice(0, at - line.from))?.[1];
  },
};

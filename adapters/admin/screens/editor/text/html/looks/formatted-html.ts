import { defineLanguageFacet, Language } from '@codemirror/language';
import { parser } from '@lezer/html';
import type { FormattedSyntax } from '../../formatted/formatted-syntax.ts';
import { joinedLines } from '../../formatted/joined-lines.ts';
import { collectLooks, type Looks, type ParsedText, type Part } from '../../formatted/looks.ts';
import type { Source } from '../language.ts';
import { runsOf } from '../runs.ts';
import { htmlCaret } from './caret.ts';
import { htmlKeys } from './html-keys.ts';
import { sourceIn } from './html-picture.ts';
import { joinsOf } from './joined-lines.ts';
import { showRuns } from './run-looks.ts';
import { showNode } from './tag-looks.ts';

/** HTML, whatever its mistakes. Scripts and styles are text. */
const htmlLanguage: Language = new Language(defineLanguageFacet(), parser, [], 'html');

const looksOfHtml = (text: ParsedText, parts: readonly Part[]) => {
  const { state, tree } = text;
  const source: Source = {
    read: (from, to) => state.sliceDoc(from, to),
    length: state.doc.length,
    tree,
  };
  return collectLooks(text, parts, (looks: Looks, part) => {
    const done = [...showRuns(source, runsOf(source, part), part, looks)];
    tree.iterate({
      ...part,
      enter: ({ node }) => {
        if (done.some(({ from, to }) => node.from >= from && node.to <= to)) return false;
        return !showNode(source, node, looks);
      },
    });
  });
};

/** A slash at the start of a block, and what is typed after it. */
const slash =
  /(?:^|<(?:p|h[1-6]|li|td|th|div|blockquote|section|article)(?:\s[^<>]*)?>)\s*(\/[\p{L}\p{N}]*)$/iu;

export const formattedHtml: FormattedSyntax = {
  language: htmlLanguage,
  looksOf: looksOfHtml,
  keys: htmlKeys,
  extensions: [
    htmlCaret,
    joinedLines(
      (state) => joinsOf(sourceIn(state)),
      (changed) => /^[\p{L}\p{N} ,.;:]*$/u.test(changed),
    ),
  ],
  typedAfterSlash: (state, at) => {
    const line = state.doc.lineAt(at);
    return slash.exec(line.text.slice(0, at - line.from))?.[1];
  },
};

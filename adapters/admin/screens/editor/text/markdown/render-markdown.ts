import { Marked } from 'marked';
import footnotes from 'marked-footnote';
import { t } from '../../../../catalogue/texts.ts';
import { sanitize } from '../preview/sanitize.ts';

const renderer = {
  // A control could be used, and would change nothing.
  checkbox: ({ checked }: { checked: boolean }): string =>
    `<span role="img" aria-label="${checked ? t.textEditor.taskDone : t.textEditor.taskNotDone}">${checked ? '☑' : '☐'}</span> `,
};

/** HTML in which a mark before each block says where the block begins in the source. */
const toHtml = (source: string, prefix: string): string => {
  const marked = new Marked({ gfm: true, async: false, renderer });
  marked.use(footnotes({ prefixId: prefix, description: t.textEditor.footnotes }));
  const tokens = marked.lexer(source);
  // Moves the footnotes behind the text.
  void marked.walkTokens(tokens, marked.defaults.walkTokens ?? (() => undefined));
  let at = 0;
  const withMarks = tokens.flatMap((token) => {
    const text = `<span data-at="${at}"></span>`;
    at += token.raw.length;
    return [{ type: 'html', raw: text, text, block: true, pre: false } as const, token];
  });
  return marked.parser(withMarks);
};

/** Markdown as elements. @param id of the preview; the ids of its footnotes begin with it. */
export const renderMarkdown = (source: string, id: string): DocumentFragment => {
  const prefix = `${id}-note-`;
  return sanitize(toHtml(source, prefix), prefix);
};

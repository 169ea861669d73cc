import type { FormattedSyntax } from '../../../adapters/admin/screens/editor/text/formatted/formatted-syntax.ts';
import { textState } from '../../../adapters/admin/screens/editor/text/formatted/text-state.ts';
import { formattedHtml } from '../../../adapters/admin/screens/editor/text/html/looks/formatted-html.ts';
import { formattedMarkdown } from '../../../adapters/admin/screens/editor/text/markdown/looks/formatted-markdown.ts';

/** A part of a text that is replaced on the screen: by nothing, or by the named sign. */
interface Replaced {
  readonly from: number;
  readonly to: number;
  readonly sign: string;
}

const signOf = (widget: object | undefined): string => {
  if (widget !== undefined && 'picture' in widget) {
    return `picture ${Object.values(widget.picture as object).join(' | ')}`;
  }
  return widget !== undefined && 'key' in widget ? String(widget.key) : '';
};

/** The only item that there is. */
export const poolsId = '01234567-89ab-cdef-0123-456789abcdef';

const titleOf = (id: string): string | null => (id === poolsId ? 'Tidal pools' : null);

const syntaxes = { markdown: formattedMarkdown, html: formattedHtml };

export type Kind = keyof typeof syntaxes;

export type TextState = ReturnType<typeof textState>;

/** The state of a text with what its syntax adds to the editor. */
export const stateOf = (text: string, kind: Kind): TextState => {
  const { language, extensions }: FormattedSyntax = syntaxes[kind];
  return textState(language, text, extensions);
};

/** How a text looks: each decoration with its place. */
const looksIn = (text: string, caret: number, hasFocus: boolean, kind: Kind) => {
  const { language, looksOf }: FormattedSyntax = syntaxes[kind];
  const { state } = textState(language, text).update({ selection: { anchor: caret } });
  const tree = language.parser.parse(text);
  const shown = looksOf({ state, tree, hasFocus, titleOf }, [{ from: 0, to: text.length }]);
  const found: {
    readonly from: number;
    readonly to: number;
    readonly spec: Readonly<Record<string, object | string | undefined>>;
  }[] = [];
  for (const looks of [shown.looks, shown.boxes]) {
    for (const each = looks.iter(); each.value !== null; each.next()) {
      found.push({ from: each.from, to: each.to, spec: each.value.spec as Record<string, object> });
    }
  }
  return found;
};

/** What is replaced in a text, in its order. @param hasFocus whether somebody writes in it, at the caret. */
export const replacedIn = (
  text: string,
  caret: number,
  hasFocus: boolean,
  kind: Kind = 'markdown',
): readonly Replaced[] =>
  looksIn(text, caret, hasFocus, kind)
    // Marks and lines have a class or attributes.
    .filter(({ spec }) => !('class' in spec || 'attributes' in spec))
    .map(({ from, to, spec }) => ({
      from,
      to,
      sign: signOf(spec['widget'] as object | undefined),
    }));

/** A text as it is shown: without what is hidden, and with signs between `⟦` and `⟧`. `‸` is the caret. */
export const shownText = (marked: string, kind: Kind = 'markdown'): string => {
  const caret = marked.indexOf('‸');
  const text = marked.replace('‸', '');
  let shown = '';
  let at = 0;
  for (const { from, to, sign } of replacedIn(text, Math.max(0, caret), caret !== -1, kind)) {
    shown += text.slice(at, from) + (sign === '' ? '' : `⟦${sign}⟧`);
    at = to;
  }
  return shown + text.slice(at);
};

/** The classes of the boxes and marks that contain some words of a text, and of their line. */
export const classesOf = (text: string, words: string, kind: Kind): readonly string[] => {
  const at = text.indexOf(words);
  const line = text.lastIndexOf('\n', at - 1) + 1;
  return looksIn(text, 0, false, kind)
    .filter(
      ({ from, to }) => (from <= at && to >= at + words.length) || (from === to && from === line),
    )
    .flatMap(({ spec }) => (typeof spec['class'] === 'string' ? spec['class'].split(' ') : []));
};

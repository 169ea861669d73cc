import { allLooks } from '../../../adapters/admin/screens/editor/markdown/formatted/all-looks.ts';
import {
  markdownLanguage,
  textState,
} from '../../../adapters/admin/screens/editor/markdown/formatted/language.ts';
import { looksOf } from '../../../adapters/admin/screens/editor/markdown/formatted/looks.ts';

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

/** What is replaced in a text, in its order. @param hasFocus whether somebody writes in it, at the caret. */
export const replacedIn = (text: string, caret: number, hasFocus: boolean): readonly Replaced[] => {
  const { state } = textState(text).update({ selection: { anchor: caret } });
  const tree = markdownLanguage.parser.parse(text);
  const found: Replaced[] = [];
  const looks = looksOf(
    { state, tree, hasFocus, titleOf },
    [{ from: 0, to: text.length }],
    allLooks,
  );
  for (const each = looks.iter(); each.value !== null; each.next()) {
    const { spec } = each.value as { readonly spec: Readonly<Record<string, object | undefined>> };
    // Marks and lines have a class or attributes.
    if ('class' in spec || 'attributes' in spec) continue;
    found.push({ from: each.from, to: each.to, sign: signOf(spec['widget']) });
  }
  return found;
};

/** A text as it is shown: without what is hidden, and with signs between `⟦` and `⟧`. `‸` is the caret. */
export const shownText = (marked: string): string => {
  const caret = marked.indexOf('‸');
  const text = marked.replace('‸', '');
  let shown = '';
  let at = 0;
  for (const { from, to, sign } of replacedIn(text, Math.max(0, caret), caret !== -1)) {
    shown += text.slice(at, from) + (sign === '' ? '' : `⟦${sign}⟧`);
    at = to;
  }
  return shown + text.slice(at);
};

import { syntaxTree } from '@codemirror/language';
import { Facet, StateEffect, type Extension } from '@codemirror/state';
import {
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type PluginValue,
  type ViewUpdate,
} from '@codemirror/view';
import { allLooks } from './all-looks.ts';
import { looksOf, type TitleOf } from './looks.ts';

/** The titles of the items that links name. */
const itemTitles = Facet.define<TitleOf, TitleOf>({
  combine: ([titleOf = () => undefined]) => titleOf,
});

/** Other titles are known now. */
export const titlesChanged = StateEffect.define();

/** Only what is on the screen gets its looks, so that a key costs the same in a text of any size. */
class LooksOnScreen implements PluginValue {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = this.#looks(view);
  }

  update(update: ViewUpdate): void {
    const { docChanged, viewportChanged, selectionSet, focusChanged, startState, state } = update;
    const isParsed = syntaxTree(startState) !== syntaxTree(state);
    const isNamed = update.transactions.some(({ effects }) =>
      effects.some((effect) => effect.is(titlesChanged)),
    );
    if (docChanged || viewportChanged || selectionSet || focusChanged || isParsed || isNamed) {
      this.decorations = this.#looks(update.view);
    }
  }

  #looks({ state, visibleRanges, hasFocus }: EditorView): DecorationSet {
    const titleOf = state.facet(itemTitles);
    return looksOf({ state, tree: syntaxTree(state), hasFocus, titleOf }, visibleRanges, allLooks);
  }
}

const plugin = ViewPlugin.fromClass(LooksOnScreen, {
  decorations: ({ decorations }) => decorations,
});

/** Shows a text as it will be read. */
export const looksOnScreen = (titleOf: TitleOf): Extension => [itemTitles.of(titleOf), plugin];

import { syntaxTree } from '@codemirror/language';
import { Facet, Prec, StateEffect, type Extension } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  ViewPlugin,
  type PluginValue,
  type ViewUpdate,
} from '@codemirror/view';
import type { FormattedSyntax } from './formatted-syntax.ts';
import type { ShownText, TitleOf } from './looks.ts';

/** What says how a text looks. */
const syntaxes = Facet.define<FormattedSyntax>();

/** The titles of the items that links name. */
const itemTitles = Facet.define<TitleOf, TitleOf>({
  combine: ([titleOf = () => undefined]) => titleOf,
});

/** Other titles are known now. */
export const titlesChanged = StateEffect.define();

const nothing: ShownText = { looks: Decoration.none, boxes: Decoration.none };

/** Only what is on the screen gets its looks, so that a key costs the same in a text of any size. */
class LooksOnScreen implements PluginValue {
  shown: ShownText;

  constructor(view: EditorView) {
    this.shown = this.#looks(view);
  }

  update(update: ViewUpdate): void {
    const { docChanged, viewportChanged, selectionSet, focusChanged, startState, state } = update;
    const isParsed = syntaxTree(startState) !== syntaxTree(state);
    const isNamed = update.transactions.some(({ effects }) =>
      effects.some((effect) => effect.is(titlesChanged)),
    );
    if (docChanged || viewportChanged || selectionSet || focusChanged || isParsed || isNamed) {
      this.shown = this.#looks(update.view);
    }
  }

  #looks({ state, visibleRanges, hasFocus }: EditorView): ShownText {
    const titleOf = state.facet(itemTitles);
    const [syntax] = state.facet(syntaxes);
    const text = { state, tree: syntaxTree(state), hasFocus, titleOf };
    return syntax?.looksOf(text, visibleRanges) ?? nothing;
  }
}

const plugin = ViewPlugin.fromClass(LooksOnScreen, {
  decorations: ({ shown }) => shown.looks,
  // Those of the lowest precedence are around the others.
  provide: (own) =>
    Prec.lowest(
      EditorView.decorations.of((view) => view.plugin(own)?.shown.boxes ?? Decoration.none),
    ),
});

/** Shows a text as it will be read. */
export const looksOnScreen = (syntax: FormattedSyntax, titleOf: TitleOf): Extension => [
  syntaxes.of(syntax),
  itemTitles.of(titleOf),
  plugin,
];

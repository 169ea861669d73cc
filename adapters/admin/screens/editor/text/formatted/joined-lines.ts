import { syntaxTree } from '@codemirror/language';
import { Prec, StateField, type EditorState, type Extension, type Range } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';
import { said } from './widgets.ts';

export const joinedBySpace = Decoration.replace({ widget: said(' ') });
export const joinedByNothing = Decoration.replace({});

/**
 * Joins the lines that readers see as one. What hides a line break must be known for the whole text before it is laid out, so
 * it is made again for each change of the lines. It is above the other decorations, so that boxes go on over what is joined.
 *
 * @param isPlain whether text that was typed or deleted cannot change which lines are joined.
 */
export const joinedLines = (
  joinsOf: (state: EditorState) => readonly Range<Decoration>[],
  isPlain: (changed: string) => boolean,
): Extension => {
  const decorationsOf = (state: EditorState): DecorationSet =>
    Decoration.set([...joinsOf(state)], true);
  const joins = StateField.define<DecorationSet>({
    create: decorationsOf,
    update: (former, transaction) => {
      const { docChanged, startState, state, changes } = transaction;
      if (!docChanged && syntaxTree(startState) === syntaxTree(state)) return former;
      let text = '';
      changes.iterChanges((from, to, _, __, inserted) => {
        text += startState.sliceDoc(from, to) + inserted.toString();
      });
      return docChanged && isPlain(text) ? former.map(changes) : decorationsOf(state);
    },
    provide: (field) => EditorView.decorations.from(field),
  });
  return Prec.high(joins);
};

import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';
import type { MarkedPassage } from '../surface.ts';

/** Other passages are marked now. */
const marked = StateEffect.define<readonly MarkedPassage[]>();

const lookOf = ({ start, end, comment }: MarkedPassage) =>
  Decoration.mark({ class: 'commented', attributes: { 'data-comment': comment } }).range(
    start,
    end,
  );

/** Marks move with the text, until others are given. */
const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, { changes, effects, newDoc }) => {
    let decorations = before.map(changes);
    for (const effect of effects) {
      if (!effect.is(marked)) continue;
      const fitting = effect.value.filter(({ start, end }) => start < end && end <= newDoc.length);
      decorations = Decoration.set(fitting.map(lookOf), true);
    }
    return decorations;
  },
  provide: (own) => EditorView.decorations.from(own),
});

/** Lets a text mark passages that people have commented on. */
export const markedPassages: Extension = field;

export const markPassages = (view: EditorView, passages: readonly MarkedPassage[]): void =>
  view.dispatch({ effects: marked.of(passages) });

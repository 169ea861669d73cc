import {
  autocompletion,
  completionStatus,
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { Prec, type Extension } from '@codemirror/state';
import { keymap, type Command, type EditorView } from '@codemirror/view';
import type { FormattedSyntax } from './formatted-syntax.ts';

/** Something that the menu puts into the text. */
export interface MenuEntry {
  readonly name: string;
  /** Other words for it. */
  readonly words: string;
  readonly run: () => void;
}

/** Puts an entry in the place of what is typed. */
const choose = (view: EditorView, { run }: MenuEntry, from: number, to: number): void => {
  view.dispatch({ changes: { from, to }, userEvent: 'delete' });
  run();
};

type Slash = Pick<FormattedSyntax, 'typedAfterSlash'>;

const optionOf = (entry: MenuEntry): Completion => ({
  label: entry.name,
  apply: (view, _, from, to) => choose(view, entry, from, to),
});

/** Whether a word of an entry begins with what is typed. */
const isMeant = ({ name, words }: MenuEntry, typed: string): boolean =>
  ` ${name} ${words}`.toLowerCase().includes(` ${typed.toLowerCase()}`);

/** Enter chooses the first entry also before the menu is there. */
const chooseEarly =
  (entries: readonly MenuEntry[], { typedAfterSlash }: Slash): Command =>
  (view) => {
    const { state } = view;
    const { head } = state.selection.main;
    const typed = typedAfterSlash(state, head) ?? '/';
    const entry = entries.find((each) => isMeant(each, typed.slice(1)));
    if (completionStatus(state) !== 'pending' || typed === '/' || entry === undefined) return false;
    choose(view, entry, head - typed.length, head);
    return true;
  };

/** The menu that opens on `/` at the start of a line, and with {@link openMenu}: the letters typed after it choose. */
export const textMenu = (entries: readonly MenuEntry[], slash: Slash): Extension => {
  const { typedAfterSlash } = slash;
  const resultOf = (from: number, typed: string): CompletionResult | null => {
    const meant = entries.filter((entry) => isMeant(entry, typed.replace(/^\//, '')));
    return /^\/?[\p{L}\p{N}]*$/u.test(typed)
      ? {
          from,
          options: meant.map(optionOf),
          filter: false,
          update: (_, start, end, { state }) => resultOf(start, state.sliceDoc(start, end)),
        }
      : null;
  };
  const find = ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const typed = typedAfterSlash(state, pos);
    if (typed === undefined && !explicit) return null;
    return resultOf(pos - (typed?.length ?? 0), typed ?? '');
  };
  const menu = autocompletion({
    override: [find],
    icons: false,
    activateOnTypingDelay: 0,
    interactionDelay: 0,
  });
  return [menu, Prec.high(keymap.of([{ key: 'Enter', run: chooseEarly(entries, slash) }]))];
};

export const openMenu = (view: EditorView): void => {
  view.focus();
  startCompletion(view);
};

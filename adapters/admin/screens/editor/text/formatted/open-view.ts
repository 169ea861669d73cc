import {
  history,
  historyKeymap,
  isolateHistory,
  redo,
  standardKeymap,
  undo,
} from '@codemirror/commands';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Prec, Transaction, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { t } from '../../../../catalogue/texts.ts';
import { textChanges } from '../../model/text-changes.ts';
import type { WritingSurface } from '../surface.ts';
import type { WritingEvents } from '../writing-events.ts';
import { adoptStyles } from './adopt-styles.ts';
import { markedPassages, markPassages } from './passages.ts';
import type { FormattedSyntax } from './formatted-syntax.ts';
import { looksOnScreen, titlesChanged } from './looks-on-screen.ts';
import type { TitleOf } from './looks.ts';
import { textMenu, type MenuEntry } from './text-menu.ts';
import { textState } from './text-state.ts';

/** Undo takes back a word at a time: one that begins after a space begins a step. */
const byWords = EditorState.transactionExtender.of((transaction) => {
  if (!transaction.isUserEvent('input.type')) return null;
  let isWord = false;
  transaction.changes.iterChanges((from, _, __, ___, inserted) => {
    const before = transaction.startState.sliceDoc(from - 1, from);
    isWord ||= /^\s?$/.test(before) && /^\S/.test(inserted.sliceString(0, 1));
  });
  return isWord ? { annotations: isolateHistory.of('before') } : null;
});

/**
 * Types over a selection. The browser would keep the style of what it replaces in an attribute, which the policy of the page
 * forbids.
 */
const typeOver = (event: InputEvent, view: EditorView): boolean => {
  const { state } = view;
  const isTyped = event.inputType === 'insertText' && !event.isComposing && event.cancelable;
  if (!isTyped || event.data === null || state.selection.main.empty || state.readOnly) return false;
  view.dispatch(state.replaceSelection(event.data), {
    scrollIntoView: true,
    userEvent: 'input.type',
  });
  return true;
};

export interface ViewOptions extends Configuration {
  readonly syntax: FormattedSyntax;
  readonly parent: HTMLElement;
  readonly text: string;
  readonly entries: readonly MenuEntry[];
  readonly titleOf: TitleOf;
  readonly events: WritingEvents;
  /** Called for each change, also for those of {@link FormattedView.setText}. */
  readonly onChange: (text: string) => void;
}

/** Attributes of the element with the text; undefined leaves one out. */
type Attributes = Readonly<Record<string, string | undefined>>;

/** What can change while the text is open. */
interface Configuration {
  readonly attributes: Attributes;
  readonly isReadOnly: boolean;
}

export interface FormattedView {
  readonly view: EditorView;
  readonly surface: WritingSurface;
  /** Replaces the text by one from elsewhere. What is the same stays as it is, with the caret; undo does not cover it. */
  readonly setText: (text: string) => void;
  readonly configure: (configuration: Configuration) => void;
  /** Shows the titles of items as they are known now. */
  readonly showTitles: () => void;
  readonly close: () => void;
}

/** Events of the page as CodeMirror takes them: an event that was handled goes no further. */
const handlersOf = (events: WritingEvents): Extension => {
  const handled =
    <E extends Event>(handle: (event: E) => void) =>
    (event: E): boolean => {
      handle(event);
      return event.defaultPrevented;
    };
  return EditorView.domEventHandlers({
    keydown: handled(events.keydown),
    paste: handled(events.paste),
    dragover: handled(events.dragover),
    dragleave: handled(events.dragleave),
    drop: handled(events.drop),
    blur: handled(events.blur),
    beforeinput: typeOver,
  });
};

/** Room for the bars that cover the page above and below the line that is being typed. */
const scrollRoom = { top: 120, bottom: 120 };

const extensionsOf = ({ attributes, isReadOnly }: Configuration): Extension => [
  EditorState.readOnly.of(isReadOnly),
  EditorView.contentAttributes.of(
    Object.fromEntries(
      Object.entries(attributes).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    ),
  ),
];

/**
 * Opens a text that looks as it will be read, over its source: the document is the source, and how it looks changes none of
 * it.
 */
export const openView = ({
  syntax,
  parent,
  text,
  entries,
  titleOf,
  events,
  onChange,
  ...configuration
}: ViewOptions): FormattedView => {
  adoptStyles();
  const configured = new Compartment();
  const view = new EditorView({
    parent,
    state: textState(syntax.language, text, [
      configured.of(extensionsOf(configuration)),
      EditorState.phrases.of(t.codeMirror),
      EditorView.lineWrapping,
      EditorView.perLineTextDirection.of(true),
      EditorView.contentAttributes.of({
        spellcheck: 'true',
        autocorrect: 'on',
        autocapitalize: 'sentences',
      }),
      EditorView.scrollMargins.of(() => scrollRoom),
      looksOnScreen(syntax, titleOf),
      markedPassages,
      syntax.extensions,
      byWords,
      history({ newGroupDelay: 2_000 }),
      search({ top: true }),
      textMenu(entries, syntax),
      Prec.high(handlersOf(events)),
      keymap.of([...syntax.keys, ...searchKeymap, ...historyKeymap, ...standardKeymap]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString());
      }),
    ]),
  });
  const surface: WritingSurface = {
    element: view.contentDOM,
    isSource: false,
    selected: () => {
      const { doc, selection } = view.state;
      return { text: doc.toString(), start: selection.main.from, end: selection.main.to };
    },
    apply: ({ start, end, text: insert, selection }) => {
      view.focus();
      view.dispatch({
        changes: { from: start, to: end, insert },
        selection: { anchor: start + selection[0], head: start + selection[1] },
        annotations: isolateHistory.of('full'),
        userEvent: 'input',
        scrollIntoView: true,
      });
    },
    placeCaret: (x, y) => {
      const isInside = view.contentDOM.contains(document.elementFromPoint(x, y));
      const at = isInside ? view.posAtCoords({ x, y }) : null;
      if (at !== null) view.dispatch({ selection: { anchor: at } });
    },
    selectedLine: () => {
      const { empty, head, anchor } = view.state.selection.main;
      return empty ? undefined : (view.coordsAtPos(head, head > anchor ? -1 : 1) ?? undefined);
    },
    mark: (passages) => markPassages(view, passages),
    undo: () => {
      view.focus();
      undo(view);
    },
    redo: () => {
      view.focus();
      redo(view);
    },
  };
  return {
    view,
    surface,
    setText: (wanted) => {
      view.dispatch({
        changes: textChanges(view.state.doc.toString(), wanted),
        annotations: Transaction.addToHistory.of(false),
      });
    },
    configure: (changed) => {
      view.dispatch({ effects: configured.reconfigure(extensionsOf(changed)) });
    },
    showTitles: () => view.dispatch({ effects: titlesChanged.of(null) }),
    close: () => view.destroy(),
  };
};

import { syntaxTree } from '@codemirror/language';
import { insertNewline } from '@codemirror/commands';
import type { EditorState } from '@codemirror/state';
import type { Command, KeyBinding } from '@codemirror/view';
import { around } from '../../formatted/looks.ts';
import { cellsOf } from './table-looks.ts';

const isInParagraph = (state: EditorState, at: number): boolean => {
  const line = state.doc.lineAt(at);
  if (line.text.trim() === '') return false;
  const node = syntaxTree(state).resolveInner(at, -1);
  const names = [node.name, ...around(node)];
  const isPlain = names.some((name) => name === 'Paragraph' || name.startsWith('ATXHeading'));
  return isPlain && !names.some((name) => /^(?:ListItem|Blockquote|Table)$/.test(name));
};

/** A new paragraph in a text, else a new line: a single line break would join two paragraphs. */
const enter: Command = (view) => {
  const { state } = view;
  const { main } = state.selection;
  if (state.readOnly || !isInParagraph(state, main.from)) return insertNewline(view);
  view.dispatch(state.replaceSelection('\n\n'), { scrollIntoView: true, userEvent: 'input' });
  return true;
};

/** Joins a paragraph with the one before, as Enter has separated them. */
const backspace: Command = (view) => {
  const { state } = view;
  const { main } = state.selection;
  const isBlank = main.empty && state.sliceDoc(main.from - 2, main.from) === '\n\n';
  if (
    state.readOnly ||
    !isBlank ||
    main.from < 3 ||
    state.sliceDoc(main.from - 3, main.from - 2) === '\n'
  )
    return false;
  view.dispatch(
    state.update({
      changes: { from: main.from - 2, to: main.from },
      userEvent: 'delete.backward',
      scrollIntoView: true,
    }),
  );
  return true;
};

/** Moves to the next or previous cell of a table. After the last one, adds a row. */
const toCell =
  (by: 1 | -1): Command =>
  (view) => {
    const { state } = view;
    const { head } = state.selection.main;
    const node = syntaxTree(state).resolveInner(head, -1);
    let row = node;
    while (!/^Table(?:Row|Header)$/.test(row.name) && row.parent !== null) row = row.parent;
    const table = row.parent;
    if (table?.name !== 'Table') return false;
    const rows = [...table.getChildren('TableHeader'), ...table.getChildren('TableRow')];
    const cells = rows.flatMap((each) => cellsOf(state, each));
    const at = cells.findIndex(({ from, to }) => head >= from && head <= to);
    const next = cells[at + by];
    const mayAdd = by > 0 && at !== -1 && !state.readOnly;
    if (next === undefined && !mayAdd) return false;
    if (next === undefined) {
      const columns = cellsOf(state, row).length;
      const insert = `\n|${'  |'.repeat(columns)}`;
      const anchor = row.to + 3;
      view.dispatch(state.update({ changes: { from: row.to, insert }, selection: { anchor } }));
      return true;
    }
    const text = state.sliceDoc(next.from, next.to);
    const from = next.from + (/^ */.exec(text)?.[0].length ?? 0);
    const anchor = text.trim() === '' ? next.from + Math.min(1, text.length) : from;
    const selection = { anchor, head: anchor + text.trim().length };
    view.dispatch(state.update({ selection, scrollIntoView: true }));
    return true;
  };

/** The keys of a text whose paragraphs look like paragraphs. */
export const paragraphKeys: readonly KeyBinding[] = [
  { key: 'Enter', run: enter, shift: insertNewline },
  { key: 'Backspace', run: backspace },
  { key: 'Tab', run: toCell(1), shift: toCell(-1) },
];

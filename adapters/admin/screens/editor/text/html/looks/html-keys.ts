import type { Command, EditorView, KeyBinding } from '@codemirror/view';
import type { Replacement, Selected, TextEdit } from '../../text-edit.ts';
import { cells } from '../elements.ts';
import { backspace, breakLine, deleteForward, enter } from '../edits/keys.ts';
import { runsNear } from '../edits/place.ts';
import { closest, contentOf, nameOf } from '../nodes.ts';
import { sourceAt } from './html-picture.ts';

const selectedIn = ({ state }: EditorView): Selected => {
  const { from, to } = state.selection.main;
  return { text: state.doc.toString(), start: from, end: to };
};

const apply = (
  view: EditorView,
  { start, end, text, selection }: Replacement,
  userEvent: string,
): void => {
  view.dispatch({
    changes: { from: start, to: end, insert: text },
    selection: { anchor: start + selection[0], head: start + selection[1] },
    userEvent,
    scrollIntoView: true,
  });
};

/** @param edit returns undefined where the key does what it does in every text. */
const key =
  (edit: (selected: Selected) => Replacement | undefined, userEvent: string): Command =>
  (view) => {
    if (view.state.readOnly) return false;
    const made = edit(selectedIn(view));
    if (made !== undefined) apply(view, made, userEvent);
    return made !== undefined;
  };

const row = (columns: number): string => `\n<tr>${'<td></td>'.repeat(columns)}</tr>`;

/** Moves to the next or previous cell of a table. After the last one, adds a row. */
const toCell =
  (by: 1 | -1): Command =>
  (view) => {
    const { state } = view;
    const { head } = state.selection.main;
    const source = sourceAt(state, head);
    const run = runsNear(source, { from: head, to: head }).find(
      ({ from, to }) => from <= head && head <= to,
    );
    const cell = closest(source, run?.block, cells);
    const table = closest(source, cell, new Set(['table']));
    if (cell === undefined || table === undefined) return false;
    const found: { from: number; to: number; node: typeof cell }[] = [];
    source.tree.iterate({
      from: table.from,
      to: table.to,
      enter: ({ name, node }) => {
        const isCell = name === 'Element' && cells.has(nameOf(source, node));
        if (isCell) found.push({ ...contentOf(node), node });
      },
    });
    const at = found.findIndex(({ node }) => node.from === cell.from);
    const next = found[at + by];
    const { parent } = cell;
    if (next === undefined) {
      if (by < 0 || state.readOnly || parent === null) return false;
      const columns = parent.getChildren('Element').length;
      view.dispatch({
        changes: { from: parent.to, insert: row(columns) },
        selection: { anchor: parent.to + '\n<tr><td>'.length },
        userEvent: 'input',
        scrollIntoView: true,
      });
      return true;
    }
    view.dispatch({ selection: { anchor: next.from, head: next.to }, scrollIntoView: true });
    return true;
  };

const always = (edit: TextEdit) => (selected: Selected) => edit(selected);

/** The keys of a text whose paragraphs are elements. */
export const htmlKeys: readonly KeyBinding[] = [
  { key: 'Enter', run: key(always(enter), 'input'), shift: key(always(breakLine), 'input') },
  { key: 'Backspace', run: key(backspace, 'input') },
  { key: 'Delete', run: key(deleteForward, 'input') },
  { key: 'Tab', run: toCell(1), shift: toCell(-1) },
];

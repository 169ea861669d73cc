import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import type { Look, Looks, Part } from '../../formatted/looks.ts';
import { emptyCell } from '../../formatted/widgets.ts';

/** The cells of a row, also the empty ones, which are no nodes: what is between its bars. */
export const cellsOf = (state: EditorState, row: SyntaxNode): readonly Part[] => {
  const bars = row.getChildren('TableDelimiter');
  const [first = row, last = row] = [bars[0], bars.at(-1)];
  const hasText = (from: number, to: number): boolean => state.sliceDoc(from, to).trim() !== '';
  const edges = [
    ...(hasText(row.from, first.from) ? [{ from: row.from, to: row.from }] : []),
    ...bars,
    ...(hasText(last.to, row.to) ? [{ from: row.to, to: row.to }] : []),
  ];
  return edges.slice(0, -1).map((edge, index) => ({
    from: edge.to,
    to: edges[index + 1]?.from ?? edge.to,
  }));
};

const showRow = (row: SyntaxNode, { lines, mark, replace, state }: Looks, name: string): void => {
  const line = state.doc.lineAt(row.from);
  lines({ from: row.from, to: row.from }, `text-row ${name}`);
  const cells = cellsOf(state, row);
  // What is before the first cell, and between and behind the cells.
  const starts = [line.from, ...cells.map(({ to }) => to)];
  for (const [index, from] of starts.entries()) {
    const cell = cells[index];
    const isEmpty = cell !== undefined && cell.from === cell.to;
    replace({ from, to: cell?.from ?? row.to }, isEmpty ? emptyCell : undefined);
  }
  for (const cell of cells) mark(cell, 'text-cell');
};

const row: Look = (node, looks) => {
  showRow(node, looks, 'text-body');
  return undefined;
};

const head: Look = (node, looks) => {
  showRow(node, looks, 'text-head');
  return undefined;
};

/** The line of dashes below the head has nothing to read. */
const table: Look = (node, { state, lines, replace, isTouched, mark }) => {
  for (const each of node.getChildren('TableDelimiter')) {
    const line = state.doc.lineAt(each.from);
    if (isTouched(line)) mark(each, 'text-mark');
    else {
      lines(line, 'text-dashes');
      replace(line);
    }
  }
  return undefined;
};

/** Tables as tables. */
export const tableLooks: Readonly<Record<string, Look>> = {
  Table: table,
  TableHeader: head,
  TableRow: row,
};

import type { ComponentChildren } from 'preact';

/** A column. The first one of a table says what a row is about. */
export interface Column<R> {
  /** Differs from those of the other columns; by default the name. */
  readonly key?: string;
  readonly name: string;
  /** Only screen readers get the name: of buttons. */
  readonly isNameHidden?: boolean;
  /** In the place of the name: a button that sorts by the column. */
  readonly heading?: ComponentChildren;
  /** The order of the rows, if it is by this column. */
  readonly order?: 'ascending' | 'descending' | undefined;
  /** The tooltip of the heading. */
  readonly hint?: string;
  readonly cell: (row: R) => ComponentChildren;
  /** `tight`: as wide as the longest value, in one line. `name`: at most 220 px, for names of people and collections, of which two lines are shown. */
  readonly width?: 'tight' | 'name';
  /**
   * How a value appears in windows of up to 640 px, where each row is a card. `labelled`: after the name of its column, in
   * a line of its own. `fact`: beside the other facts. `line`: in a line of its own. `bare`: without
   * anything. By default `fact` in compact tables and `labelled` in others; `bare` if the name is hidden.
   */
  readonly narrow?: 'labelled' | 'fact' | 'line' | 'bare';
  /** Left out in windows of 641 to 900 px, where the other columns need the room. */
  readonly isMinor?: boolean;
  /** Replaces the name as a label. */
  readonly label?: string;
  /** Set to `auto` where people have written the values. */
  readonly dir?: 'auto';
  readonly class?: string | undefined;
}

/** The rows that are selected, and their checkboxes. */
export interface RowSelection<R> {
  readonly has: (row: R) => boolean;
  /** The checkbox of all rows. */
  readonly heading: ComponentChildren;
  readonly cell: (row: R) => ComponentChildren;
}

interface DataTableProps<R> {
  /** What the rows are, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  /** Identifies a row: its elements, and so the focus, stay when the rows are read again. */
  readonly keyOf: (row: R) => string | number;
  /** Narrow windows show a row as its first column and one line of facts. */
  readonly isCompact?: boolean;
  readonly selection?: RowSelection<R> | undefined;
  /** In the place of a table without rows: what the list is for, and what to do. Without it, the headings stay. */
  readonly empty?: ComponentChildren;
  /** The way to the other pages. */
  readonly pages?: ComponentChildren;
}

/**
 * The rows of a list, as a table; in windows of up to 640 px, as cards. What is being read, or could not be read, is
 * shown by `Loaded` around it.
 */
export const DataTable = <R,>(props: DataTableProps<R>) => {
  const { caption, columns, rows, keyOf, isCompact, selection, empty, pages } = props;
  const usual = isCompact === true ? 'fact' : 'labelled';
  const table = () => (
    <div class="table-box">
      <table class={`table ${isCompact ? 'compact' : ''} ${selection ? 'selectable' : ''}`}>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" class="tight pick">
                {selection.heading}
              </th>
            )}
            {columns.map(
              ({ name, key = name, isNameHidden, isMinor, heading = name, order, hint }) => (
                <th
                  key={key}
                  scope="col"
                  class={isMinor ? 'minor' : ''}
                  aria-sort={order}
                  title={hint}
                >
                  {isNameHidden ? <span class="visually-hidden">{name}</span> : heading}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} class={selection?.has(row) ? 'selected' : ''}>
              {selection && <td class="tight pick">{selection.cell(row)}</td>}
              {columns.map((column, index) => {
                const { name, key = name, label = name, isNameHidden, cell, dir } = column;
                const { width = '', narrow = isNameHidden ? 'bare' : usual } = column;
                const kind = index === 0 ? 'main' : narrow;
                return (
                  <td
                    key={key}
                    class={`${kind} ${width} ${column.isMinor ? 'minor' : ''} ${column.class ?? ''}`}
                    data-label={label}
                    dir={dir}
                  >
                    {width === 'name' ? <div class="two-lines">{cell(row)}</div> : cell(row)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
  return (
    <>
      {rows.length === 0 && empty !== undefined ? empty : table()}
      {pages}
    </>
  );
};

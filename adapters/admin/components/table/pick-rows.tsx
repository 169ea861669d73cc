import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../catalogue/texts.ts';
import type { RowSelection } from './data-table.tsx';

/** What is selected of the rows of a table. */
interface Picks<R> {
  readonly has: (row: R) => boolean;
  /** Other rows have no checkbox. */
  readonly mayPick: (row: R) => boolean;
  /** What the checkbox of a row selects. */
  readonly nameOf: (row: R) => string;
  /** Adds rows or removes them. */
  readonly toggle: (rows: readonly R[], isSelected: boolean) => void;
  /** Also removes what is selected on other pages. */
  readonly clear: () => void;
}

/** The checkboxes of the rows of a table. @param picks undefined for a table without them. */
export const usePicks = <R,>(
  rows: readonly R[],
  keyOf: (row: R) => unknown,
  picks: Picks<R> | undefined,
): RowSelection<R> | undefined => {
  const last = useRef<R | undefined>(undefined);
  if (picks === undefined) return undefined;
  const pick = (row: R, isRange: boolean): void => {
    const range = rowsBetween(rows, keyOf, isRange ? last.current : undefined, row);
    picks.toggle(range.filter(picks.mayPick), !picks.has(row));
    last.current = row;
  };
  return {
    has: picks.has,
    heading: <PickAll rows={rows} picks={picks} />,
    cell: (row) =>
      picks.mayPick(row) && (
        <PickRow
          name={picks.nameOf(row)}
          isPicked={picks.has(row)}
          onPick={(isRange) => pick(row, isRange)}
        />
      ),
  };
};

/** The rows from one to another, in the order of the table, with both; only the second if the first is not there. */
const rowsBetween = <R,>(
  rows: readonly R[],
  keyOf: (row: R) => unknown,
  from: R | undefined,
  to: R,
): readonly R[] => {
  const placeOf = (row: R): number => rows.findIndex((each) => keyOf(each) === keyOf(row));
  const end = placeOf(to);
  const start = from === undefined ? -1 : placeOf(from);
  return rows.slice(Math.min(start < 0 ? end : start, end), Math.max(start, end) + 1);
};

interface PickAllProps<R> {
  readonly rows: readonly R[];
  readonly picks: Picks<R>;
}

/** Selects the rows that may be selected; if all are selected, clears the picks. */
const PickAll = <R,>({ rows, picks }: PickAllProps<R>) => {
  const input = useRef<HTMLInputElement>(null);
  const selectable = rows.filter(picks.mayPick);
  const selected = selectable.filter(picks.has).length;
  const isMixed = selected > 0 && selected < selectable.length;
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label>
      <input
        ref={input}
        type="checkbox"
        checked={selected > 0 && !isMixed}
        onChange={(event) => {
          if (event.currentTarget.checked) picks.toggle(selectable, true);
          else picks.clear();
        }}
      />
      <span class="visually-hidden">{t.components.selectAll}</span>
    </label>
  );
};

interface PickRowProps {
  readonly name: string;
  readonly isPicked: boolean;
  /** @param isRange whether all rows since the last one are meant. */
  readonly onPick: (isRange: boolean) => void;
}

/** A click or the space bar, with Shift, selects all rows since the last one; the arrow keys go from checkbox to checkbox. */
const PickRow = ({ name, isPicked, onPick }: PickRowProps) => (
  <label
    onMouseDown={(event) => {
      // It would also select text. Then the click sets the focus.
      if (event.shiftKey) event.preventDefault();
    }}
  >
    <input
      type="checkbox"
      checked={isPicked}
      onClick={({ shiftKey, currentTarget }) => {
        currentTarget.focus();
        onPick(shiftKey);
      }}
      onKeyDown={focusNeighbour}
    />
    <span class="visually-hidden">{t.components.select(name)}</span>
  </label>
);

const focusNeighbour = (event: TargetedKeyboardEvent<HTMLInputElement>): void => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step === undefined) return;
  const body = event.currentTarget.closest('tbody');
  const boxes = [...(body?.querySelectorAll<HTMLInputElement>('.pick input') ?? [])];
  const next = boxes[boxes.indexOf(event.currentTarget) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
};

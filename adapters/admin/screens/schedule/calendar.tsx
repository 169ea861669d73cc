import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import styles from './calendar.module.css';
import { DayCell } from './day-cell.tsx';
import {
  addDays,
  addMonths,
  firstWeekday,
  formatDay,
  monthOf,
  sameDayIn,
  startOfWeek,
  weeksOf,
} from '../../schedule/days.ts';
import type { CalendarEntry } from './entries.ts';
import { moveToDay, type PlanBoard } from './move-change.ts';
import { showMonth, shownMonth } from './shown-month.ts';
import { useDragDay } from './use-drag-day.ts';

export interface CalendarProps {
  readonly byDay: ReadonlyMap<string, readonly CalendarEntry[]>;
  readonly today: string;
  readonly board: PlanBoard;
  readonly canPlan: boolean;
  readonly onOpen: (day: string) => void;
}

/** The day that a key of the calendar leads to. */
const target = (key: string, day: string, first: number): string | undefined => {
  const month = monthOf(day);
  if (key === 'ArrowLeft') return addDays(day, -1);
  if (key === 'ArrowRight') return addDays(day, 1);
  if (key === 'ArrowUp') return addDays(day, -7);
  if (key === 'ArrowDown') return addDays(day, 7);
  if (key === 'Home') return startOfWeek(day, first);
  if (key === 'End') return addDays(startOfWeek(day, first), 6);
  if (key === 'PageUp') return sameDayIn(addMonths(month, -1), day);
  if (key === 'PageDown') return sameDayIn(addMonths(month, 1), day);
  return undefined;
};

/**
 * A month, which is in the URL, as a grid. The arrow keys go from day to day, Page Up and Page Down from month to month,
 * and Enter opens a day. Planned entries can be dragged to other days.
 */
export const Calendar = ({ byDay, today, board, canPlan, onOpen }: CalendarProps) => {
  const month = shownMonth(today);
  const first = firstWeekday();
  const weeks = weeksOf(month, first);
  const drag = useDragDay(({ change }, day) => {
    if (change !== undefined && change.day !== day) void moveToDay(change, day, board);
  });

  const [chosen, setChosen] = useState(today);
  // Keys are faster than the drawing of what they have changed.
  const latest = useRef(today);
  const choose = (day: string): void => {
    latest.current = day;
    setChosen(day);
  };
  const within = (day: string, shown: string): string =>
    monthOf(day) === shown ? day : `${shown}-01`;
  const current = within(chosen, month);
  const grid = useRef<HTMLTableElement>(null);
  const isMoving = useRef(false);
  // Before the next key, which goes on from there.
  useLayoutEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    grid.current?.querySelector<HTMLElement>('td[tabindex="0"]')?.focus();
  });

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTableElement>): void => {
    // The links and buttons of a day have keys of their own.
    if (!(event.target instanceof HTMLTableCellElement)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      onOpen(event.target.dataset['day'] ?? latest.current);
      return;
    }
    const shown = shownMonth(today);
    const next = target(event.key, within(latest.current, shown), first);
    if (next === undefined) return;
    event.preventDefault();
    isMoving.current = true;
    choose(next);
    if (monthOf(next) !== shown) showMonth(monthOf(next), today);
  };

  return (
    <table
      ref={grid}
      class={styles.grid}
      role="grid"
      aria-labelledby="calendar-month"
      onKeyDown={onKeyDown}
    >
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" class={styles.weekday}>
              {formatDay(day, 'weekday')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((days) => (
          <tr key={days[0]}>
            {days.map((day) => (
              <DayCell
                key={day}
                day={day}
                today={today}
                isOther={monthOf(day) !== month}
                isCurrent={day === current}
                isLow={!days.some((each) => byDay.has(each))}
                entries={byDay.get(day) ?? []}
                zone={board.zone}
                drag={drag}
                canPlan={canPlan}
                onFocus={() => choose(day)}
                onOpen={() => onOpen(day)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

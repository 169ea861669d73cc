import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { PrivateMark } from '../../components/private-mark.tsx';
import { actionNames } from '../../schedule/change-text.ts';
import { formatClock, wallTimeOf } from '../../schedule/zoned-time.ts';
import { address, replaceQuery, urlOf } from '../../shell/router.ts';
import styles from './calendar.module.css';
import { dayId, type NamedChange } from './change-list.tsx';
import {
  addDays,
  addMonths,
  firstWeekday,
  formatDay,
  monthOf,
  sameDayIn,
  startOfWeek,
  weeksOf,
} from './days.ts';

interface CalendarProps {
  readonly changes: readonly NamedChange[];
  /** The zone of the site. */
  readonly zone: string;
}

/** Of a day, at most so many changes are in the grid. */
const shownChanges = 3;

const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/;

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
 * The changes of a month, which is in the URL. The arrow keys go from day to day, Page Up and Page Down from month to
 * month, and Enter into a day.
 */
export const Calendar = ({ changes, zone }: CalendarProps) => {
  const today = wallTimeOf(Date.now(), zone).slice(0, 10);
  const shownMonth = (): string => {
    const asked = address.value.query.get('month') ?? '';
    return monthPattern.test(asked) ? asked : monthOf(today);
  };
  const month = shownMonth();
  const first = useMemo(firstWeekday, []);
  const weeks = weeksOf(month, first);
  const byDay = useMemo(() => Map.groupBy(changes, ({ day }) => day), [changes]);

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

  const show = (next: string): void =>
    replaceQuery({ month: next === monthOf(today) ? undefined : next });

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTableElement>): void => {
    // The links and buttons of a day have keys of their own.
    if (!(event.target instanceof HTMLTableCellElement)) return;
    if (event.key === 'Enter') {
      event.target.querySelector<HTMLElement>('a, button')?.focus();
      event.preventDefault();
      return;
    }
    const shown = shownMonth();
    const next = target(event.key, within(latest.current, shown), first);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    isMoving.current = true;
    choose(next);
    if (monthOf(next) !== shown) show(monthOf(next));
  };

  return (
    <section class={styles.calendar} aria-labelledby="calendar-month">
      <header class="row between">
        <h2 id="calendar-month" aria-live="polite">
          {formatDay(`${month}-01`, 'month')}
        </h2>
        <div class="row">
          {month !== monthOf(today) && (
            <Button kind="quiet" onClick={() => show(monthOf(today))}>
              This month
            </Button>
          )}
          <Button icon="back" label="Previous month" onClick={() => show(addMonths(month, -1))} />
          <Button icon="next" label="Next month" onClick={() => show(addMonths(month, 1))} />
        </div>
      </header>
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
                <Day
                  key={day}
                  day={day}
                  isOther={monthOf(day) !== month}
                  isToday={day === today}
                  isCurrent={day === current}
                  changes={byDay.get(day) ?? []}
                  zone={zone}
                  onFocus={() => choose(day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

interface DayProps extends CalendarProps {
  readonly day: string;
  /** Whether it is of the month before or after. */
  readonly isOther: boolean;
  readonly isToday: boolean;
  /** Whether the keyboard enters the grid here. */
  readonly isCurrent: boolean;
  readonly onFocus: () => void;
}

const colours = { publish: styles.publish, unpublish: styles.unpublish };

const countText = (count: number): string => (count === 1 ? '1 change' : `${count} changes`);

const showInList = (day: string): void => {
  const heading = document.getElementById(dayId(day));
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'center' });
};

const Day = ({ day, isOther, isToday, isCurrent, changes, zone, onFocus }: DayProps) => {
  const others = changes.length - shownChanges;
  // One line for the rest, unless the rest is one.
  const shown = others > 1 ? changes.slice(0, shownChanges) : changes;
  const name = formatDay(day, 'day');
  return (
    <td
      class={`${styles.day} ${isOther ? styles.other : ''} ${isToday ? styles.today : ''}`}
      role="gridcell"
      tabIndex={isCurrent ? 0 : -1}
      aria-current={isToday ? 'date' : undefined}
      onFocus={({ target, currentTarget }) => {
        if (target === currentTarget && !isOther) onFocus();
      }}
    >
      <span class="visually-hidden">
        {changes.length === 0 ? name : `${name}, ${countText(changes.length)}`}
      </span>
      <span class={styles.number} aria-hidden="true">
        {Number(day.slice(8))}
      </span>
      <ul>
        {shown.map(({ id, title, action, at, state, collection }) => (
          <li key={`${id} ${action}`}>
            <a
              class={`${styles.change} ${state === 'failed' ? styles.failed : colours[action]}`}
              href={urlOf(`/content/${id}`)}
              title={title}
            >
              {state === 'failed' && <Icon name="warning" size={13} />}
              <span class={styles.time}>{formatClock(at, zone)}</span>
              <span class="visually-hidden">
                {state === 'failed' ? `${actionNames[action]} failed` : actionNames[action]}
              </span>
              <span class="ellipsis" dir="auto">
                {title}
              </span>
              <PrivateMark collection={collection} />
            </a>
          </li>
        ))}
      </ul>
      {others > 1 && (
        <button type="button" class={styles.more} onClick={() => showInList(day)}>
          {others} more
        </button>
      )}
    </td>
  );
};

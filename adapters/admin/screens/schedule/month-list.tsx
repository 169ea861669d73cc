import type { CalendarProps } from './calendar.tsx';
import { formatDay, monthOf } from '../../schedule/days.ts';
import { EntryLink } from './entry-link.tsx';
import styles from './month-list.module.css';
import { shownMonth } from './shown-month.ts';

/** A month, which is in the URL, as a list of the days that have entries: for narrow screens. */
export const MonthList = ({ byDay, today, board, onOpen }: CalendarProps) => {
  const month = shownMonth(today);
  const days = [...byDay].filter(([day]) => monthOf(day) === month);
  if (days.length === 0) return null;
  return (
    <ol class={styles.days} aria-labelledby="calendar-month">
      {days.map(([day, entries]) => (
        <li key={day} class={styles.day}>
          <button
            type="button"
            class={styles.open}
            aria-current={day === today ? 'date' : undefined}
            onClick={() => onOpen(day)}
          >
            {formatDay(day, 'day')}
          </button>
          <ul>
            {entries.map((entry) => (
              <li key={entry.key}>
                <EntryLink entry={entry} zone={board.zone} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
};

import { t } from '../../catalogue/texts.ts';
import { counted, numberText } from '../../catalogue/forms.ts';
import { Icon } from '../../components/icon.tsx';
import styles from './day-cell.module.css';
import { formatDay } from '../../schedule/days.ts';
import type { CalendarEntry } from './entries.ts';
import { EntryLink } from './entry-link.tsx';
import type { DragDays } from './use-drag-day.ts';

/** Of a day, at most so many entries are in the grid. */
const shownEntries = 3;

interface DayCellProps {
  readonly day: string;
  readonly today: string;
  /** Whether it is of the month before or after. */
  readonly isOther: boolean;
  /** Whether the keyboard enters the grid here. */
  readonly isCurrent: boolean;
  /** Whether its week has no entries. */
  readonly isLow: boolean;
  readonly entries: readonly CalendarEntry[];
  readonly zone: string;
  readonly drag: DragDays;
  /** Whether the user may plan something. */
  readonly canPlan: boolean;
  readonly onFocus: () => void;
  readonly onOpen: () => void;
}

/** “Friday, January 15, 2027, 2 changes, 1 published”. */
const nameOf = (day: string, entries: readonly CalendarEntry[]): string => {
  const changes = entries.filter(({ change }) => change !== undefined).length;
  const published = entries.length - changes;
  const name = formatDay(day, 'day');
  const withChanges =
    changes === 0
      ? name
      : counted(changes, (count) => t.schedule.screen.dayWithChanges(name, count));
  return published === 0
    ? withChanges
    : counted(published, (count) => t.schedule.board.dayWithPublished(withChanges, count));
};

export const DayCell = (props: DayCellProps) => {
  const { day, today, isOther, isCurrent, isLow, entries, zone, drag, canPlan } = props;
  const { onFocus, onOpen } = props;
  const others = entries.length - shownEntries;
  // One line for the rest, unless the rest is one.
  const shown = others > 1 ? entries.slice(0, shownEntries) : entries;
  const isPast = day < today;
  const isTarget = drag.drag?.day === day && !isPast;
  const classes = [
    styles.day,
    ...(isLow ? [styles.low] : []),
    ...(isOther ? [styles.other] : []),
    ...(day === today ? [styles.today] : []),
    ...(isTarget ? [styles.target] : []),
  ];
  const isRefused = drag.drag?.day === undefined || drag.drag.day < today;
  return (
    <td
      class={classes.join(' ')}
      role="gridcell"
      data-day={day}
      tabIndex={isCurrent ? 0 : -1}
      aria-current={day === today ? 'date' : undefined}
      onFocus={({ target, currentTarget }) => {
        if (target === currentTarget && !isOther) onFocus();
      }}
      onClick={({ target }) => {
        if (!(target instanceof Element) || target.closest('a, button') === null) onOpen();
      }}
    >
      <span class="visually-hidden">{nameOf(day, entries)}</span>
      <div class={styles.head} aria-hidden="true">
        <span class={styles.number}>{Number(day.slice(8))}</span>
        {canPlan && !isPast && (
          <span class={styles.plus}>
            <Icon name="add" size={15} />
          </span>
        )}
      </div>
      <ul>
        {shown.map((entry) => (
          <li key={entry.key}>
            <EntryLink entry={entry} zone={zone} drag={drag} isRefused={isRefused} />
          </li>
        ))}
      </ul>
      {others > 1 && (
        <button type="button" class={styles.more} onClick={onOpen}>
          {t.schedule.screen.more(numberText(others))}
        </button>
      )}
    </td>
  );
};

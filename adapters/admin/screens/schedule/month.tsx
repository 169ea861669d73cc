import { useMemo, useState } from 'preact/hooks';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { messageOf } from '../../api/client.ts';
import { useResource, type Resource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { counted } from '../../catalogue/forms.ts';
import { Button } from '../../components/button.tsx';
import { phone, useMedia } from '../../components/use-media.ts';
import { may } from '../../shell/session.ts';
import { listUrl } from '../content/list-state.ts';
import { Calendar } from './calendar.tsx';
import { DayDialog } from './day-dialog.tsx';
import { addMonths, firstWeekday, formatDay, monthOf, weeksOf } from '../../schedule/days.ts';
import { entriesByDay, keyOf, type NamedChange } from './entries.ts';
import { Legend } from './entry-link.tsx';
import { MonthList } from './month-list.tsx';
import styles from './month.module.css';
import type { PlanBoard } from './move-change.ts';
import {
  publishedOrder,
  readPublished,
  type Days,
  type Published,
  type PublishedItem,
} from './read-published.ts';
import { showMonth, shownMonth } from './shown-month.ts';

interface MonthProps {
  readonly changes: readonly NamedChange[];
  readonly collections: readonly CollectionDto[];
  readonly today: string;
  readonly board: PlanBoard;
  /** Asks where to a change is moved. */
  readonly onMove: (change: NamedChange) => void;
}

const none: readonly PublishedItem[] = [];

/** The days of the weeks of a month. */
const shownDays = (month: string): Days => {
  const days = weeksOf(month, firstWeekday()).flat();
  return { first: days[0] ?? `${month}-01`, last: days.at(-1) ?? `${month}-28` };
};

/** What was published in a month and what is planned: a grid, and on narrow screens a list. */
export const Month = ({ changes, collections, today, board, onMove }: MonthProps) => {
  const { zone } = board;
  const month = shownMonth(today);
  const published = useResource(() =>
    readPublished(shownDays(shownMonth(today)), zone, collections),
  );
  const items = published.value?.items ?? none;
  const byDay = useMemo(() => entriesByDay(items, changes, zone), [items, changes, zone]);
  const isPhone = useMedia(phone);
  const canPlan = may('edit');
  const [opened, open] = useState<string>();
  const isEmpty = ![...byDay.keys()].some((day) => monthOf(day) === month);
  const view = { byDay, today, board, canPlan, onOpen: open };
  return (
    <section class={styles.month} aria-labelledby="calendar-month">
      <header class="row between">
        <h2 id="calendar-month" aria-live="polite">
          {formatDay(`${month}-01`, 'month')}
        </h2>
        <div class="row">
          {canPlan && month >= monthOf(today) && (
            <Button
              icon="add"
              onClick={() => open(month === monthOf(today) ? today : `${month}-01`)}
            >
              {t.schedule.board.plan}
            </Button>
          )}
          {month !== monthOf(today) && (
            <Button kind="quiet" onClick={() => showMonth(monthOf(today), today)}>
              {t.schedule.screen.thisMonth}
            </Button>
          )}
          <Button
            icon="back"
            label={t.schedule.screen.previousMonth}
            onClick={() => showMonth(addMonths(month, -1), today)}
          />
          <Button
            icon="next"
            label={t.schedule.screen.nextMonth}
            onClick={() => showMonth(addMonths(month, 1), today)}
          />
        </div>
      </header>
      {isPhone ? <MonthList {...view} /> : <Calendar {...view} />}
      {isEmpty && published.state.value.kind === 'ready' && (
        <p class="quiet-text">{t.schedule.board.emptyMonth}</p>
      )}
      <Rests published={published} />
      <Legend />
      {opened !== undefined && (
        <DayDialog
          day={opened}
          entries={byDay.get(opened) ?? []}
          {...{ today, zone, canPlan }}
          plannedAt={(id) =>
            changes.find((each) => keyOf(each) === keyOf({ id, action: 'publish' }))?.at
          }
          onMove={(change) => {
            open(undefined);
            onMove(change);
          }}
          onChange={board.reload}
          onClose={() => open(undefined)}
        />
      )}
    </section>
  );
};

/** What the month does not show of the published items, and where it is. */
const Rests = ({ published }: { readonly published: Resource<Published> }) => {
  const state = published.state.value;
  if (state.kind === 'failed') {
    return (
      <div class={styles.unread} role="alert">
        <span>{t.schedule.board.unread(messageOf(state.error))}</span>
        <Button onClick={published.reload}>{t.common.tryAgain}</Button>
      </div>
    );
  }
  const rests = published.value?.rests ?? [];
  if (rests.length === 0) return null;
  return (
    <ul class={styles.rests}>
      {rests.map(({ collection, count, where }) => (
        <li key={collection.id}>
          <a
            href={listUrl({ collection: collection.name, where, sort: publishedOrder })}
            dir="auto"
          >
            {counted(count, (text) => t.schedule.board.rest(text, collection.displayName))}
          </a>
        </li>
      ))}
    </ul>
  );
};

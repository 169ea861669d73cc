import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { t } from '../../catalogue/texts.ts';
import { LocaleMark } from '../../components/locale-mark.tsx';
import { Button } from '../../components/button.tsx';
import { Menu } from '../../components/menu.tsx';
import { CollectionName } from '../../components/private-mark.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { cancelChange } from '../../schedule/cancel-change.ts';
import { reasonOf } from '../../schedule/change-text.ts';
import { PlannedTime } from '../../schedule/planned-time.tsx';
import { urlOf } from '../../shell/router.ts';
import styles from './change-list.module.css';
import { formatDay } from '../../schedule/days.ts';
import { keyOf, mayChangePlan, type CalendarEntry, type NamedChange } from './entries.ts';

interface Handlers {
  readonly zone: string;
  /** Asks where to a change is moved. */
  readonly onMove: (change: NamedChange) => void;
  /** Called after a change was cancelled. */
  readonly onChange: () => void;
}

interface ChangeListProps extends Handlers {
  readonly changes: readonly NamedChange[];
}

/** Changes by day, soonest first. */
export const ChangeList = ({ changes, ...handlers }: ChangeListProps) => (
  <div class={styles.days}>
    {[...Map.groupBy(changes, ({ day }) => day)].map(([day, ofDay]) => (
      <section key={day} class={styles.day} aria-labelledby={`day-${day}`}>
        <h3 id={`day-${day}`} class={styles.heading}>
          {formatDay(day, 'day')}
        </h3>
        <ul class={styles.changes}>
          {ofDay.map((change) => (
            <Change key={keyOf(change)} change={change} {...handlers} />
          ))}
        </ul>
      </section>
    ))}
  </div>
);

interface DayEntriesProps extends Handlers {
  readonly entries: readonly CalendarEntry[];
}

/** What was published and what is planned on one day. */
export const DayEntries = ({ entries, ...handlers }: DayEntriesProps) => (
  <ul class={styles.changes}>
    {entries.map((entry) =>
      entry.change === undefined ? (
        <li key={entry.key} class={styles.change}>
          <span class={styles.time}>
            <PlannedTime at={entry.at} zone={handlers.zone} clockOnly />
          </span>
          <span>
            <StatusChip status={entry.status ?? 'published'} />
          </span>
          <Item {...entry} />
        </li>
      ) : (
        <Change key={entry.key} change={entry.change} {...handlers} />
      ),
    )}
  </ul>
);

interface ItemProps extends Pick<CalendarEntry, 'id' | 'title' | 'locale'> {
  readonly collection: CollectionDto | undefined;
  /** Why a change failed. */
  readonly reason?: string | undefined;
}

const Item = ({ id, title, locale, collection, reason }: ItemProps) => (
  <span class={styles.item}>
    <a href={urlOf(`/content/${id}`)} dir="auto">
      {title}
    </a>
    <LocaleMark code={locale} />
    {collection !== undefined && (
      <span class="quiet-text" dir="auto">
        {' '}
        <CollectionName collection={collection} />
      </span>
    )}
    {reason !== undefined && <span class={styles.reason}>{reason}</span>}
  </span>
);

const Change = ({
  change,
  zone,
  onMove,
  onChange,
}: Handlers & { readonly change: NamedChange }) => {
  const { id, title, action, at, state, collection, locale } = change;
  const isFailed = state === 'failed';
  const colour = isFailed ? 'bad' : { publish: 'good', unpublish: '' }[action];
  return (
    <li class={styles.change}>
      <span class={styles.time}>
        <PlannedTime at={at} zone={zone} clockOnly />
      </span>
      <span>
        <span class={`chip ${colour}`}>{t.schedule.actions[action]}</span>
      </span>
      <Item
        {...{ id, title, locale, collection }}
        reason={isFailed ? reasonOf(change, collection?.schema) : undefined}
      />
      {mayChangePlan(change) && (
        <span class={styles.tools}>
          {!isFailed && (
            <Menu
              kind="quiet"
              icon="more"
              name={t.schedule.board.menuOf(title)}
              label={t.schedule.board.menuOf(title)}
              entries={[
                {
                  label: t.schedule.board.moveTo,
                  icon: 'calendar',
                  onSelect: () => onMove(change),
                },
              ]}
            />
          )}
          <Button
            kind="quiet"
            icon="close"
            label={
              isFailed ? t.schedule.removeMessageOf(title) : t.schedule.cancelOf[action](title)
            }
            onClick={() => void cancelChange(id, change, onChange)}
          />
        </span>
      )}
    </li>
  );
};

import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { ScheduleEntryDto } from '../../../../contracts/operations/schedule.ts';
import { Button } from '../../components/button.tsx';
import { CollectionName } from '../../components/private-mark.tsx';
import { cancelChange } from '../../schedule/cancel-change.ts';
import { actionNames, reasonOf } from '../../schedule/change-text.ts';
import { PlannedTime } from '../../schedule/planned-time.tsx';
import { urlOf } from '../../shell/router.ts';
import { account, reachIn } from '../../shell/session.ts';
import styles from './change-list.module.css';
import { formatDay } from './days.ts';

/** A planned change with what people see of it. */
export interface NamedChange extends ScheduleEntryDto {
  /** In the zone of the site. */
  readonly day: string;
  /** Undefined if the user does not see it. */
  readonly collection: CollectionDto | undefined;
}

interface ChangeListProps {
  readonly changes: readonly NamedChange[];
  readonly zone: string;
  /** Called after a change was cancelled. */
  readonly onChange: () => void;
}

/** The id of the heading of a day. */
export const dayId = (day: string): string => `day-${day}`;

/** Whether the user may edit the item: who may only edit own items has planned only for those. */
const mayCancel = ({ collection, scheduledBy }: NamedChange): boolean => {
  const reach = reachIn(collection?.name ?? '', 'edit');
  return reach === 'all' || (reach === 'own' && scheduledBy === account.value?.id);
};

/** Changes by day, soonest first. */
export const ChangeList = ({ changes, zone, onChange }: ChangeListProps) => (
  <div class={styles.days}>
    {[...Map.groupBy(changes, ({ day }) => day)].map(([day, ofDay]) => (
      <section key={day} class={styles.day} aria-labelledby={dayId(day)}>
        <h3 id={dayId(day)} tabIndex={-1} class={styles.heading}>
          {formatDay(day, 'day')}
        </h3>
        <ul class={styles.changes}>
          {ofDay.map((change) => (
            <Change key={`${change.id} ${change.action}`} {...{ change, zone, onChange }} />
          ))}
        </ul>
      </section>
    ))}
  </div>
);

interface ChangeProps extends Pick<ChangeListProps, 'zone' | 'onChange'> {
  readonly change: NamedChange;
}

const Change = ({ change, zone, onChange }: ChangeProps) => {
  const { id, title, action, at, state, collection } = change;
  const isFailed = state === 'failed';
  const colour = isFailed ? 'bad' : { publish: 'good', unpublish: '' }[action];
  return (
    <li class={styles.change}>
      <span class={styles.time}>
        <PlannedTime at={at} zone={zone} clockOnly />
      </span>
      <span>
        <span class={`chip ${colour}`}>{actionNames[action]}</span>
      </span>
      <span class={styles.item}>
        <a href={urlOf(`/content/${id}`)} dir="auto">
          {title}
        </a>
        {collection !== undefined && (
          <span class="quiet-text" dir="auto">
            {' '}
            <CollectionName collection={collection} />
          </span>
        )}
        {isFailed && <span class={styles.reason}>{reasonOf(change, collection?.schema)}</span>}
      </span>
      {mayCancel(change) && (
        <Button
          kind="quiet"
          icon="close"
          label={
            isFailed ? `Remove this message: ${title}` : `Cancel: ${actionNames[action]} ${title}`
          }
          onClick={() => void cancelChange(id, change, onChange)}
        />
      )}
    </li>
  );
};

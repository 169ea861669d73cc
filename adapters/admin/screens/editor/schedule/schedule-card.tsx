import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';
import { api } from '../../../api/client.ts';
import { onReconnect } from '../../../api/connection.ts';
import { useResource } from '../../../api/resource.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { cancelChange } from '../../../schedule/cancel-change.ts';
import { reasonOf, type PlannedChange } from '../../../schedule/change-text.ts';
import { ownTimeText, PlannedTime } from '../../../schedule/planned-time.tsx';
import { readSchedules } from '../../../schedule/read-schedules.ts';
import { zoneName } from '../../../schedule/zoned-time.ts';
import type { Editing, StoredItem } from '../model/editing.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';
import styles from './schedule.module.css';

interface ScheduleCardProps {
  readonly stored: StoredItem;
  readonly editing: Pick<Editing, 'collection' | 'saveDraft'>;
  readonly canEdit: boolean;
}

/** Counts the changes of schedules in this tab: phones show the facts about an item in two places. */
const revision = signal(0);
const changed = (): void => {
  revision.value += 1;
};

/** What is planned for an item, what has failed, and the way to plan it. Nothing if there is none of it. */
export const ScheduleCard = ({ stored, editing, canEdit }: ScheduleCardProps) => {
  const { item, etag } = stored;
  const { id, status } = item;
  const resource = useResource(() => {
    void revision.value;
    return Promise.all([api.getSchedule({ params: { id } }), readSchedules(1)]);
  });
  const [isOpen, setOpen] = useState(false);
  const [readFor, setReadFor] = useState(etag);
  useEffect(() => {
    if (readFor === etag) return;
    setReadFor(etag);
    resource.reload();
  }, [etag]);

  useEffect(() => onReconnect(resource.reload), []);

  // Where it cannot be read, the item can still be edited.
  if (resource.value === undefined) return null;
  const [{ body }, { timeZone: zone }] = resource.value;
  const schedule = body.data;
  const canPlan = canEdit && status !== 'archived';
  if (schedule.changes.length === 0 && !canPlan) return null;
  const isPlanned = schedule.publishAt !== null || schedule.unpublishAt !== null;
  return (
    <section class="card">
      <header>
        <h2>{t.common.schedule}</h2>
        {schedule.changes.length > 0 && <span class={styles.zone}>{zoneName(zone)}</span>}
      </header>
      <div aria-live="polite">
        {schedule.changes.length === 0 ? (
          <p class="quiet-text">{t.schedule.nothing}</p>
        ) : (
          <ul class={styles.changes}>
            {schedule.changes.map((change) => (
              <Change
                key={change.action}
                change={change}
                zone={zone}
                schema={editing.collection.schema}
                onCancel={canEdit ? () => void cancelChange(id, change, changed) : undefined}
              />
            ))}
          </ul>
        )}
      </div>
      {canPlan && (
        <div>
          <Button icon="calendar" onClick={() => setOpen(true)}>
            {isPlanned ? t.schedule.change : t.common.schedule}
          </Button>
        </div>
      )}
      {isOpen && (
        <ScheduleDialog
          item={item}
          schedule={schedule}
          zone={zone}
          saveFirst={editing.saveDraft}
          onPlanned={() => {
            setOpen(false);
            changed();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
};

interface ChangeProps {
  readonly change: PlannedChange;
  readonly zone: string;
  readonly schema: CollectionDto['schema'];
  readonly onCancel: (() => void) | undefined;
}

const Change = ({ change, zone, schema, onCancel }: ChangeProps) => {
  const { action, at, state } = change;
  const isFailed = state === 'failed';
  const own = ownTimeText(at, zone);
  return (
    <li class={isFailed ? `${styles.change} ${styles.failed}` : styles.change}>
      <div>
        <strong>{(isFailed ? t.schedule.failedActions : t.schedule.actions)[action]}</strong>
        <div>
          <PlannedTime at={at} zone={zone} />
        </div>
        {isFailed && <div>{reasonOf(change, schema)}</div>}
        {!isFailed && own !== undefined && <div class={styles.own}>{own}</div>}
      </div>
      {onCancel !== undefined && (
        <Button
          kind="quiet"
          icon="close"
          label={isFailed ? t.schedule.removeMessage : t.schedule.cancel[action]}
          onClick={onCancel}
        />
      )}
    </li>
  );
};

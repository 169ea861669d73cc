import { useId } from 'preact/hooks';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { ScheduleEntryDto } from '../../../../contracts/operations/schedule.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { Icon } from '../../components/icon.tsx';
import { LocaleMark } from '../../components/locale-mark.tsx';
import { PrivateMark } from '../../components/private-mark.tsx';
import { reasonOf } from '../../schedule/change-text.ts';
import { PlannedTime } from '../../schedule/planned-time.tsx';
import { readSchedules } from '../../schedule/read-schedules.ts';
import { urlOf } from '../../shell/router.ts';
import { isShown } from '../../shell/shown-collections.ts';
import styles from './failed-changes-card.module.css';

/** What has failed was due, so it comes before what is planned. */
const limit = 20;

/** The planned changes that failed, and why; nothing if there are none. */
export const FailedChangesCard = ({
  collections,
}: {
  readonly collections: readonly CollectionDto[];
}) => {
  const id = useId();
  const schedules = useResource(() => readSchedules(limit)).value;
  const collectionOf = ({ collectionId }: ScheduleEntryDto) =>
    collections.find((each) => each.id === collectionId);
  const failed =
    schedules?.changes.filter(
      (change) => change.state === 'failed' && isShown(collectionOf(change)?.name ?? ''),
    ) ?? [];
  if (schedules === undefined || failed.length === 0) return null;
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <h2 id={id} class={styles.heading}>
          <Icon name="warning" /> {t.dashboard.failedChanges}
        </h2>
        <a href={urlOf('/schedule')}>{t.dashboard.toSchedule}</a>
      </header>
      <ul class={styles.changes}>
        {failed.map((change) => (
          <li class={styles.change} key={`${change.id} ${change.action}`}>
            <a class={styles.title} href={urlOf(`/content/${change.id}`)} dir="auto">
              {change.title}
              <PrivateMark collection={collectionOf(change)} />
            </a>
            <div class={`quiet-text ${styles.facts}`}>
              <LocaleMark code={change.locale} />
              <span>{t.schedule.actions[change.action]}</span>
              <PlannedTime at={change.at} zone={schedules.timeZone} />
            </div>
            <p class={styles.reason}>{reasonOf(change, collectionOf(change)?.schema)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
};

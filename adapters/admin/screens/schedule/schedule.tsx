import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { readSchedules, type Schedules } from '../../schedule/read-schedules.ts';
import { ownZone, wallTimeOf, zoneName } from '../../schedule/zoned-time.ts';
import { Screen } from '../../shell/screen.tsx';
import { isAdmin } from '../../shell/session.ts';
import { listUrl } from '../content/list-state.ts';
import { Calendar } from './calendar.tsx';
import { ChangeList, type NamedChange } from './change-list.tsx';
import styles from './schedule.module.css';

/** The service lists at most so many. */
const limit = 1_000;

interface Plans extends Omit<Schedules, 'changes'> {
  readonly changes: readonly NamedChange[];
}

/** @throws ApiError, OfflineError. */
const readPlans = async (): Promise<Plans> => {
  const query = isAdmin.peek() ? { includeInactive: true } : {};
  const [{ changes, timeZone }, { body }] = await Promise.all([
    readSchedules(limit),
    api.listCollections({ query }),
  ]);
  const collections = new Map(body.data.map((each) => [each.id, each]));
  return {
    timeZone,
    changes: changes.map((change) => ({
      ...change,
      day: wallTimeOf(change.at, timeZone).slice(0, 10),
      collection: collections.get(change.collectionId),
    })),
  };
};

/** What is planned for all content: as a calendar, and as a list. */
export const Schedule = () => {
  const plans = useResource(readPlans);
  return (
    <Screen title="Schedule" busy={plans.state.value.kind === 'loading'}>
      <Loaded resource={plans} what="the schedule">
        {({ changes, timeZone }) =>
          changes.length === 0 ? (
            <NothingPlanned />
          ) : (
            <>
              <Zone timeZone={timeZone} />
              <Changes changes={changes} timeZone={timeZone} onChange={plans.reload} />
            </>
          )
        }
      </Loaded>
    </Screen>
  );
};

const Zone = ({ timeZone }: Pick<Plans, 'timeZone'>) => (
  <p class="quiet-text">
    Times are in the time zone of the site: {zoneName(timeZone)}.
    {ownZone() !== timeZone && ` Your browser is in ${zoneName(ownZone())}.`}
  </p>
);

const Changes = ({
  changes,
  timeZone: zone,
  onChange,
}: Plans & { readonly onChange: () => void }) => {
  const failed = changes.filter(({ state }) => state === 'failed');
  const pending = changes.filter(({ state }) => state === 'pending');
  return (
    <>
      {failed.length > 0 && (
        <section class="card" aria-labelledby="failed-heading">
          <h2 id="failed-heading">Failed</h2>
          <p class="quiet-text">
            These changes were not made, and are not tried again. Change the item, or plan it anew.
          </p>
          <ChangeList changes={failed} zone={zone} onChange={onChange} />
        </section>
      )}
      <div class={styles.calendar}>
        <Calendar changes={changes} zone={zone} />
      </div>
      <section class="card" aria-labelledby="pending-heading">
        <h2 id="pending-heading">Planned</h2>
        {pending.length === 0 ? (
          <p class="quiet-text">Nothing is planned.</p>
        ) : (
          <ChangeList changes={pending} zone={zone} onChange={onChange} />
        )}
        {changes.length === limit && (
          <p class="quiet-text">These are the first {limit.toLocaleString()} changes.</p>
        )}
      </section>
    </>
  );
};

const NothingPlanned = () => (
  <Empty
    icon="calendar"
    title="Nothing is planned"
    action={<ButtonLink href={listUrl({})}>Go to the content</ButtonLink>}
    call={[
      `curl -X PUT ${location.origin}/api/content/<id>/schedule \\`,
      `  -H 'Authorization: Bearer <session token>' \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '{"publishAt": ${Math.ceil(Date.now() / 3_600_000) * 3_600_000}}'`,
    ].join('\n')}
  >
    An item can be published or unpublished at a time that you choose: open it, and choose Schedule.
  </Empty>
);

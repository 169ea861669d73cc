import { useState } from 'preact/hooks';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { numberText } from '../../catalogue/forms.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { readSchedules, type Schedules } from '../../schedule/read-schedules.ts';
import { ownZone, wallTimeOf, zoneName } from '../../schedule/zoned-time.ts';
import { Screen } from '../../shell/screen.tsx';
import { isAdmin } from '../../shell/session.ts';
import { listUrl } from '../content/list-state.ts';
import { ChangeList } from './change-list.tsx';
import { keyOf, type NamedChange } from './entries.ts';
import { Month } from './month.tsx';
import type { PlanBoard } from './move-change.ts';
import { MoveDialog } from './move-dialog.tsx';

/** The service lists at most so many. */
const limit = 1_000;

interface Plans extends Omit<Schedules, 'changes'> {
  readonly changes: readonly NamedChange[];
  readonly collections: readonly CollectionDto[];
}

const dayOf = (at: number, zone: string): string => wallTimeOf(at, zone).slice(0, 10);

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
    collections: body.data,
    changes: changes.map((change) => ({
      ...change,
      day: dayOf(change.at, timeZone),
      collection: collections.get(change.collectionId),
    })),
  };
};

/** The plans with one change at another time. */
const withMoved = (plans: Plans, moved: NamedChange, at: number): Plans => ({
  ...plans,
  changes: plans.changes
    .map((change) =>
      keyOf(change) === keyOf(moved) ? { ...change, at, day: dayOf(at, plans.timeZone) } : change,
    )
    .toSorted((left, right) => left.at - right.at),
});

/** What was published and what is planned, of all content: as a calendar; and the plans as a list. */
export const Schedule = () => {
  const plans = useResource(readPlans);
  return (
    <Screen title={t.common.schedule} busy={plans.state.value.kind === 'loading'}>
      <Loaded resource={plans} what={t.schedule.what}>
        {(value) => (
          <>
            <Zone timeZone={value.timeZone} />
            <Board
              plans={value}
              board={{
                zone: value.timeZone,
                show: (change, at) => plans.set(withMoved(plans.value ?? value, change, at)),
                reload: plans.reload,
              }}
            />
          </>
        )}
      </Loaded>
    </Screen>
  );
};

const Zone = ({ timeZone }: Pick<Plans, 'timeZone'>) => (
  <p class="quiet-text">
    {t.schedule.siteZone(zoneName(timeZone))}
    {ownZone() !== timeZone && ` ${t.schedule.browserZone(zoneName(ownZone()))}`}
  </p>
);

interface BoardProps {
  readonly plans: Plans;
  readonly board: PlanBoard;
}

const Board = ({ plans: { changes, collections }, board }: BoardProps) => {
  const { zone, reload } = board;
  const today = dayOf(Date.now(), zone);
  const [moving, setMoving] = useState<NamedChange>();
  const failed = changes.filter(({ state }) => state === 'failed');
  const pending = changes.filter(({ state }) => state === 'pending');
  const handlers = { zone, onMove: setMoving, onChange: reload };
  return (
    <>
      {failed.length > 0 && (
        <section class="card" aria-labelledby="failed-heading">
          <h2 id="failed-heading">{t.schedule.screen.failed}</h2>
          <p class="quiet-text">{t.schedule.screen.failedHint}</p>
          <ChangeList changes={failed} {...handlers} />
        </section>
      )}
      <Month {...{ changes, collections, today, board }} onMove={setMoving} />
      {changes.length === 0 ? (
        <NothingPlanned />
      ) : (
        <section class="card" aria-labelledby="pending-heading">
          <h2 id="pending-heading">{t.schedule.screen.planned}</h2>
          {pending.length === 0 ? (
            <p class="quiet-text">{t.schedule.nothing}</p>
          ) : (
            <ChangeList changes={pending} {...handlers} />
          )}
          {changes.length === limit && (
            <p class="quiet-text">{t.schedule.screen.limited(numberText(limit))}</p>
          )}
        </section>
      )}
      {moving !== undefined && (
        <MoveDialog change={moving} board={board} onClose={() => setMoving(undefined)} />
      )}
    </>
  );
};

const NothingPlanned = () => (
  <Empty
    icon="calendar"
    title={t.schedule.screen.empty}
    action={<ButtonLink href={listUrl({})}>{t.schedule.screen.goToContent}</ButtonLink>}
    call={[
      `curl -X PUT ${location.origin}/api/content/<id>/schedule \\`,
      `  -H 'Authorization: Bearer <session token>' \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '{"publishAt": ${Math.ceil(Date.now() / 3_600_000) * 3_600_000}}'`,
    ].join('\n')}
  >
    {t.schedule.screen.emptyHint}
  </Empty>
);

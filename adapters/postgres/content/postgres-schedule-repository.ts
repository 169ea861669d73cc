import type {
  ExactLocale,
  ItemSchedule,
  ScheduleKey,
  ScheduleRepository,
} from '../../../core/store.ts';
import type {
  CollectionScope,
  JsonText,
  Page,
  ScheduledChange,
  ScheduleEntry,
} from '../../../core/vocabulary.ts';
import type { DatabaseSession } from '../connection/database-session.ts';
import {
  execute,
  executeReturning,
  query,
  type Statement,
  type Value,
} from '../connection/statement.ts';
import { joinTransaction } from '../connection/transaction.ts';
import { storeTime } from '../connection/store-time.ts';
import { orNull, plain, time } from '../rows/fields.ts';
import { table } from '../rows/table.ts';
import { equalitiesByRange, leadingColumns, type Equality } from './index-order.ts';

export const scheduledChanges = table<ScheduledChange>('content_schedules', {
  contentId: plain('content_id', 'uuid'),
  action: plain('action', 'text'),
  at: time('at'),
  reason: orNull(plain('reason', 'text')),
  scheduledBy: orNull(plain('scheduled_by', 'uuid')),
});

/** The columns that are read and written. */
const columns = scheduledChanges.written;

/** One row for each change; one without a change if there is none. */
const ofItem: Statement = {
  name: 'schedules_of_item',
  text:
    `select ${storeTime} as now, ${columns} ` +
    'from (values (1)) one left join content_schedules on content_id = $1 order by action',
};

const lockItem: Statement = {
  name: 'schedules_lock_item',
  text: 'select id from content where id = $1 for no key update',
};

const removeOthers: Statement = {
  name: 'schedules_remove_others',
  text: 'delete from content_schedules where content_id = $1 and action <> all ($2::text[])',
};

/** A change that stays as it was keeps its claim. */
const put: Statement = {
  name: 'schedules_put',
  text:
    `insert into content_schedules (${columns}, state) values ($1, $2, $3, $4, $5, $6) ` +
    'on conflict (content_id, action) do update set at = excluded.at, reason = excluded.reason, ' +
    'scheduled_by = excluded.scheduled_by, state = excluded.state, claimed_until = 0 ' +
    'where (content_schedules.at, content_schedules.state, content_schedules.scheduled_by) ' +
    'is distinct from (excluded.at, excluded.state, excluded.scheduled_by)',
};

const order = 'at, content_id, action';

/** The page is cut before the titles are looked up: they need not be read for the entries before it. */
const page = (name: string, source: string): Statement => ({
  name,
  text:
    `select ${columns}, title, content.collection_id from (select ${columns} from ${source} ` +
    `order by ${order} limit $1 offset $2) listed ` +
    `join content on content.id = content_id order by ${order}`,
});

const pageOfAll = page('schedules_page', 'content_schedules');

/** Of the collections in `ids`, the first changes of each one. */
const firstOfEach = (ids: string, locale: readonly Equality[] = []): string => {
  const equalities: readonly Equality[] = [['collection_id', 'wanted.id'], ...locale];
  return (
    `select found.* from unnest(${ids}::uuid[]) wanted (id) cross join lateral ` +
    `(select ${columns} from content_schedules where ${equalitiesByRange(equalities)} ` +
    `order by ${leadingColumns(equalities).join(', ')}, ${order} limit $1::bigint + $2::bigint) found`
  );
};

const pageWithin = page('schedules_page_within', `(${firstOfEach('$3')}) found`);

const pageInLocale = page(
  'schedules_page_locale',
  `(${firstOfEach('$4', [['locale', '$3']])} union all ${firstOfEach('$5')}) found`,
);

const claimable =
  `state = 'pending' and at <= ${storeTime} and claimed_until <= ${storeTime} ` +
  'and not exists (select from content_schedules earlier where earlier.content_id = due.content_id ' +
  "and earlier.state = 'pending' and earlier.at < due.at)";

/** A read, because nothing is due nearly always. */
const anyDue: Statement = {
  name: 'schedules_any_due',
  text: `select 1 from content_schedules due where ${claimable} order by at limit 1`,
};

const claim: Statement = {
  name: 'schedules_claim',
  text:
    `update content_schedules set claimed_until = ${storeTime} + $1 ` +
    'where (content_id, action) = (select content_id, action from content_schedules due ' +
    `where ${claimable} order by at limit 1 for update of due skip locked) returning ${columns}`,
};

const one = "content_id = $1 and action = $2 and at = $3 and state = 'pending'";

const extend: Statement = {
  name: 'schedules_extend_claim',
  text: `update content_schedules set claimed_until = ${storeTime} + $4 where ${one}`,
};

const fail: Statement = {
  name: 'schedules_fail',
  text:
    "with failed as (update content_schedules set state = 'failed', reason = $4, claimed_until = 0 " +
    `where ${one} returning content_id), ` +
    'event as (insert into outbox (event) select $5::json from failed) select from failed',
};

const removeOne: Statement = {
  name: 'schedules_remove',
  text: 'delete from content_schedules where content_id = $1 and action = $2 and at = $3',
};

export class PostgresScheduleRepository implements ScheduleRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async find(contentId: string): Promise<ItemSchedule> {
    return findSchedule(this.#database, contentId);
  }

  async revise(
    contentId: string,
    revise: (stored: ItemSchedule) => readonly ScheduledChange[],
  ): Promise<ItemSchedule | undefined> {
    // Several statements: each one sees what was stored before the lock was granted.
    return joinTransaction(this.#database, async (inside) => {
      if ((await query(inside, lockItem, [contentId])).length === 0) return undefined;
      const stored = await findSchedule(inside, contentId);
      const changes = revise(stored);
      await execute(inside, removeOthers, [contentId, changes.map(({ action }) => action)]);
      for (const change of changes) {
        const state = change.reason === undefined ? 'pending' : 'failed';
        const values = scheduledChanges.values({ ...change, contentId });
        await execute(inside, put, [...values, state]);
      }
      return { now: stored.now, changes };
    });
  }

  async list(
    { limit, offset }: Page,
    within: CollectionScope,
    locale?: ExactLocale,
  ): Promise<readonly ScheduleEntry[]> {
    type Row = { readonly title: string; readonly collection_id: string };
    const read = (statement: Statement, ...values: readonly Value[]): Promise<readonly Row[]> =>
      query<Row>(this.#database, statement, [limit, offset, ...values]);
    const rows = await (locale !== undefined
      ? read(pageInLocale, locale.code, locale.localized, locale.others)
      : within === 'all'
        ? read(pageOfAll)
        : read(pageWithin, within));
    return rows.map((row) => ({
      ...scheduledChanges.record(row),
      title: row.title,
      collectionId: row.collection_id,
    }));
  }

  async claim(leaseMs: number): Promise<ScheduledChange | undefined> {
    if ((await query(this.#database, anyDue)).length === 0) return undefined;
    const [row] = await executeReturning<object>(this.#database, claim, [leaseMs]);
    return row && scheduledChanges.record(row);
  }

  async extendClaim(key: ScheduleKey, leaseMs: number): Promise<void> {
    await execute(this.#database, extend, [...keyValues(key), leaseMs]);
  }

  async fail(key: ScheduleKey, reason: string, event: JsonText): Promise<boolean> {
    return (await execute(this.#database, fail, [...keyValues(key), reason, event])) > 0;
  }

  async remove(key: ScheduleKey): Promise<void> {
    await execute(this.#database, removeOne, keyValues(key));
  }
}

const keyValues = ({ contentId, action, at }: ScheduleKey) => [contentId, action, at];

const findSchedule = async (
  database: DatabaseSession,
  contentId: string,
): Promise<ItemSchedule> => {
  type Row = { readonly now: string; readonly action: string | null };
  const rows = await query<Row>(database, ofItem, [contentId]);
  return {
    now: Number(rows[0]?.now),
    changes: rows.filter(({ action }) => action !== null).map(scheduledChanges.record),
  };
};

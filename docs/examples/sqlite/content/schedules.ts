import type { ExactLocale, ItemSchedule, ScheduleKey, ScheduleRepository } from 'quoin/core/store';
import type {
  CollectionScope,
  JsonText,
  Page,
  ScheduledChange,
  ScheduleEntry,
} from 'quoin/core/vocabulary';
import type { Access } from '../work/access.ts';
import type { Db } from '../work/db.ts';
import { findItem, matching } from './items.ts';
import { addEvents } from './outbox.ts';
import type { Part } from './part.ts';

export class SqliteSchedules implements ScheduleRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async find(contentId: string): Promise<ItemSchedule> {
    return this.#access.read((db) => scheduleOf(db, contentId));
  }

  async revise(
    contentId: string,
    revise: (stored: ItemSchedule) => readonly ScheduledChange[],
  ): Promise<ItemSchedule | undefined> {
    return this.#access.write((db) => {
      if (findItem(db, contentId) === undefined) return undefined;
      const { now, changes: before } = scheduleOf(db, contentId);
      const changes = revise({ now, changes: before });
      for (const change of before) {
        if (!changes.some((each) => isSame(each, change))) deleteChange(db, change);
      }
      for (const change of changes) {
        // One that stays keeps its claim.
        if (!before.some((each) => isSame(each, change))) putChange(db, change);
      }
      return { now, changes };
    });
  }

  async list(
    { limit, offset }: Page,
    within: CollectionScope,
    locale?: ExactLocale,
  ): Promise<readonly ScheduleEntry[]> {
    const { sql, values } = matching({ within, ...(locale && { locale }) }, 'i.');
    return this.#access.read((db) =>
      db
        .all<ScheduleRow & Pick<ScheduleEntry, 'title' | 'collectionId'>>(
          `select s.*, i.title, i.collection_id as collectionId
            from schedules s join items i on i.id = s.content_id where ${sql}
            order by s.at, s.content_id, s.action limit ? offset ?`,
          ...values,
          limit,
          offset,
        )
        .map((row) => ({ ...changeOf(row), title: row.title, collectionId: row.collectionId })),
    );
  }

  async claim(leaseMs: number): Promise<ScheduledChange | undefined> {
    return this.#access.write((db) => {
      const now = Date.now();
      const row = db.get<ScheduleRow>(
        `select * from schedules s where at <= ?1 and reason is null and claimed_until <= ?1 and not exists (
            select 1 from schedules other where other.content_id = s.content_id and other.reason is null
              and (other.at, other.action) < (s.at, s.action))
          order by at, content_id, action limit 1`,
        now,
      );
      if (row === undefined) return undefined;
      const change = changeOf(row);
      setClaim(db, change, now + leaseMs);
      return change;
    });
  }

  async extendClaim(key: ScheduleKey, leaseMs: number): Promise<void> {
    await this.#access.write((db) => setClaim(db, key, Date.now() + leaseMs));
  }

  async fail(key: ScheduleKey, reason: string, event: JsonText): Promise<boolean> {
    return this.#access.write((db) => {
      const stored = scheduleOf(db, key.contentId).changes.find(
        (each) => each.action === key.action && each.at === key.at && each.reason === undefined,
      );
      if (stored === undefined) return false;
      putChange(db, { ...stored, reason });
      addEvents(db, event);
      return true;
    });
  }

  async remove(key: ScheduleKey): Promise<void> {
    await this.#access.write((db) => deleteChange(db, key));
  }
}

interface ScheduleRow {
  readonly doc: string;
}

const changeOf = ({ doc }: ScheduleRow): ScheduledChange => JSON.parse(doc) as ScheduledChange;

const scheduleOf = (db: Db, contentId: string): ItemSchedule => ({
  now: Date.now(),
  changes: db
    .all<ScheduleRow>('select doc from schedules where content_id = ? order by action', contentId)
    .map(changeOf),
});

const isSame = (one: ScheduledChange, other: ScheduledChange): boolean =>
  one.action === other.action &&
  one.at === other.at &&
  one.reason === other.reason &&
  one.scheduledBy === other.scheduledBy;

const putChange = (db: Db, change: ScheduledChange): void => {
  const { contentId, action, at, reason } = change;
  db.put('schedules', 'content_id, action', {
    content_id: contentId,
    action,
    at,
    reason,
    claimed_until: 0,
    doc: JSON.stringify(change),
  });
};

const deleteChange = (db: Db, { contentId, action, at }: ScheduleKey): void => {
  db.run(
    'delete from schedules where content_id = ? and action = ? and at = ?',
    contentId,
    action,
    at,
  );
};

const setClaim = (db: Db, { contentId, action, at }: ScheduleKey, until: number): void => {
  db.run(
    `update schedules set claimed_until = ?
      where content_id = ? and action = ? and at = ? and reason is null`,
    until,
    contentId,
    action,
    at,
  );
};

/** Whether a planned change is pending, and its time has come. */
const isDue = (db: Db, { contentId, action, at }: ScheduleKey): boolean =>
  at <= Date.now() &&
  db.get(
    'select 1 from schedules where content_id = ? and action = ? and at = ? and reason is null',
    contentId,
    action,
    at,
  ) !== undefined;

/** Removes the planned change that was carried out, and those that are pointless now. */
export const schedulePart: Part = {
  holds: (db, change) => {
    const due = change.kind === 'update' ? change.expected.due : undefined;
    return due === undefined || isDue(db, { contentId: change.item.id, ...due });
  },
  apply: (db, change) => {
    if (change.kind !== 'update') return;
    const { due } = change.expected;
    const { unscheduled } = change.parts;
    for (const planned of scheduleOf(db, change.item.id).changes) {
      const isPointless =
        unscheduled !== undefined &&
        (planned.reason !== undefined || unscheduled.includes(planned.action));
      if (planned.action === due?.action || isPointless) deleteChange(db, planned);
    }
  },
  leaving: ['schedules'],
};

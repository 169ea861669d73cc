import {
  inScope,
  isInLocale,
  type ExactLocale,
  type ItemSchedule,
  type ScheduleKey,
  type ScheduleRepository,
} from '../../../core/store.ts';
import type {
  CollectionScope,
  JsonText,
  Page,
  ScheduledChange,
  ScheduleEntry,
} from '../../../core/vocabulary.ts';
import { copyOf } from '../copy-of.ts';
import { addEvents } from './memory-outbox-repository.ts';
import type { MemoryAccess, MemoryTables, StoredSchedule } from '../memory-tables.ts';

export class MemoryScheduleRepository implements ScheduleRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async find(contentId: string): Promise<ItemSchedule> {
    return this.#access.read((tables) => scheduleOf(tables, contentId));
  }

  async revise(
    contentId: string,
    revise: (stored: ItemSchedule) => readonly ScheduledChange[],
  ): Promise<ItemSchedule | undefined> {
    return this.#access.write((tables) => {
      const { contents, schedules } = tables;
      if (!contents.has(contentId)) return undefined;
      const stored = schedules.get(contentId) ?? [];
      const { now } = scheduleOf(tables, contentId);
      const changes = copyOf(revise(copyOf({ now, changes: stored.map(changeOf) })));
      replaceSchedule(
        tables,
        contentId,
        changes.map((change) => {
          const before = stored.find(({ action }) => action === change.action);
          const isSame =
            before?.at === change.at &&
            before.reason === change.reason &&
            before.scheduledBy === change.scheduledBy;
          return { ...change, claimedUntil: isSame ? before.claimedUntil : 0 };
        }),
      );
      return copyOf({ now, changes });
    });
  }

  async list(
    { limit, offset }: Page,
    within: CollectionScope,
    locale?: ExactLocale,
  ): Promise<readonly ScheduleEntry[]> {
    return this.#access.read(({ contents, schedules }) =>
      [...schedules.values()]
        .flat()
        .filter(({ contentId }) => {
          const item = contents.get(contentId);
          return (
            item !== undefined && inScope(within, item.collectionId) && isInLocale(locale, item)
          );
        })
        .toSorted(byTime)
        .slice(offset, offset + limit)
        .flatMap((stored) => {
          const item = contents.get(stored.contentId);
          if (item === undefined) return [];
          return { ...changeOf(stored), title: item.title, collectionId: item.collectionId };
        }),
    );
  }

  async claim(leaseMs: number): Promise<ScheduledChange | undefined> {
    const now = Date.now();
    const isClaimable = ({ at, claimedUntil }: StoredSchedule): boolean =>
      at <= now && claimedUntil <= now;
    const find = ({ schedules }: MemoryTables): StoredSchedule | undefined =>
      [...schedules.values()].flatMap(firstPending).filter(isClaimable).toSorted(byTime)[0];
    // A write would change the snapshot, and nothing is due nearly always.
    if ((await this.#access.read(find)) === undefined) return undefined;
    return this.#access.write((tables) => {
      const due = find(tables);
      if (due === undefined) return undefined;
      replaceChange(tables, due, { ...due, claimedUntil: now + leaseMs });
      return copyOf(changeOf(due));
    });
  }

  async extendClaim(key: ScheduleKey, leaseMs: number): Promise<void> {
    await this.#access.write((tables) => {
      const stored = findPending(tables, key);
      if (stored === undefined) return;
      replaceChange(tables, key, { ...stored, claimedUntil: Date.now() + leaseMs });
    });
  }

  async fail(key: ScheduleKey, reason: string, event: JsonText): Promise<boolean> {
    return this.#access.write((tables) => {
      const stored = findPending(tables, key);
      if (stored === undefined) return false;
      replaceChange(tables, key, { ...stored, reason, claimedUntil: 0 });
      addEvents(tables, event);
      return true;
    });
  }

  async remove(key: ScheduleKey): Promise<void> {
    await this.#access.write((tables) => replaceChange(tables, key, undefined));
  }
}

const byTime = (left: StoredSchedule, right: StoredSchedule): number =>
  left.at - right.at ||
  (left.contentId < right.contentId ? -1 : left.contentId > right.contentId ? 1 : 0) ||
  (left.action < right.action ? -1 : 1);

const firstPending = (changes: readonly StoredSchedule[]): readonly StoredSchedule[] =>
  changes
    .filter(({ reason }) => reason === undefined)
    .toSorted(byTime)
    .slice(0, 1);

const changeOf = ({ claimedUntil: _, ...change }: StoredSchedule): ScheduledChange => change;

const scheduleOf = ({ schedules }: MemoryTables, contentId: string): ItemSchedule => ({
  now: Date.now(),
  changes: (schedules.get(contentId) ?? []).map(changeOf),
});

const isOne =
  ({ action, at }: Omit<ScheduleKey, 'contentId'>) =>
  (stored: StoredSchedule): boolean =>
    stored.action === action && stored.at === at;

const findPending = ({ schedules }: MemoryTables, key: ScheduleKey): StoredSchedule | undefined => {
  const stored = schedules.get(key.contentId)?.find(isOne(key));
  return stored?.reason === undefined ? stored : undefined;
};

const replaceSchedule = (
  { schedules }: MemoryTables,
  contentId: string,
  changes: readonly StoredSchedule[],
): void => {
  if (changes.length === 0) schedules.delete(contentId);
  else schedules.set(contentId, changes.toSorted(byAction));
};

const byAction = (left: StoredSchedule, right: StoredSchedule): number =>
  left.action < right.action ? -1 : 1;

/** @param by undefined to remove the change. */
const replaceChange = (
  tables: MemoryTables,
  key: ScheduleKey,
  by: StoredSchedule | undefined,
): void => {
  const others = (tables.schedules.get(key.contentId) ?? []).filter((each) => !isOne(key)(each));
  replaceSchedule(tables, key.contentId, by === undefined ? others : [...others, by]);
};

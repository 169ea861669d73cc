import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { ContentStatus } from '../../components/status-chip.tsx';
import type { PlannedChange } from '../../schedule/read-schedules.ts';
import { wallTimeOf } from '../../schedule/zoned-time.ts';
import { account, reachIn } from '../../shell/session.ts';
import type { PublishedItem } from './read-published.ts';

/** A planned change with what people see of it. */
export interface NamedChange extends PlannedChange {
  /** In the zone of the site. */
  readonly day: string;
  /** Undefined if the user does not see it. */
  readonly collection: CollectionDto | undefined;
}

/** What a day of the calendar shows of an item. */
export interface CalendarEntry {
  readonly key: string;
  readonly id: string;
  readonly title: string;
  readonly kind: 'published' | 'publish' | 'unpublish' | 'failed';
  readonly at: number;
  readonly collection: CollectionDto | undefined;
  readonly locale: string | undefined;
  /** Unless it was published. */
  readonly change: NamedChange | undefined;
  /** The present status of what was published. */
  readonly status: ContentStatus | undefined;
}

export const keyOf = ({ id, action }: Pick<PlannedChange, 'id' | 'action'>): string =>
  `${id} ${action}`;

const ofChange = (change: NamedChange): CalendarEntry => ({
  key: keyOf(change),
  id: change.id,
  title: change.title,
  kind: change.state === 'failed' ? 'failed' : change.action,
  at: change.at,
  collection: change.collection,
  locale: change.locale,
  change,
  status: undefined,
});

const ofPublished = ({ id, title, at, collection, locale, status }: PublishedItem) =>
  ({
    key: `${id} published`,
    id,
    title,
    kind: 'published',
    at,
    collection,
    locale,
    change: undefined,
    status,
  }) satisfies CalendarEntry;

/** What was published and what is planned, by the day in the zone of the site, in the order of time. */
export const entriesByDay = (
  published: readonly PublishedItem[],
  changes: readonly NamedChange[],
  zone: string,
): ReadonlyMap<string, readonly CalendarEntry[]> =>
  Map.groupBy(
    [...published.map(ofPublished), ...changes.map(ofChange)].toSorted(
      (left, right) => left.at - right.at || left.title.localeCompare(right.title),
    ),
    ({ at }) => wallTimeOf(at, zone).slice(0, 10),
  );

/** Whether the user may edit the item: who may only edit own items has planned only for those. */
export const mayChangePlan = ({
  collection,
  scheduledBy,
  locale,
}: Pick<NamedChange, 'collection' | 'scheduledBy' | 'locale'>): boolean => {
  const reach = reachIn(collection?.name ?? '', 'edit', locale);
  return reach === 'all' || (reach === 'own' && scheduledBy === account.value?.id);
};

/** Whether the user may move an entry to another time. */
export const isMovable = ({ change }: CalendarEntry): boolean =>
  change?.state === 'pending' && mayChangePlan(change);

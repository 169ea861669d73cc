import type { Decided } from '../content/read-on-basis.ts';
import type { ExactLocale } from '../model/content/view.ts';
import type { FeedState, PlacedEvent } from '../ports/repositories/outbox-repository.ts';
import type { Change, ChangePage } from './change.ts';
import type { FeedPlace } from './feed-cursor.ts';
import type { EventGroup } from './group-events.ts';
import { eventsMax } from './shared-events.ts';
import type { ShownItems } from './shown-items.ts';
import type { VisibilityChanges } from './visibility-changes.ts';
import { itemChange, otherChange } from './visible-changes.ts';

/** Where in the feed a page begins. */
export interface PageStart {
  readonly feed: FeedState;
  readonly position: number;
  readonly events: readonly PlacedEvent[];
}

/** Whose page it is. */
export interface PageReader {
  readonly decided: Decided;
  /** Of the collection to which the request is limited. */
  readonly name: string | undefined;
  /** To which the request is limited. */
  readonly locale: ExactLocale | undefined;
  readonly limit: number;
  /** See `itemChange`. */
  readonly visibility?: VisibilityChanges | undefined;
  readonly cursorOf: (place: Omit<FeedPlace, 'epoch'>) => string;
}

/** A page, and the position after it. */
export interface PlacedPage {
  readonly page: ChangePage;
  readonly position: number;
}

/** What a reader learns from events, in their order. */
export const pageOfChanges = (
  { decided, name, locale, limit, visibility, cursorOf }: PageReader,
  start: PageStart,
  groups: readonly EventGroup[],
  { covered, items }: ShownItems,
): PlacedPage => {
  const isRead = new Set(covered);
  const changes: Change[] = [];
  let isCut = false;
  let position = endOf(start);
  for (const group of groups) {
    const isLeft = group.kind === 'item' && !isRead.has(group.id);
    const change =
      group.kind === 'item'
        ? itemChange(decided, { name, locale }, group, items.get(group.id), visibility)
        : otherChange(decided, name, group);
    if (isLeft || (change !== undefined && changes.length === limit)) {
      isCut = true;
      position = group.position - 1;
      break;
    }
    if (change !== undefined) {
      changes.push({ ...change, cursor: cursorOf({ position: group.position }) });
    }
  }
  const hasMore = isCut || isFull(start);
  return { page: { changes, cursor: cursorOf({ position }), hasMore }, position };
};

/** The position until which a page looks at events. */
export const endOf = (start: PageStart): number => {
  const last = start.events.at(-1)?.position ?? start.position;
  // Events that came after the state of the feed was read can follow the last one.
  return isFull(start) ? last : Math.max(last, start.feed.head);
};

/** Whether there may be more events. */
export const isFull = ({ events }: PageStart): boolean => events.length === eventsMax;

/** The ids of the items that events are about. */
export const idsOf = (groups: readonly EventGroup[]): readonly string[] =>
  groups.flatMap((group) => (group.kind === 'item' ? [group.id] : []));

import type { PerspectiveRequest } from '../access/perspective.ts';
import type { RequestedFilter } from '../access/visibility.ts';
import {
  readOnBasis,
  requestedFilter,
  type BasisDependencies,
  type Decided,
} from '../content/read-on-basis.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import { pageBytes } from '../model/content/content-item.ts';
import type { FeedState, PlacedEvent } from '../ports/repositories/outbox-repository.ts';
import type { Dependencies } from '../ports/ports.ts';
import { parsePage } from '../primitives/paging.ts';
import { itemTags, type Change, type ChangePage } from './change.ts';
import {
  anyReader,
  bindingOf,
  expiredCursor,
  invalidCursor,
  parseCursor,
  writeCursor,
  type FeedPlace,
} from './feed-cursor.ts';
import { groupEvents } from './group-events.ts';
import { readShownItems, type PageSize } from './shown-items.ts';
import { itemChange, otherChange } from './visible-changes.ts';

/** Continues with every item that the reader sees, and then with the changes. */
export const startOfFeed = 'start';

/** How many events one page looks at. */
const eventsMax = 1_000;

export interface ReadChanges extends PerspectiveRequest {
  /** A cursor, or {@link startOfFeed}; undefined for the end of the feed. */
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
  /** The name of a collection. */
  readonly collection?: string | undefined;
  /** The caller's address, for the rate limit; undefined for a read that does not count. */
  readonly client?: string | undefined;
}

export type FeedDependencies = BasisDependencies & Pick<Dependencies, 'outbox'>;

/** What of the feed was read before the content, which is at least as new. */
interface Source {
  readonly feed: FeedState;
  readonly place: FeedPlace;
  /** Undefined if some of them were removed. */
  readonly events: readonly PlacedEvent[] | undefined;
}

interface PageRead extends PageSize {
  readonly decided: Decided;
  readonly name: string | undefined;
  readonly filter: RequestedFilter;
  readonly cursorOf: (place: Omit<FeedPlace, 'epoch'>) => string;
}

/**
 * A page of the feed: what has changed for the reader since the cursor. A change that was acknowledged before another one
 * began comes before it, and none is left out. A page can be empty although there are more.
 *
 * @throws DomainError `invalid_input`; `invalid_cursor` for the cursor of another reader, collection or perspective;
 *   `cursor_expired` if changes after the cursor are no longer known; `token_scope`; what {@link readOnBasis} throws.
 */
export const readChanges =
  (dependencies: FeedDependencies) =>
  async (actor: Actor, command: ReadChanges): Promise<ChangePage> =>
    (await readPage(dependencies, actor, command)).page;

/** A page, and the end of the feed when it was read. */
export interface PageAtHead {
  readonly page: ChangePage;
  readonly head: number;
}

/** Like {@link readChanges}. */
export const readPage = async (
  dependencies: FeedDependencies,
  actor: Actor,
  command: ReadChanges,
  size: Omit<PageSize, 'limit'> = { maxBytes: pageBytes },
): Promise<PageAtHead> => {
  const { after, client, collection: name, perspective, preview } = command;
  const { limit } = parsePage(command);
  const given = after === undefined || after === startOfFeed ? undefined : parseCursor(after);
  const { outbox, digest } = dependencies;
  const feed = await outbox.advance();
  const place: FeedPlace = given ?? { epoch: feed.epoch, position: feed.head };
  const isWalk = after === startOfFeed || place.walk !== undefined;
  const events = await outbox.listAfter(place.position, isWalk ? 0 : eventsMax);
  const source = { feed, place, events };
  const { value } = await readOnBasis(
    dependencies,
    actor,
    { client, collection: name, perspective, preview, isAboutItem: true },
    async (decided) => {
      const filter = requestedFilter(decided, { status: undefined, collection: name });
      const binding = await bindingOf(digest, decided, name);
      if (given !== undefined && ![binding, anyReader].includes(given.binding))
        throw invalidCursor();
      const cursorOf: PageRead['cursorOf'] = (next) =>
        writeCursor(binding, { epoch: feed.epoch, ...next });
      const read = { decided, name, filter, limit, ...size, cursorOf };
      return isWalk ? walkItems(read, source) : changesAfter(read, source);
    },
  );
  return { page: value, head: feed.head };
};

/** @throws DomainError `cursor_expired`. */
const assertKnown = ({ feed, place, events }: Source): readonly PlacedEvent[] => {
  const isKnown = place.epoch === feed.epoch && place.position <= feed.head;
  if (!isKnown || events === undefined) throw expiredCursor();
  return events;
};

const changesAfter = async (
  { decided, name, filter, cursorOf, ...size }: PageRead,
  source: Source,
): Promise<BasedRead<ChangePage>> => {
  const events = assertKnown(source);
  const groups = groupEvents(events, decided.perspective);
  const ids = groups.flatMap((group) => (group.kind === 'item' ? [group.id] : []));
  const read = await readShownItems(decided, filter, ids, size);
  if (!read.isCurrent) return read;
  const { covered, items } = read.value;
  const isRead = new Set(ids.slice(0, covered));
  const changes: Change[] = [];
  let isCut = false;
  let end = endOf(source, events);
  for (const group of groups) {
    const isLeft = group.kind === 'item' && !isRead.has(group.id);
    const change =
      group.kind === 'item'
        ? itemChange(decided, name, group, items.get(group.id))
        : otherChange(decided, name, group);
    if (isLeft || (change !== undefined && changes.length === size.limit)) {
      isCut = true;
      end = group.position - 1;
      break;
    }
    if (change !== undefined) {
      changes.push({ ...change, cursor: cursorOf({ position: group.position }) });
    }
  }
  const hasMore = isCut || events.length === eventsMax;
  return { ...read, value: { changes, cursor: cursorOf({ position: end }), hasMore } };
};

/** The position until which a page looks at events. */
const endOf = ({ feed, place }: Source, events: readonly PlacedEvent[]): number => {
  const last = events.at(-1)?.position ?? place.position;
  // Events that came after the state of the feed was read can follow the last one.
  return events.length === eventsMax ? last : Math.max(last, feed.head);
};

/** The items after a place in the order of lists: new ones come before it, and are changes. */
const walkItems = async (
  { decided, filter, cursorOf, ...size }: PageRead,
  source: Source,
): Promise<BasedRead<ChangePage>> => {
  assertKnown(source);
  const { feed, place } = source;
  const { position } = place;
  const { contents } = decided.repositories;
  // Working copies can show items in other collections.
  const collectionId = decided.perspective === 'drafts' ? undefined : filter.collectionId;
  const places = await contents.listPlacesAfter(collectionId, place.walk, size.limit);
  const ids = places.map(({ id }) => id);
  const read = await readShownItems(decided, filter, ids, size);
  if (!read.isCurrent) return read;
  const { covered, items } = read.value;
  const changes = places.slice(0, covered).flatMap(({ id, createdAt }): readonly Change[] => {
    const item = items.get(id);
    if (item === undefined) return [];
    const { collectionId: itsCollection, slug, version, updatedAt: at } = item;
    return [
      {
        cursor: cursorOf({ position, walk: { id, createdAt } }),
        type: 'upserted',
        id,
        collectionId: itsCollection,
        slug,
        version,
        at,
        tags: itemTags(id, [itsCollection]),
        item,
      },
    ];
  });
  const isOver = covered === places.length && places.length < size.limit;
  const walk = isOver ? undefined : (places[covered - 1] ?? place.walk);
  const cursor = cursorOf({ position, walk });
  return { ...read, value: { changes, cursor, hasMore: !isOver || feed.head > position } };
};

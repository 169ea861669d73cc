import { perspectiveOf, type PerspectiveRequest } from '../access/perspective.ts';
import { readOnBasis, type BasisDependencies, type Decided } from '../content/read-on-basis.ts';
import { localeCondition, type ExactLocaleRequest } from '../content/requested-languages.ts';
import { requestedFilter } from '../content/requested-filter.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import type { Perspective } from '../model/preview.ts';
import { pageBytes } from '../model/content/content-item.ts';
import type { ExactLocale } from '../model/content/view.ts';
import type { ExactConditions } from '../ports/repositories/content-repository.ts';
import type { FeedState, PlacedEvent } from '../ports/repositories/outbox-repository.ts';
import type { Dependencies } from '../ports/ports.ts';
import { parsePage } from '../primitives/paging.ts';
import { groupIdOf, itemTags, shownPlacement, type Change, type ChangePage } from './change.ts';
import {
  anyReader,
  bindingsOf,
  expiredCursor,
  invalidCursor,
  parseCursor,
  type ParsedCursor,
  writeCursor,
  type CursorBindings,
  type FeedPlace,
} from './feed-cursor.ts';
import { groupEvents } from './group-events.ts';
import { idsOf, pageOfChanges, type PageReader, type PlacedPage } from './page-of-changes.ts';
import { eventsMax } from './shared-events.ts';
import { readShownItems, type PageSize } from './shown-items.ts';
import {
  concernsReader,
  needsVisibilityChanges,
  readVisibilityChanges,
  showingGone,
  visibilityFor,
} from './visibility-changes.ts';

/** Continues with every item that the reader sees, and then with the changes. */
export const startOfFeed = 'start';

export interface ReadChanges extends PerspectiveRequest, ExactLocaleRequest {
  /** A cursor, or {@link startOfFeed}; undefined for the end of the feed. */
  readonly after?: string | undefined;
  /** As in `PageRequest`. */
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

interface RequestedPage extends PageSize, PageReader {
  readonly filter: ExactConditions;
}

export const readChanges =
  (dependencies: FeedDependencies) =>
  async (actor: Actor, command: ReadChanges): Promise<ChangePage> =>
    (await readPage(dependencies, actor, command)).page;

/** A reader between two pages. */
export interface FeedReader {
  /** The caller, or the bearer of the preview token. */
  readonly actor: Actor;
  readonly perspective: Perspective;
  /** Of the collection with the requested name; undefined if there is none. */
  readonly collectionId: string | undefined;
  readonly locale: ExactLocale | undefined;
  readonly binding: string;
  /** After the page. */
  readonly end: FeedState;
  /** Defined while the reader takes the items before the changes. */
  readonly walk?: FeedPlace['walk'];
}

/** A page, and who continues after it. */
export interface PageRead {
  readonly page: ChangePage;
  readonly reader: FeedReader;
}

/** Like {@link readChanges}. */
export const readPage = async (
  dependencies: FeedDependencies,
  actor: Actor,
  command: ReadChanges,
  size: Omit<PageSize, 'limit'> = { maxBytes: pageBytes },
): Promise<PageRead> => {
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
      const filter = feedFilter(decided, command);
      const bindings = await bindingsOf(digest, decided, name, filter);
      const { own: binding } = bindings;
      if (given !== undefined && !(await isGood(outbox, given, bindings, decided))) {
        throw invalidCursor();
      }
      const cursorOf = cursorsOf(binding, feed);
      const read = { decided, name, locale: filter.locale, filter, limit, ...size, cursorOf };
      const found = await (isWalk ? walkItems(read, source) : changesAfter(outbox, read, source));
      if (!found.isCurrent) return found;
      const { page, position, ...walk } = found.value;
      const end = { epoch: feed.epoch, head: position };
      const reader = { ...readerOf(decided, filter), binding, end, ...walk };
      return { ...found, value: { page, reader } };
    },
  );
  return value;
};

/** The conditions of what a reader asks for. @throws DomainError `invalid_input` for an unknown locale; `token_scope`. */
export const feedFilter = (
  decided: Decided,
  { collection, locale }: Pick<ReadChanges, 'collection' | 'locale'>,
): ExactConditions => ({
  ...requestedFilter(decided, { status: undefined, collection }),
  ...localeCondition(decided.site, { locale }),
});

/**
 * Whether the reader may continue with a cursor. One from before the collection began or ceased to exist for the reader
 * leads to the event that says so, also if more items or other changes come first.
 */
const isGood = async (
  outbox: FeedDependencies['outbox'],
  { binding, position }: ParsedCursor,
  { own, earlier }: CursorBindings,
  { actor, asked }: Decided,
): Promise<boolean> => {
  if ([own, anyReader].includes(binding)) return true;
  if (!(await earlier()).includes(binding)) return false;
  const { newestFirst } = await readVisibilityChanges(outbox, position);
  return newestFirst.some(({ event }) => {
    const { collectionId, userId } = event;
    if (userId === undefined) return collectionId === asked;
    return (collectionId ?? asked) === asked && concernsReader(actor)(event);
  });
};

export const cursorsOf =
  (binding: string, { epoch }: Pick<FeedState, 'epoch'>): PageReader['cursorOf'] =>
  (place) =>
    writeCursor(binding, { epoch, ...place });

export const readerOf = (
  { actor, view, site: { collection } }: Decided,
  { locale }: ExactConditions,
): Pick<FeedReader, 'actor' | 'perspective' | 'collectionId' | 'locale'> => ({
  actor,
  perspective: perspectiveOf(view),
  collectionId: collection?.id,
  locale,
});

/** @throws DomainError `cursor_expired`. */
const assertKnown = ({ feed, place, events }: Source): readonly PlacedEvent[] => {
  const isKnown = place.epoch === feed.epoch && place.position <= feed.head;
  if (!isKnown || events === undefined) throw expiredCursor();
  return events;
};

const changesAfter = async (
  outbox: FeedDependencies['outbox'],
  read: RequestedPage,
  source: Source,
): Promise<BasedRead<PlacedPage>> => {
  const events = assertKnown(source);
  const groups = groupEvents(events, perspectiveOf(read.decided.view));
  const shown = await readShownItems(read.decided, read.filter, idsOf(groups), read);
  if (!shown.isCurrent) return shown;
  const start = { feed: source.feed, position: source.place.position, events };
  if (!needsVisibilityChanges(read.decided.actor, groups)) {
    return { ...shown, value: pageOfChanges(read, start, groups, shown.value) };
  }
  const decided = await showingGone(read.decided, groups);
  const recent = await readVisibilityChanges(outbox, start.position);
  const visibility = visibilityFor(recent, concernsReader(decided.actor));
  const reader = { ...read, decided, visibility };
  return { ...shown, value: pageOfChanges(reader, start, groups, shown.value) };
};

/** The items after a place in the order of lists: new ones come before it, and are changes. */
const walkItems = async (
  { decided, filter, cursorOf, ...size }: RequestedPage,
  source: Source,
): Promise<BasedRead<PlacedPage & Pick<FeedReader, 'walk'>>> => {
  assertKnown(source);
  const { feed, place } = source;
  const { position } = place;
  const { contents } = decided.repositories;
  // Working copies can show items in other collections.
  const collectionId = decided.view.shown === 'unpublished' ? undefined : filter.collectionId;
  const places = await contents.listPlacesAfter(
    collectionId,
    place.walk,
    size.limit,
    filter.locale,
  );
  const ids = places.map(({ id }) => id);
  const read = await readShownItems(decided, filter, ids, size);
  if (!read.isCurrent) return read;
  const { covered, items } = read.value;
  const changes = places
    .slice(0, covered.length)
    .flatMap(({ id, createdAt }): readonly Change[] => {
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
          ...shownPlacement(item),
          at,
          tags: itemTags(id, [itsCollection], [groupIdOf(item)]),
          item,
        },
      ];
    });
  const isOver = covered.length === places.length && places.length < size.limit;
  const walk = isOver ? undefined : (places[covered.length - 1] ?? place.walk);
  const cursor = cursorOf({ position, walk });
  const page = { changes, cursor, hasMore: !isOver || feed.head > position };
  return { ...read, value: { page, position, walk } };
};

import {
  isInLocale,
  isVisible,
  readableCollections,
  readsAsPublic,
  seesCollection,
} from '../access/visibility.ts';
import { inScope } from '../access/policy.ts';
import type { Decided } from '../content/read-on-basis.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type {
  ItemOutline,
  LocalesEvent,
  ShownOutline,
  VisibilityEvent,
} from '../events/stored-event.ts';
import type { ExactLocale } from '../model/content/view.ts';
import type { EpochMs } from '../primitives/time.ts';
import {
  collectionTags,
  groupIdOf,
  itemTags,
  mediaTags,
  shownPlacement,
  siteTags,
  type Change,
} from './change.ts';
import type { EventGroup, ItemEvent } from './group-events.ts';
import {
  concernsReader,
  opennessIn,
  seesIn,
  type VisibilityChanges,
} from './visibility-changes.ts';

/** A change without its place. */
type Unplaced = Omit<Change, 'cursor'>;

type Outline = ShownOutline & Partial<Pick<ItemOutline, 'status' | 'locale' | 'group'>>;

/** To which collection and which locale a request is limited. */
export interface AskedChanges {
  /** Of the collection. */
  readonly name: string | undefined;
  readonly locale: Pick<ExactLocale, 'code'> | undefined;
}

/** Whether the reader sees an item in this state. Without a status, it has one that the reader sees. */
const sees = (
  { view: { audience }, only, site }: Decided,
  { name, locale }: AskedChanges,
  id: string,
  { collectionId, status = 'published', ...state }: Outline,
): boolean =>
  (only === undefined || only === id) &&
  isInLocale(locale, state) &&
  isVisible(audience, { status, collectionId }) &&
  inScope(audience.scope, collectionId) &&
  (name === undefined || site.collection?.id === collectionId);

/** Whether a working copy may have taken the place of the item until the event. */
const mayEndCopy = (event: ItemEvent): boolean =>
  event.type === 'content' &&
  event.before?.status === 'published' &&
  (event.after?.status !== 'published' || event.endsCopy === true);

/**
 * What the reader learns from the events of an item.
 *
 * @param item as the reader sees it now; undefined if it does not.
 * @param visibility since the events; undefined if the reader sees the same whatever has changed.
 * @returns undefined if the reader has seen it neither before nor after.
 */
export const itemChange = (
  decided: Decided,
  asked: AskedChanges,
  { id, events }: Extract<EventGroup, { readonly kind: 'item' }>,
  item: ContentItem | undefined,
  visibility: VisibilityChanges | undefined,
): Unplaced | undefined => {
  const sawThen = (position: number, { collectionId }: Outline): boolean =>
    visibility?.mayDiffer(collectionId, position) !== true;
  const seen = events.flatMap((event) => {
    const both: readonly (Outline | null)[] = [event.before, event.after];
    const states = both.filter((state) => state !== null);
    return states
      .filter((state) => sees(decided, asked, id, state) && sawThen(event.position, state))
      .map((state) => ({ state, at: event.at, isBefore: state === event.before }));
  });
  const before = seen.filter(({ isBefore }) => isBefore);
  const collections = seen.map(({ state }) => state.collectionId);
  const groups = seen.map(({ state }) => state.group?.id);
  const first = before[0]?.state.slug;
  if (item !== undefined) {
    return {
      type: 'upserted',
      id,
      collectionId: item.collectionId,
      slug: item.slug,
      ...(first !== undefined && first !== item.slug && { previousSlug: first }),
      version: item.version,
      ...shownPlacement(item),
      at: events.at(-1)?.at ?? item.updatedAt,
      tags: itemTags(id, [item.collectionId, ...collections], [groupIdOf(item), ...groups]),
      item,
    };
  }
  const last = before.at(-1);
  if (last !== undefined) {
    const { slug, collectionId, locale, group } = last.state;
    return {
      type: 'removed',
      id,
      collectionId,
      slug,
      ...(first !== undefined && first !== slug && { previousSlug: first }),
      ...(locale !== undefined && { locale }),
      ...(group !== undefined && { group: group.id }),
      at: last.at,
      tags: itemTags(id, collections, groups),
    };
  }
  // The copy may have been in another collection than the item.
  const end =
    decided.view.shown === 'unpublished'
      ? events.find((event) => mayEndCopy(event) && isInLocale(asked.locale, event.before ?? {}))
      : undefined;
  return end && { type: 'removed', id, at: end.at, tags: itemTags(id, [], []) };
};

/** What every reader learns from the newest of events that are not about an item. */
export const otherChange = (
  decided: Decided,
  name: string | undefined,
  { events }: Extract<EventGroup, { readonly kind: 'other' }>,
): Unplaced | undefined => {
  const event = events.at(-1);
  switch (event?.type) {
    case 'media': {
      const type = event.change === 'deleted' ? 'media.removed' : 'media.upserted';
      return { type, id: event.id, at: event.at, tags: mediaTags(event.id) };
    }
    case 'collection': {
      const seesNow =
        event.isDeleted === true
          ? seesCollection(decided.actor, event)
          : isReadable(decided, event.id);
      if (!seesNow || (readsAsPublic(decided.actor) && event.isActive === false)) return undefined;
      return {
        type: 'collection.changed',
        id: event.id,
        at: event.at,
        tags: collectionTags(event.id),
      };
    }
    case 'visibility': {
      const last = events.findLast(
        (each) => each.type === 'visibility' && resets(decided, name, each),
      );
      return last?.type === 'visibility' ? resetOf(decided, name, last) : undefined;
    }
    case 'locales': {
      const { collectionId, at } = event;
      if (!hasOtherLocales(decided, name, event)) return undefined;
      return {
        type: 'reset',
        ...(collectionId !== undefined && { collectionId }),
        at,
        tags: siteTags,
      };
    }
    case 'schedule_failed':
    case undefined:
      return undefined;
  }
};

const isReadable = ({ view }: Decided, id: string): boolean =>
  inScope(readableCollections(view.audience), id);

/** Whether items that the reader sees have other locales since the event. */
const hasOtherLocales = (
  decided: Decided,
  name: string | undefined,
  { collectionId }: LocalesEvent,
): boolean =>
  collectionId === undefined ||
  (isReadable(decided, collectionId) && (name === undefined || decided.asked === collectionId));

/** Without the id of a collection that the reader has never seen: then everything may have changed. */
const resetOf = (
  decided: Decided,
  name: string | undefined,
  event: VisibilityEvent & { readonly at: EpochMs },
): Unplaced => {
  const { collectionId, at } = event;
  const [before, after] = opennessIn(event);
  const isKnown = (id: string): boolean =>
    name !== undefined ||
    event.userId !== undefined ||
    before.isPrivate !== after.isPrivate ||
    isReadable(decided, id);
  return {
    type: 'reset',
    ...(collectionId !== undefined && isKnown(collectionId) && { collectionId }),
    at,
    tags: siteTags,
  };
};

/** Whether the reader is told that it sees other content now. */
const resets = (
  { actor, asked, only }: Decided,
  name: string | undefined,
  event: VisibilityEvent,
): boolean => {
  const { collectionId, isDeleted } = event;
  if (isDeleted === true) return false;
  if (collectionId === undefined || name === undefined) {
    return (collectionId === undefined || only === undefined) && concernsReader(actor)(event);
  }
  if (asked !== collectionId) return false;
  if (event.userId !== undefined) return concernsReader(actor)(event);
  // The list of an inactive collection is empty for everybody.
  const [before, after] = opennessIn(event).map(({ isActive, ...state }) =>
    seesIn(actor, collectionId, { ...state, isActive: true }) ? String(isActive) : 'absent',
  );
  return before !== after;
};

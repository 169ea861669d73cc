import { isVisible, readableCollections, readsAsPublic } from '../access/visibility.ts';
import { inScope } from '../access/policy.ts';
import type { Decided } from '../content/read-on-basis.ts';
import type { ContentStatus, ContentItem } from '../model/content/content-item.ts';
import type { ShownOutline, VisibilityEvent } from '../events/stored-event.ts';
import type { EpochMs } from '../primitives/time.ts';
import { collectionTags, itemTags, mediaTags, siteTags, type Change } from './change.ts';
import type { EventGroup, ItemEvent } from './group-events.ts';
import type { VisibilityChanges } from './visibility-changes.ts';

/** A change without its place. */
type Unplaced = Omit<Change, 'cursor'>;

type Outline = ShownOutline & { readonly status?: ContentStatus };

/** Whether the reader sees an item in this state. Without a status, it has one that the reader sees. */
const sees = (
  { view: { audience }, only, site }: Decided,
  name: string | undefined,
  id: string,
  { collectionId, status = 'published' }: Outline,
): boolean =>
  (only === undefined || only === id) &&
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
 * @param name of the collection to which the request is limited.
 * @param visibility since the events; undefined if the reader sees the same whatever has changed.
 * @returns undefined if the reader has seen it neither before nor after.
 */
export const itemChange = (
  decided: Decided,
  name: string | undefined,
  { id, events }: Extract<EventGroup, { readonly kind: 'item' }>,
  item: ContentItem | undefined,
  visibility: VisibilityChanges | undefined,
): Unplaced | undefined => {
  const sawThen = (position: number, { collectionId }: Outline): boolean =>
    visibility === undefined ||
    !(visibility.ofSite(position) || visibility.ofCollection(collectionId, position));
  const seen = events.flatMap((event) => {
    const states = [event.before, event.after].filter((state) => state !== null);
    return states
      .filter((state) => sees(decided, name, id, state) && sawThen(event.position, state))
      .map((state) => ({ state, at: event.at, isBefore: state === event.before }));
  });
  const before = seen.filter(({ isBefore }) => isBefore);
  const collections = seen.map(({ state }) => state.collectionId);
  const first = before[0]?.state.slug;
  if (item !== undefined) {
    return {
      type: 'upserted',
      id,
      collectionId: item.collectionId,
      slug: item.slug,
      ...(first !== undefined && first !== item.slug && { previousSlug: first }),
      version: item.version,
      at: events.at(-1)?.at ?? item.updatedAt,
      tags: itemTags(id, [item.collectionId, ...collections]),
      item,
    };
  }
  const last = before.at(-1);
  if (last !== undefined) {
    const { slug, collectionId } = last.state;
    return {
      type: 'removed',
      id,
      collectionId,
      slug,
      ...(first !== undefined && first !== slug && { previousSlug: first }),
      at: last.at,
      tags: itemTags(id, collections),
    };
  }
  // The copy may have been in another collection than the item.
  const end = decided.view.shown === 'unpublished' ? events.find(mayEndCopy) : undefined;
  return end && { type: 'removed', id, at: end.at, tags: itemTags(id, []) };
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
      const seesNow = event.isDeleted === true || seesCollection(decided, event.id);
      if (!seesNow || (readsAsPublic(decided.actor) && event.isActive === false)) return undefined;
      return {
        type: 'collection.changed',
        id: event.id,
        at: event.at,
        tags: collectionTags(event.id),
      };
    }
    case 'visibility':
      return concerns(decided, name, event) ? resetOf(decided, name, event) : undefined;
    case 'schedule_failed':
    case undefined:
      return undefined;
  }
};

const seesCollection = ({ view }: Decided, id: string): boolean =>
  inScope(readableCollections(view.audience), id);

/** Without the id of a collection that the reader does not see: then everything may have changed. */
const resetOf = (
  decided: Decided,
  name: string | undefined,
  { collectionId, at }: VisibilityEvent & { readonly at: EpochMs },
): Unplaced => ({
  type: 'reset',
  ...(collectionId !== undefined &&
    (name !== undefined || seesCollection(decided, collectionId)) && { collectionId }),
  at,
  tags: siteTags,
});

const concerns = (
  { actor, view: { audience }, site }: Decided,
  name: string | undefined,
  { collectionId, userId, isDeleted }: VisibilityEvent,
): boolean => {
  if (isDeleted === true) return false;
  if (userId !== undefined) {
    return (actor.kind === 'user' || actor.kind === 'preview') && actor.userId === userId;
  }
  if (collectionId === undefined) return readsAsPublic(actor);
  // The list of an inactive collection is empty for everybody.
  if (name !== undefined) return site.collection?.id === collectionId;
  return readsAsPublic(actor) && inScope(audience.scope, collectionId);
};

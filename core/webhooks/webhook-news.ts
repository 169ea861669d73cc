import { inScope } from '../access/policy.ts';
import { opennessOf } from '../events/collection-events.ts';
import type {
  ContentEvent,
  ItemOutline,
  Openness,
  ScheduleFailedEvent,
  StoredEvent,
} from '../events/stored-event.ts';
import { opennessIn, type VisibilityChanges } from '../feed/visibility-changes.ts';
import { collectionTags, itemTags, mediaTags, shownPlacement } from '../feed/change.ts';
import type { Collection } from '../model/collection.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import { asksForLocale, type Webhook, type WebhookEventType } from '../model/webhooks/webhook.ts';
import type { JsonObject } from '../primitives/json.ts';
import type { EpochMs } from '../primitives/time.ts';

/** What an event means for a webhook. */
export type News =
  | {
      readonly kind: 'event';
      /** What it is about. */
      readonly subject: string;
      readonly type: WebhookEventType;
      readonly data: JsonObject;
      readonly tags: readonly string[];
      readonly at: EpochMs;
    }
  /** Deliveries about the subject have lost their sense. */
  | { readonly kind: 'end'; readonly subject: string };

/** What the news are made from besides the event. */
export interface NewsContext {
  /** All, by id. */
  readonly collections: ReadonlyMap<string, Collection>;
  /** Those of which planned changes have failed, as they are now. */
  readonly items: ReadonlyMap<string, ContentItem>;
  readonly mediaBaseUrl: string;
  /** For the webhook, since the events. */
  readonly visibility: VisibilityChanges;
}

/** Whether the webhook may learn of a collection in a state: of a private one, only if it names it. */
export const mayLearn = (
  { scope, onlyPublished }: Webhook,
  id: string,
  { isActive, isPrivate = false }: Openness,
): boolean =>
  (!isPrivate || (scope !== 'all' && scope.includes(id))) && (isActive || !onlyPublished);

/** An event in its place. */
type Placed<Event> = Event & { readonly at: EpochMs; readonly position: number };

/** @returns undefined if the event does not concern the webhook. */
export const newsOf = (
  webhook: Webhook,
  event: StoredEvent & { readonly position: number },
  context: NewsContext,
): News | undefined => {
  switch (event.type) {
    case 'content':
      return contentNews(webhook, event, context);
    case 'schedule_failed':
      return failureNews(webhook, event, context);
    case 'media': {
      const { id, filename, key, at, change } = event;
      const subject = `media ${id}`;
      const type = `media.${change}` as const;
      if (!webhook.events.includes(type)) {
        return change === 'deleted' ? { kind: 'end', subject } : undefined;
      }
      const data = { id, filename, url: `${context.mediaBaseUrl}/${key}` };
      return { kind: 'event', subject, type, data, tags: mediaTags(id), at };
    }
    case 'collection': {
      const { id, name, at } = event;
      const type = 'collection.changed';
      if (!webhook.events.includes(type) || !mayKnow(webhook, event)) return undefined;
      const tags = collectionTags(id);
      return { kind: 'event', subject: `collection ${id}`, type, data: { id, name }, tags, at };
    }
    case 'copy':
    case 'visibility':
    case 'locales':
      return undefined;
  }
};

/** Whether an event changes what the builds of a webhook of the kind `deploy` would read. */
export const startsBuild = (
  webhook: Webhook,
  event: StoredEvent & { readonly position: number },
  context: NewsContext,
): boolean => {
  switch (event.type) {
    case 'content':
      return concernedStates(webhook, event, context).length > 0;
    case 'media':
      return true;
    case 'collection':
      return mayKnow(webhook, event);
    case 'visibility': {
      if (event.userId !== undefined || event.isDeleted === true) return false;
      const { collectionId } = event;
      return (
        collectionId === undefined ||
        opennessIn(event).some((state) => mayKnow(webhook, { ...state, id: collectionId }))
      );
    }
    case 'locales':
      // That of one collection comes with an event of it.
      return event.collectionId === undefined;
    case 'copy':
    case 'schedule_failed':
      return false;
  }
};

type State = Pick<ItemOutline, 'status' | 'collectionId'>;

/** Whether the webhook is told about a collection, active or not. */
const mayKnow = (
  webhook: Webhook,
  { id, isPrivate = false }: Pick<Collection, 'id' | 'isPrivate'>,
): boolean => inScope(webhook.scope, id) && mayLearn(webhook, id, { isPrivate, isActive: true });

/**
 * Whether the webhook may learn of an item in this state: only if whoever reads what the webhook may learn can see it now,
 * and could when it happened. A collection was active and public until its deletion if that says nothing else.
 */
const mayShow = (
  webhook: Webhook,
  { position }: { readonly position: number },
  { status, collectionId }: State,
  { collections, visibility }: NewsContext,
): boolean =>
  (!webhook.onlyPublished || status === 'published') &&
  mayLearn(
    webhook,
    collectionId,
    opennessOf(collections.get(collectionId) ?? { isActive: true }),
  ) &&
  !visibility.mayDiffer(collectionId, position);

const concernedStates = (
  webhook: Webhook,
  event: Placed<ContentEvent>,
  context: NewsContext,
): readonly ItemOutline[] =>
  [event.before, event.after].filter(
    (state) =>
      state !== null &&
      inScope(webhook.scope, state.collectionId) &&
      asksForLocale(webhook, state.locale) &&
      mayShow(webhook, event, state, context),
  ) as ItemOutline[];

/** The types of a change. A webhook gets the first one that it asks for. */
const typesOf = ({ before, after, restored }: ContentEvent): readonly WebhookEventType[] => {
  if (after === null) return ['content.deleted'];
  if (restored === true) return ['content.restored'];
  if (before === null) {
    return after.status === 'published'
      ? ['content.published', 'content.created']
      : ['content.created'];
  }
  if (before.status === after.status) return ['content.updated'];
  if (after.status === 'published') return ['content.published'];
  if (after.status === 'archived') return ['content.archived'];
  return [before.status === 'published' ? 'content.unpublished' : 'content.updated'];
};

const contentNews = (
  webhook: Webhook,
  event: Placed<ContentEvent>,
  context: NewsContext,
): News | undefined => {
  const concerned = concernedStates(webhook, event, context);
  if (concerned.length === 0) return undefined;
  const subject = `item ${event.id}`;
  const { before, after } = event;
  const type = typesOf(event).find((each) => webhook.events.includes(each));
  if (type === undefined) {
    return concerned.some((state) => state === after) ? undefined : { kind: 'end', subject };
  }
  const known = [before, after].filter(
    (state): state is ItemOutline => state !== null && mayShow(webhook, event, state, context),
  );
  // Of an item that is not to be shown any more, the last state that was, under its new status.
  const last = known.at(-1) as ItemOutline;
  const { status, version } = after ?? last;
  const first = known[0]?.slug;
  const data = {
    ...itemData(event.id, last, context),
    ...(first !== undefined && first !== last.slug && { previousSlug: first }),
    status,
    version,
  };
  const tags = itemTags(
    event.id,
    known.map(({ collectionId }) => collectionId),
    known.map(({ group }) => group?.id),
  );
  return { kind: 'event', subject, type, data, tags, at: event.at };
};

const itemData = (
  id: string,
  { collectionId, slug, status, version, title, locale, group }: ItemOutline,
  { collections }: NewsContext,
) => ({
  id,
  // The name of a deleted collection is not known.
  collection: { id: collectionId, name: collections.get(collectionId)?.name ?? collectionId },
  slug,
  status,
  version,
  title,
  ...(locale !== undefined && { locale }),
  ...(group !== undefined && { group: group.id }),
});

/**
 * Goes to every webhook that asks for it, so it says no more than which item and collection. It has a subject of its own: it
 * must not replace a change of the item that was not delivered yet.
 */
const failureNews = (
  webhook: Webhook,
  { id, at }: Placed<ScheduleFailedEvent>,
  { items, collections }: NewsContext,
): News | undefined => {
  const item = items.get(id);
  const type = 'content.schedule_failed';
  if (item === undefined || !webhook.events.includes(type)) return undefined;
  if (!asksForLocale(webhook, item.locale)) return undefined;
  const { collectionId } = item;
  const { name, isPrivate } = collections.get(collectionId) ?? { name: collectionId };
  if (!mayKnow(webhook, { id: collectionId, isPrivate })) return undefined;
  const collection = { id: collectionId, name };
  return {
    kind: 'event',
    subject: `schedule ${id}`,
    type,
    data: { id, collection, ...shownPlacement(item) },
    tags: [],
    at,
  };
};

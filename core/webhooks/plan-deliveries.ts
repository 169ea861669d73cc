import type { StoredEvent } from '../events/stored-event.ts';
import { siteTags } from '../feed/change.ts';
import { anyReader, writeCursor } from '../feed/feed-cursor.ts';
import {
  concernsWhoSees,
  readVisibilityChanges,
  visibilityFor,
} from '../feed/visibility-changes.ts';
import { deployType, type Delivery, type NewDelivery } from '../model/webhooks/delivery.ts';
import type { StoredWebhook } from '../model/webhooks/webhook.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { DeliveryPlan } from '../ports/repositories/delivery-repository.ts';
import type { FeedState, PlacedEvent } from '../ports/repositories/outbox-repository.ts';
import { encodeJson, type JsonObject } from '../primitives/json.ts';
import { second, type EpochMs } from '../primitives/time.ts';
import { mayLearn, newsOf, startsBuild, type News, type NewsContext } from './webhook-news.ts';

export type PlanDependencies = Pick<
  Dependencies,
  'webhooks' | 'deliveries' | 'outbox' | 'collections' | 'contents' | 'ids' | 'log'
> & { readonly mediaBaseUrl: string };

/** How many events one step looks at. */
const eventsMax = 1_000;

/** The tags of answers, and so those of an event, are at most this many. */
const tagsMax = 128;

/**
 * Plans the deliveries that follow from what is in the outbox. Several instances can do it at the same time.
 *
 * @returns whether there is an active webhook.
 * @throws DomainError `dependency_unavailable`.
 */
export const planDeliveries = async (dependencies: PlanDependencies): Promise<boolean> => {
  const { webhooks, outbox } = dependencies;
  const active = (await webhooks.list()).filter(({ isActive }) => isActive);
  if (active.length === 0) return false;
  const feed = await outbox.advance();
  for (const webhook of active) await planFor(dependencies, feed, webhook);
  return true;
};

const planFor = async (
  dependencies: PlanDependencies,
  feed: FeedState,
  webhook: StoredWebhook,
): Promise<void> => {
  const { outbox, log } = dependencies;
  const { position } = webhook;
  if (position >= feed.head) return;
  const events = await outbox.listAfter(position, eventsMax);
  if (events === undefined) {
    log.warn('Events were removed before a webhook has read them', { webhook: webhook.id });
  }
  const isFull = events?.length === eventsMax;
  const last = events?.at(-1)?.position ?? position;
  const end = isFull ? last : Math.max(last, feed.head);
  const isStored = await planEvents(dependencies, feed, webhook, events ?? [], end);
  // Otherwise another instance does it, or the webhook has changed.
  if (isStored) await planFor(dependencies, feed, { ...webhook, position: end });
};

interface PlacedNews {
  readonly position: number;
  readonly news: News;
}

const planEvents = async (
  dependencies: PlanDependencies,
  { epoch }: FeedState,
  webhook: StoredWebhook,
  placed: readonly PlacedEvent[],
  end: number,
): Promise<boolean> => {
  const { deliveries, ids } = dependencies;
  const events = placed.map(({ position, event }) => ({
    position,
    event: { ...(JSON.parse(event) as StoredEvent), position },
  }));
  const context = await contextOf(dependencies, webhook, events);
  if (webhook.kind === 'deploy') {
    const isConcerned = events.some(({ event }) => startsBuild(webhook, event, context));
    const subjects = isConcerned ? [deployType] : [];
    return deliveries.plan(webhook, end, subjects, (waiting) =>
      isConcerned ? buildPlan(webhook, ids.next(), waiting) : nothing,
    );
  }
  const told = events.flatMap(({ position, event }): readonly PlacedNews[] => {
    const news = newsOf(webhook, event, context);
    return news === undefined ? [] : [{ position, news }];
  });
  const subjects = [...new Set(told.map(({ news }) => news.subject))];
  return deliveries.plan(webhook, end, subjects, (waiting) => {
    const added = new Map<string, NewDelivery>();
    const earlier = new Map<string, NewDelivery>(waiting);
    for (const { position, news } of told) {
      const { subject } = news;
      if (news.kind === 'end') {
        added.delete(subject);
        earlier.delete(subject);
      } else {
        const cursor = cursorAt(epoch, position);
        const delivery = deliveryOf(ids.next(), news, cursor, earlier.get(subject));
        added.set(subject, delivery);
        earlier.set(subject, delivery);
      }
    }
    return { ended: subjects, added: [...added.values()], delayMs: 0 };
  });
};

const nothing: DeliveryPlan = { ended: [], added: [], delayMs: 0 };

/** A build that is waiting, and was not tried yet, also shows what has happened since it was planned. */
const buildPlan = (
  { debounceSeconds }: StoredWebhook,
  id: string,
  waiting: ReadonlyMap<string, Delivery>,
): DeliveryPlan =>
  waiting.get(deployType)?.attempts === 0
    ? nothing
    : {
        ended: [deployType],
        added: [{ id, subject: deployType, type: deployType, body: undefined }],
        delayMs: debounceSeconds * second,
      };

const cursorAt = (epoch: string, position: number): string =>
  writeCursor(anyReader, { epoch, position });

const contextOf = async (
  { collections, contents, outbox, mediaBaseUrl }: PlanDependencies,
  webhook: StoredWebhook,
  events: readonly { readonly event: StoredEvent }[],
): Promise<NewsContext> => {
  const failed = events.flatMap(({ event }) =>
    event.type === 'schedule_failed' ? [event.id] : [],
  );
  const items = failed.length === 0 ? [] : await contents.findByIds(failed);
  const all = await collections.list();
  return {
    collections: new Map(all.map((each) => [each.id, each])),
    visibility: visibilityFor(
      await readVisibilityChanges(outbox, webhook.position),
      concernsWhoSees((id, state) => mayLearn(webhook, id, state)),
    ),
    items: new Map(items.map((item) => [item.id, item])),
    mediaBaseUrl,
  };
};

/** The body of a request about an event. */
export const eventBody = (event: {
  readonly type: string;
  readonly at: EpochMs;
  readonly data: JsonObject;
  readonly cursor: string;
  readonly tags: readonly string[];
}) => {
  const { type, at, data, cursor, tags } = event;
  return encodeJson({ type, timestamp: new Date(at).toISOString(), data, cursor, tags });
};

/** @param earlier was not delivered: what it makes outdated is part of the new one. */
const deliveryOf = (
  id: string,
  { subject, type, data, tags, at }: Extract<News, { readonly kind: 'event' }>,
  cursor: string,
  earlier: NewDelivery | undefined,
): NewDelivery => {
  const before = earlier?.body === undefined ? undefined : bodyOf(earlier.body);
  const { previousSlug, ...rest } = data;
  const oldSlug = before?.data.previousSlug ?? before?.data.slug ?? previousSlug;
  const merged = [...new Set([...tags, ...(before?.tags ?? [])])];
  const body = eventBody({
    type,
    at,
    data: {
      ...rest,
      ...(oldSlug !== undefined && oldSlug !== data['slug'] && { previousSlug: oldSlug }),
    },
    cursor,
    tags: merged.length > tagsMax ? siteTags : merged,
  });
  return { id, subject, type, body };
};

interface EventBody {
  readonly data: {
    readonly id?: string;
    readonly collection?: { readonly id: string };
    readonly slug?: string;
    readonly previousSlug?: string;
  };
  readonly tags: readonly string[];
}

const bodyOf = (text: string): EventBody => JSON.parse(text) as EventBody;

/** What a delivery says. */
export const eventDataOf = (body: string): Partial<EventBody['data']> => bodyOf(body).data;

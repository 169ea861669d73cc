import { inScope } from '../access/policy.ts';
import { readsAsPublic, seesAllCollections, showsItems } from '../access/visibility.ts';
import type { Decided } from '../content/read-on-basis.ts';
import type { Openness, VisibilityEvent } from '../events/stored-event.ts';
import type { Actor } from '../model/actor.ts';
import type { OutboxRepository } from '../ports/repositories/outbox-repository.ts';
import type { EventGroup } from './group-events.ts';

/** Whether what happened changes what somebody sees. */
export type Concerns = (event: VisibilityEvent) => boolean;

/** What a reader could see at a position of the feed is known if nothing has changed it since. */
export interface VisibilityChanges {
  /** Whether somebody may see more or less of the collection than at the position. */
  readonly mayDiffer: (collectionId: string, position: number) => boolean;
}

interface PlacedVisibility {
  readonly position: number;
  readonly event: VisibilityEvent;
}

/** The newest changes of visibility, for all readers. */
export interface RecentVisibility {
  readonly newestFirst: readonly PlacedVisibility[];
  /** Before this position, nothing counts as known. */
  readonly oldest: number;
}

const changesMax = 1_000;

/** Must be read after the site by which readers are judged now. @param after the place of the oldest event. */
export const readVisibilityChanges = async (
  outbox: Pick<OutboxRepository, 'listVisibilityAfter'>,
  after: number,
): Promise<RecentVisibility> => {
  const placed = await outbox.listVisibilityAfter(after, changesMax);
  return {
    newestFirst: placed.map(({ position, event }) => ({
      position,
      event: JSON.parse(event) as VisibilityEvent,
    })),
    oldest: placed.length < changesMax ? -1 : (placed.at(-1)?.position ?? -1),
  };
};

export const visibilityFor = (
  { newestFirst, oldest }: RecentVisibility,
  concerns: Concerns,
): VisibilityChanges => {
  /** By the id of a collection; those of everything have none. */
  const last = new Map<string, number>();
  for (const { position, event } of newestFirst) {
    const { collectionId = '' } = event;
    if (!last.has(collectionId) && concerns(event)) last.set(collectionId, position);
  }
  const lastOf = (collectionId: string): number => last.get(collectionId) ?? -1;
  return {
    mayDiffer: (collectionId, position) =>
      position < oldest || Math.max(lastOf(''), lastOf(collectionId)) > position,
  };
};

/** Before and after an event about a collection. */
export const opennessIn = ({
  isDeleted,
  before = { isActive: isDeleted !== true },
  after = { isActive: false },
}: VisibilityEvent): readonly [before: Openness, after: Openness] => [before, after];

/** @param sees whether somebody sees a collection in a state. */
export const concernsWhoSees =
  (sees: (collectionId: string, state: Openness) => boolean): Concerns =>
  (event) => {
    const { collectionId } = event;
    if (collectionId === undefined) return false;
    const [before, after] = opennessIn(event);
    const saw = sees(collectionId, before);
    return event.isDeleted === true ? !saw : saw !== sees(collectionId, after);
  };

/** Whether the reader sees a collection in a state. */
export const seesIn = (actor: Actor, id: string, state: Openness): boolean =>
  showsItems(actor, { id, ...state }) && (actor.kind !== 'token' || inScope(actor.scope, id));

const isAbout = (actor: Actor, userId: string): boolean =>
  (actor.kind === 'user' || actor.kind === 'preview') && actor.userId === userId;

export const concernsReader =
  (actor: Actor): Concerns =>
  (event) => {
    if (event.userId !== undefined) {
      // With a grant in a private collection or without, it exists for whoever sees all.
      return (
        isAbout(actor, event.userId) &&
        !(event.before?.isPrivate === true && seesAllCollections(actor))
      );
    }
    if (event.collectionId === undefined) return readsAsPublic(actor);
    return concernsWhoSees((id, state) => seesIn(actor, id, state))(event);
  };

/**
 * Collections that were deleted count as shown for what happened in them: no active one is hidden by its deletion, and that of
 * an inactive one is among the changes of visibility, which must be read after this.
 */
export const showingGone = async (
  decided: Decided,
  groups: readonly EventGroup[],
): Promise<Decided> => {
  const { view, repositories } = decided;
  const { collections } = view.audience;
  if (collections === 'all') return decided;
  const events = groups.flatMap((group) => (group.kind === 'item' ? group.events : []));
  const hidden = new Set(events.flatMap(({ before }) => before?.collectionId ?? []));
  const gone: string[] = [];
  for (const id of hidden) {
    if (collections.includes(id)) continue;
    if ((await repositories.collections.findById(id)) === undefined) gone.push(id);
  }
  const audience = { ...view.audience, collections: [...collections, ...gone] };
  return { ...decided, view: { ...view, audience } };
};

/** Whether `actor` can learn of states that items had before, and so must have been able to see them. */
export const needsVisibilityChanges = (actor: Actor, groups: readonly EventGroup[]): boolean =>
  !seesAllCollections(actor) &&
  groups.some(
    (group) => group.kind === 'item' && group.events.some(({ before }) => before !== null),
  );

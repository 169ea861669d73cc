import { readsAsPublic } from '../access/visibility.ts';
import type { Decided } from '../content/read-on-basis.ts';
import type { VisibilityEvent } from '../events/stored-event.ts';
import type { Actor } from '../model/actor.ts';
import type { OutboxRepository, PlacedEvent } from '../ports/repositories/outbox-repository.ts';
import type { EventGroup } from './group-events.ts';

/** What readers could see at a position of the feed is known if nothing has changed it since. */
export interface VisibilityChanges {
  /** Whether the collection was activated or deactivated after the position. */
  readonly ofCollection: (collectionId: string, position: number) => boolean;
  /** Whether readers who read as the public see more or less since the position. */
  readonly ofSite: (position: number) => boolean;
}

/** Before the oldest of so many changes, nothing counts as known. */
const changesMax = 1_000;

/** Must be read after the site by which readers are judged now. @param after the place of the oldest event. */
export const readVisibilityChanges = async (
  outbox: Pick<OutboxRepository, 'listVisibilityAfter'>,
  after: number,
): Promise<VisibilityChanges> =>
  visibilityChanges(await outbox.listVisibilityAfter(after, changesMax));

const visibilityChanges = (newestFirst: readonly PlacedEvent[]): VisibilityChanges => {
  const last = new Map<string, number>();
  for (const { position, event } of newestFirst) {
    const { collectionId = '', userId } = JSON.parse(event) as VisibilityEvent;
    if (userId === undefined && !last.has(collectionId)) last.set(collectionId, position);
  }
  const oldest = newestFirst.length < changesMax ? -1 : (newestFirst.at(-1)?.position ?? -1);
  const isAfter = (collectionId: string, position: number): boolean =>
    position < oldest || (last.get(collectionId) ?? -1) > position;
  return { ofCollection: isAfter, ofSite: (position) => isAfter('', position) };
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
  readsAsPublic(actor) &&
  groups.some(
    (group) => group.kind === 'item' && group.events.some(({ before }) => before !== null),
  );

import { findEditable, type StoredItem } from '../content/stored-item.ts';
import { assertMayMove } from '../content/update-content.ts';
import { collectionOf } from '../drafts/publish-draft.ts';
import { audited } from '../events/record-audit.ts';
import { userIdOf, type Actor } from '../model/actor.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { ScheduledAction, ScheduledChange } from '../model/content/schedule.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { ItemSchedule } from '../ports/repositories/schedule-repository.ts';
import { DomainError, invalid, notFound } from '../primitives/errors.ts';
import type { EpochMs } from '../primitives/time.ts';

/** Null removes a planned change; an absent one stays. */
export interface PlanChanges {
  /** When to publish the item, or its working copy. */
  readonly publishAt?: EpochMs | null | undefined;
  /** When to make it a draft. */
  readonly unpublishAt?: EpochMs | null | undefined;
}

type ScheduleDependencies = Pick<Dependencies, 'store' | 'contents' | 'collections' | 'copies'>;

export const planChanges =
  (dependencies: ScheduleDependencies) =>
  async (actor: Actor, id: string, command: PlanChanges): Promise<readonly ScheduledChange[]> => {
    const stored = await findEditable(dependencies, actor, id);
    const { item } = stored;
    if (command.publishAt === undefined && command.unpublishAt === undefined) {
      throw invalidTime('publish', 'or unpublishAt is required');
    }
    await assertPlannable(dependencies, actor, stored, command);
    const schedule = await revise(dependencies, actor, 'schedule.plan', item, (current) =>
      planned(actor, item.id, current, command),
    );
    if (schedule === undefined) throw notFound('Content');
    return schedule.changes;
  };

export const removePlan =
  (dependencies: ScheduleDependencies) =>
  async (actor: Actor, id: string): Promise<void> => {
    const { item } = await findEditable(dependencies, actor, id);
    await revise(dependencies, actor, 'schedule.remove', item, () => []);
  };

const revise = (
  dependencies: ScheduleDependencies,
  actor: Actor,
  action: 'schedule.plan' | 'schedule.remove',
  { id, slug }: ContentItem,
  decide: (current: ItemSchedule) => readonly ScheduledChange[],
): Promise<ItemSchedule | undefined> => {
  let isChanged = false;
  return audited(
    dependencies,
    actor,
    ({ schedules }) =>
      schedules.revise(id, (current) => {
        const next = decide(current);
        isChanged = JSON.stringify(next) !== JSON.stringify(current.changes);
        return next;
      }),
    (revised) => (revised && isChanged ? { action, id, detail: slug } : undefined),
  );
};

/** What cannot be done as the item is now. What can be done at the time of the change is decided then. */
const assertPlannable = async (
  dependencies: ScheduleDependencies,
  actor: Actor,
  stored: StoredItem,
  { publishAt, unpublishAt }: PlanChanges,
): Promise<void> => {
  const { id, status } = stored.item;
  const isPlanned = typeof publishAt === 'number' || typeof unpublishAt === 'number';
  if (status === 'archived' && isPlanned) {
    throw new DomainError('invalid_transition', 'Archived content cannot be scheduled', {
      details: 'Make it a draft first',
    });
  }
  if (typeof publishAt !== 'number') return;
  const copy = await dependencies.copies.find(id);
  if (copy === undefined) {
    if (status === 'published') throw nothingToPublish();
    return;
  }
  const collection = await collectionOf(dependencies, stored, copy);
  assertMayMove(actor, stored, { collection, path: 'collectionId' });
};

export const nothingToPublish = (): DomainError =>
  new DomainError('nothing_to_publish', 'The content is published, and has no working copy');

/** The latest time that dates can show. */
const latestTime = 8.64e15;

const members = { publish: 'publishAt', unpublish: 'unpublishAt' } as const satisfies Readonly<
  Record<ScheduledAction, keyof PlanChanges>
>;

const planned = (
  actor: Actor,
  contentId: string,
  { now, changes }: ItemSchedule,
  command: PlanChanges,
): readonly ScheduledChange[] => {
  const pending = changes.filter(({ reason }) => reason === undefined);
  const scheduledBy = userIdOf(actor);
  const next = (['publish', 'unpublish'] as const).flatMap((action): ScheduledChange[] => {
    const at = command[members[action]];
    const stored = pending.filter((change) => change.action === action);
    if (at === undefined || at === stored[0]?.at) return stored;
    if (at === null) return [];
    if (!Number.isSafeInteger(at) || at > latestTime) {
      throw invalidTime(action, 'must be a time in epoch milliseconds');
    }
    if (at <= now) throw invalidTime(action, 'must be in the future');
    return [{ contentId, action, at, reason: undefined, scheduledBy }];
  });
  const [publish, unpublish] = next;
  if (publish !== undefined && unpublish !== undefined && publish.at >= unpublish.at) {
    throw command.unpublishAt === undefined
      ? invalidTime('publish', `must be before unpublishAt, which is ${unpublish.at}`)
      : invalidTime('unpublish', `must be after publishAt, which is ${publish.at}`);
  }
  return next;
};

const invalidTime = (action: ScheduledAction, message: string): DomainError =>
  invalid('invalid_input', [{ path: members[action], message }]);

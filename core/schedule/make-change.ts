import { checkItemData } from '../collections/data/check-data.ts';
import type { ContentWriting } from '../content/content-writer.ts';
import { placeIn } from '../content/place-in.ts';
import { findIfStored, retryOnConflict, type StoredItem } from '../content/stored-item.ts';
import { collectionOf, mergeCopy } from '../drafts/publish-draft.ts';
import { removeCopy } from '../drafts/stored-draft.ts';
import { scheduleFailedEvent } from '../events/stored-event.ts';
import type { Hook } from '../hooks/hook.ts';
import type { KeyedGates } from '../limits/gate.ts';
import { operator, userIdOf, type Actor } from '../model/actor.ts';
import { plannedBy } from '../model/audit-entry.ts';
import type { DecidedUpdate } from '../model/content/content-change.ts';
import { assertTransition, reviseContentItem } from '../model/content/content-item.ts';
import type { ScheduledChange } from '../model/content/schedule.ts';
import { copyStateOf } from '../model/content/working-copy.ts';
import type { Dependencies } from '../ports/ports.ts';
import { isDomainError, type DomainError } from '../primitives/errors.ts';
import { decodeJson } from '../primitives/json.ts';
import { noId } from '../primitives/uuid.ts';
import { nothingToPublish } from './plan-changes.ts';

export type MakeDependencies = Pick<
  Dependencies,
  | 'store'
  | 'schedules'
  | 'contents'
  | 'collections'
  | 'copies'
  | 'users'
  | 'clock'
  | 'patterns'
  | 'log'
> &
  ContentWriting & { readonly itemGates: KeyedGates; readonly hooks: readonly Hook[] };

/**
 * Makes a planned change, in the name of the account that planned it. A change that cannot be made is marked as failed.
 * One that could not be made only now, because a dependency is unavailable, stays pending. Never throws.
 */
export const makeChange = async (
  dependencies: MakeDependencies,
  change: ScheduledChange,
): Promise<void> => {
  const { contentId, action } = change;
  const fields = { content: contentId, action };
  try {
    const failure = await failureOf(dependencies, change);
    if (failure === undefined) return;
    dependencies.log.warn('A scheduled change failed', { ...fields, code: failure.code });
    await markFailed(dependencies, change, failure);
  } catch (error) {
    dependencies.log.warn('A scheduled change has to wait', fields, error);
  }
};

/** @returns why the change cannot be made. @throws errors that the change did not cause. */
const failureOf = async (
  dependencies: MakeDependencies,
  change: ScheduledChange,
): Promise<DomainError | undefined> => {
  try {
    const actor = await actorFor(dependencies, change);
    await retryOnConflict(dependencies, change.contentId, () =>
      attempt(dependencies, actor, change),
    );
    return undefined;
  } catch (error) {
    if (isDomainError(error) && error.kind !== 'unavailable') return error;
    throw error;
  }
};

/** @returns undefined if something that decided the change has changed. */
const attempt = async (
  dependencies: MakeDependencies,
  actor: Actor,
  planned: ScheduledChange,
): Promise<'done' | undefined> => {
  const { schedules, contentWriter } = dependencies;
  const { contentId, action, at } = planned;
  // Another instance may have made the change, if this process did not respond for a while.
  const { now, changes } = await schedules.find(contentId);
  const isPending = changes.some(
    (each) => each.action === action && each.at === at && each.reason === undefined && at <= now,
  );
  if (!isPending) return 'done';

  const stored = await findIfStored(dependencies, operator, contentId);
  if (stored === undefined || (action === 'unpublish' && stored.item.status !== 'published')) {
    await schedules.remove(planned);
    return 'done';
  }
  const change = await (action === 'publish' ? publication : withdrawal)(dependencies, stored);
  if (change.item === change.before) {
    // The item has the state of its copy already.
    await dependencies.store.atomically(async (store) => {
      const { copies, schedules } = store.repositories;
      await schedules.remove(planned);
      if (change.expected?.copy === undefined) return;
      const copy = await copies.find(contentId);
      if (copy?.version !== change.expected.copy) return;
      const by = plannedBy(userIdOf(actor));
      await removeCopy({ ...dependencies, store }, by, change.item, copy);
    });
    return 'done';
  }
  const written = await contentWriter.write(actor, {
    kind: 'update',
    ...change,
    expected: { ...change.expected, due: { action, at } },
  });
  return written && 'done';
};

type PlannedUpdate = Omit<DecidedUpdate, 'kind'>;

/** Publishes the item or, if there is one, its working copy. */
const publication = async (
  { copies, collections, contents, clock, patterns }: MakeDependencies,
  stored: StoredItem,
): Promise<PlannedUpdate> => {
  const { item: before } = stored;
  assertTransition(before.status, 'published');
  const copy = await copies.find(before.id);
  if (copy === undefined && before.status === 'published') throw nothingToPublish();
  const state = copy === undefined ? before : mergeCopy(copy, before);
  const collection = await collectionOf({ collections }, stored, state);
  const placement = await placeIn({ contents }, before, collection);
  const changes = { ...placement, ...copyStateOf(state), status: 'published' } as const;
  const item = reviseContentItem(before, changes, clock.now());
  checkItemData(patterns, collection, decodeJson(item.data), item.status);
  return { before, item, collection, expected: { copy: copy?.version } };
};

const withdrawal = async (
  { clock }: MakeDependencies,
  { item: before, collection }: StoredItem,
): Promise<PlannedUpdate> => ({
  before,
  item: reviseContentItem(before, { status: 'draft' }, clock.now()),
  collection,
});

/** The rights were checked when the change was planned: the account may have been deactivated or deleted since. */
const actorFor = async (
  { users }: MakeDependencies,
  { scheduledBy: userId }: ScheduledChange,
): Promise<Actor> => {
  if (userId === undefined) return operator;
  const { role = 'viewer', grants = [] } = (await users.findById(userId)) ?? {};
  return { kind: 'user', userId, sessionId: noId, role, grants };
};

const markFailed = async (
  { schedules, clock }: MakeDependencies,
  change: ScheduledChange,
  failure: DomainError,
): Promise<void> => {
  const reason = `${failure.code}: ${explain(failure)}`;
  await schedules.fail(change, reason, scheduleFailedEvent(change, reason, clock.now()));
};

const maxIssues = 5;

const explain = ({ message, details, issues = [] }: DomainError): string => {
  if (details !== undefined) return `${message}. ${details}`;
  const listed = issues.slice(0, maxIssues).map((issue) => `${issue.path} ${issue.message}`);
  return listed.join('; ') || message;
};

import { noActiveCollection } from '../model/collection.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { Ports } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import { DomainError } from '../primitives/errors.ts';
import { second } from '../primitives/time.ts';
import type { Attempt, Hook, HookActor, Replacement, Verdict } from './hook.ts';
import { isReplaceable, parseVerdict, replaceIn } from './replace-item.ts';

/** The timeout of one hook. */
const hookTimeoutMs = 5 * second;

/**
 * Asks the hooks of the operation, in order. Stops at the first one that blocks. Each hook gets the item as
 * the hooks before it replaced it.
 *
 * @returns the attempt, with the item to store.
 * @throws DomainError `blocked_by_hook`; `collection_not_found`.
 */
export type AskHooks = <A extends Attempt>(attempt: A) => Promise<A>;

export interface HookDependencies extends Pick<
  Ports & Repositories,
  'timer' | 'log' | 'collections' | 'patterns' | 'ids'
> {
  readonly hooks: readonly Hook[];
}

export const hookAsker =
  (dependencies: HookDependencies): AskHooks =>
  async (attempt) => {
    let current = attempt;
    for (const hook of dependencies.hooks) {
      if (!hook.operations.includes(attempt.operation)) continue;
      const verdict = await decide(dependencies, hook, current);
      if (typeof verdict === 'string') throw blockedBy(hook, verdict);
      if (verdict === undefined) continue;
      current = { ...current, item: await replace(dependencies, hook, current, verdict) };
    }
    return current;
  };

const decide = async (
  { timer, log }: HookDependencies,
  hook: Hook,
  attempt: Attempt,
): Promise<Verdict> => {
  const outcome = await blockingOnFailure(log, hook, attempt, async () =>
    // A hook that tries to change the copy throws, and therefore blocks.
    timer.within(Promise.resolve(hook.decide(frozenCopyOf(shownOf(attempt)))), hookTimeoutMs),
  );
  if (outcome.inTime)
    return blockingOnFailure(log, hook, attempt, () => parseVerdict(outcome.value));
  log.error('A hook timed out and blocked the operation', fieldsOf(hook, attempt));
  throw blockedBy(hook, 'The hook timed out');
};

/** @returns the item with the replaced members, checked like the input of a caller. */
const replace = async (
  { log, collections, patterns, ids }: HookDependencies,
  hook: Hook,
  attempt: Attempt,
  replacement: Replacement,
): Promise<ContentItem> => {
  const { item } = await blockingOnFailure(log, hook, attempt, () => {
    if (isReplaceable(attempt)) return attempt;
    throw new TypeError(`A hook cannot replace anything in ${attempt.operation}`);
  });
  const collection = await collections.findById(item.collectionId);
  if (collection === undefined) throw noActiveCollection('collectionId');
  return blockingOnFailure(log, hook, attempt, () =>
    replaceIn(item, replacement, { collection, patterns, ids }),
  );
};

/** Runs code that depends on the hook. If it fails, the operation is blocked, and the log has the cause. */
const blockingOnFailure = async <T>(
  log: Ports['log'],
  hook: Hook,
  attempt: Attempt,
  work: () => Promise<T> | T,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    log.error('A hook failed and blocked the operation', fieldsOf(hook, attempt), error);
    throw blockedBy(hook, 'The hook failed');
  }
};

const fieldsOf = ({ name }: Hook, { operation }: Attempt) => ({ hook: name, operation });

const blockedBy = ({ name }: Hook, reason: string): DomainError =>
  new DomainError('blocked_by_hook', `Blocked by the hook '${name}'`, { details: reason });

/** Without the request of the actor, which use cases pass on with it. */
const shownOf = (attempt: Attempt): Attempt => {
  const { request: _, ...actor }: HookActor & { readonly request?: unknown } = attempt.actor;
  return { ...attempt, actor };
};

/** A deep copy of plain data, frozen at every depth. */
const frozenCopyOf = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value;
  const copy: unknown = Array.isArray(value)
    ? value.map((item: unknown) => frozenCopyOf(item))
    : Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, frozenCopyOf<unknown>(member)]),
      );
  return Object.freeze(copy) as T;
};

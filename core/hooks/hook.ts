import type { Actor } from '../access/actor.ts';
import type { ContentItem } from '../content/content-item.ts';
import { DomainError } from '../errors.ts';
import type { MediaFile } from '../media/media-file.ts';
import type { Ports } from '../ports/ports.ts';
import { second } from '../time.ts';

/** An operation that is about to happen. Hooks get a frozen copy. */
export type Attempt =
  | { readonly operation: 'content.create'; readonly actor: Actor; readonly item: ContentItem }
  | {
      readonly operation: 'content.update' | 'content.publish' | 'content.unpublish';
      readonly actor: Actor;
      /** Undefined if the item is created as published. */
      readonly before: ContentItem | undefined;
      readonly item: ContentItem;
    }
  | { readonly operation: 'content.delete'; readonly actor: Actor; readonly item: ContentItem }
  | {
      readonly operation: 'media.upload' | 'media.delete';
      readonly actor: Actor;
      readonly file: MediaFile;
    };

/** What a hook subscribes to. One request may trigger several, or none. */
export type HookedOperation = Attempt['operation'];

/** `undefined` allows the operation. A text blocks it; the caller gets the text as the reason. */
export type Verdict = string | undefined;

/** An extension that can block operations, but not change them. */
export interface Hook {
  readonly name: string;
  readonly operations: readonly HookedOperation[];
  /** If it throws or takes longer than five seconds, the operation is blocked. */
  readonly decide: (attempt: Attempt) => Promise<Verdict> | Verdict;
}

/** The timeout of one hook. */
const hookTimeoutMs = 5 * second;

/**
 * Asks the hooks of the operation, in order. Stops at the first one that blocks.
 *
 * @throws DomainError `blocked_by_hook`.
 */
export type AskHooks = (attempt: Attempt) => Promise<void>;

type HookDependencies = Pick<Ports, 'timer' | 'log'>;

export const hookAsker =
  ({ timer, log, hooks }: HookDependencies & { readonly hooks: readonly Hook[] }): AskHooks =>
  async (attempt) => {
    const subscribed = hooks.filter(({ operations }) => operations.includes(attempt.operation));
    if (subscribed.length === 0) return;
    // A hook that tries to change the copy throws, and therefore blocks.
    const copy = frozenCopyOf(attempt);
    for (const hook of subscribed) {
      const reason = await decide(hook, copy, { timer, log });
      if (reason !== undefined) {
        throw new DomainError('blocked_by_hook', `Blocked by the hook '${hook.name}'`, {
          details: reason,
        });
      }
    }
  };

const decide = async (
  hook: Hook,
  attempt: Attempt,
  { timer, log }: HookDependencies,
): Promise<Verdict> => {
  const fields = { hook: hook.name, operation: attempt.operation };
  try {
    const outcome = await timer.within(Promise.resolve(hook.decide(attempt)), hookTimeoutMs);
    if (outcome.inTime) return outcome.value;
    log.error('A hook timed out and blocked the operation', fields);
    return 'The hook timed out';
  } catch (error) {
    log.error('A hook failed and blocked the operation', fields, error);
    return 'The hook failed';
  }
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

import { DomainError } from '../errors.ts';
import type { Ports } from '../ports/ports.ts';
import { second } from '../time.ts';
import { frozenCopyOf } from './frozen-copy.ts';
import type { Attempt, Hook, Verdict } from './hook.ts';

/** How long one hook may think. */
const hookDeadlineMs = 5 * second;

/** Asks every hook that watches the operation, in order; the first refusal ends it. */
export type AskHooks = (attempt: Attempt) => Promise<void>;

/** @throws (by the function returned) DomainError `blocked_by_hook`. */
export const askHooks =
  ({
    timer,
    log,
    hooks,
  }: Pick<Ports, 'timer' | 'log'> & { readonly hooks: readonly Hook[] }): AskHooks =>
  async (attempt) => {
    const watching = hooks.filter(({ operations }) => operations.includes(attempt.operation));
    if (watching.length === 0) return;
    // A hook may look, not touch: one that tries fails, and with that blocks.
    const shown = frozenCopyOf(attempt);
    for (const hook of watching) {
      const reason = await decide(hook, shown, { timer, log });
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
  { timer, log }: Pick<Ports, 'timer' | 'log'>,
): Promise<Verdict> => {
  const fields = { hook: hook.name, operation: attempt.operation };
  try {
    const outcome = await timer.within(Promise.resolve(hook.decide(attempt)), hookDeadlineMs);
    if (outcome.inTime) return outcome.value;
    log.error('A hook took too long and blocked the operation', fields);
    return 'The hook did not answer in time';
  } catch (error) {
    log.error('A hook failed and blocked the operation', fields, error);
    return 'The hook failed';
  }
};

import { audited } from '../events/record-audit.ts';
import type { AuditedActor } from '../model/audit-entry.ts';
import type { SecondFactor } from '../model/second-factor.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import {
  errorOf,
  invalidCode,
  isStopping,
  judgeCode,
  type AcceptedCodes,
  type JudgeDependencies,
} from './judge-code.ts';

export type SpendDependencies = Pick<Dependencies, 'store' | 'secondFactors'> & JudgeDependencies;

/** A code that somebody entered for an account. */
export interface EnteredCode {
  readonly userId: string;
  readonly code: string;
  readonly accepted: AcceptedCodes;
  /** Whether the factor must wait for its first code, or must be confirmed. */
  readonly isPending: boolean;
}

/**
 * Uses a code up and, in the same transaction, does what it is for. Counts it if it is wrong.
 *
 * @param use stores what follows from the code: the factor as it is to be after it. The version that it expects is that of the
 *   factor whose code was judged. Returns undefined if another version is stored, having written nothing else: then the
 *   code is judged again.
 * @throws DomainError `invalid_code`, also without such a factor; `rate_limited`.
 */
export const withCode = async <T>(
  dependencies: SpendDependencies,
  actor: AuditedActor,
  { userId, code, accepted, isPending }: EnteredCode,
  use: (after: SecondFactor, expected: string) => Promise<T | undefined>,
): Promise<T> => {
  for (;;) {
    const factor = await dependencies.secondFactors.find(userId);
    const { pendingUntil } = factor ?? {};
    if (factor === undefined || (pendingUntil !== undefined) !== isPending) throw invalidCode();
    if (pendingUntil !== undefined && pendingUntil <= dependencies.clock.now()) throw invalidCode();
    const verdict = await judgeCode(dependencies, factor, code, accepted);
    if (verdict.kind === 'right') {
      const result = await use(verdict.after, factor.version);
      if (result !== undefined) return result;
    } else {
      const after = verdict.kind === 'wrong' ? verdict.after : undefined;
      if (after === undefined || (await storeWrong(dependencies, actor, after, factor.version))) {
        throw errorOf(verdict);
      }
    }
  }
};

const storeWrong = (
  { store }: SpendDependencies,
  actor: AuditedActor,
  after: SecondFactor,
  expected: string,
): Promise<boolean> =>
  audited(
    { store },
    actor,
    ({ secondFactors }) => secondFactors.replace(after, expected),
    (isStored) =>
      isStored && isStopping(after) ? { action: 'user.stop_codes', id: after.userId } : undefined,
  );

/** Uses up a code for a sign-in. Each is accepted once, whatever runs at the same time. @throws what {@link withCode} throws. */
export const spendCode = async (
  dependencies: SpendDependencies,
  actor: AuditedActor,
  userId: string,
  code: string,
): Promise<void> => {
  const entered = { userId, code, accepted: 'any', isPending: false } as const;
  await withCode(dependencies, actor, entered, async (after, expected) =>
    (await dependencies.secondFactors.replace(after, expected)) ? true : undefined,
  );
};

/**
 * Ends what a changed factor no longer vouches for: trusted browsers, and sign-ins that wait for a code.
 *
 * @param inside the transaction of the change.
 */
export const endTrust = async (
  { challenges, trustedBrowsers }: Pick<Repositories, 'challenges' | 'trustedBrowsers'>,
  userId: string,
): Promise<void> => {
  await challenges.deleteByUser(userId);
  await trustedBrowsers.deleteByUser(userId);
};

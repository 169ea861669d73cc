import type { AfterCommit } from '../events/notification.ts';
import type { UserActor } from '../model/actor.ts';
import type { StoredAnswer } from '../model/receipt.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../ports/store.ts';
import {
  answerOnce,
  type KeyedAnswer,
  type KeyedRequest,
  type KeyedWork,
} from '../receipts/answer-once.ts';
import type { UseCases } from './use-cases.ts';

/** For hosts whose clients repeat requests with a key. */
export interface RetryUseCases {
  /**
   * Answers requests of a user with the same key once: runs `work` and stores its response in the transaction of its
   * writes, or returns the stored response. Then the user must still have all rights that `work` needed.
   *
   * If `work` throws, nothing is stored, and the key is free.
   *
   * @throws DomainError `in_progress`, `idempotency_mismatch`, `rate_limited`; `forbidden` for a right that the user no
   *   longer has; what the work throws.
   */
  readonly answerOnce: (
    actor: UserActor,
    request: KeyedRequest,
    work: (given: KeyedWork<UseCases>) => Promise<StoredAnswer>,
  ) => Promise<KeyedAnswer>;
}

interface RetryParts extends Pick<Ports, 'store' | 'ids' | 'log'> {
  /** The use cases on another store. */
  readonly cmsOn: (store: Store, afterCommit: AfterCommit) => UseCases;
}

export const retryUseCases = (dependencies: RetryParts): RetryUseCases => ({
  answerOnce: answerOnce(dependencies),
});

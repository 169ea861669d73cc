import { authorize } from '../access/policy.ts';
import { isAction } from '../access/rights.ts';
import { seesCollection } from '../access/visibility.ts';
import type { AfterCommit } from '../events/notification.ts';
import { sweepAll } from '../limits/sweep-all.ts';
import type { UserActor } from '../model/actor.ts';
import { noActiveCollection } from '../model/collection.ts';
import {
  receiptLifetimeMs,
  receiptsMaxBytes,
  receiptsMaxCount,
  reservationLeaseMs,
  type Receipt,
  type Reservation,
  type StoredAnswer,
  type UsedRight,
} from '../model/receipt.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { ReceiptState } from '../ports/repositories/receipt-repository.ts';
import type { Repositories, Store } from '../ports/store.ts';
import { DomainError, notFound } from '../primitives/errors.ts';
import { second } from '../primitives/time.ts';

/** A request with a key. */
export interface KeyedRequest {
  readonly key: string;
  /** Of the request, as far as it is known before its body is read. */
  readonly digest: string;
  /** Reads the rest of the body. Of the whole request; equal for equal requests only. */
  readonly wholeDigest: () => Promise<string>;
}

/** What the work of an attempt gets. */
export interface KeyedWork<UseCases> {
  /** Its writes are stored together with the response. */
  readonly cms: UseCases;
  readonly actor: UserActor;
  /** Call it from time to time while a long body arrives. */
  readonly renew: () => Promise<void>;
}

export interface KeyedAnswer {
  readonly answer: StoredAnswer;
  /** Whether an earlier request had this response. */
  readonly isReplayed: boolean;
}

type OnceDependencies<UseCases> = Pick<Dependencies, 'store' | 'ids' | 'log'> & {
  /** The use cases on another store. */
  readonly cmsOn: (store: Store, afterCommit: AfterCommit) => UseCases;
};

export const answerOnce =
  <UseCases>({ store, ids, log, cmsOn }: OnceDependencies<UseCases>) =>
  async (
    actor: UserActor,
    request: KeyedRequest,
    work: (given: KeyedWork<UseCases>) => Promise<StoredAnswer>,
  ): Promise<KeyedAnswer> => {
    const { receipts } = store.repositories;
    const { key, digest } = request;
    const reservation: Reservation = { userId: actor.userId, key, id: ids.next(), digest };
    const limits = {
      leaseMs: reservationLeaseMs,
      lifetimeMs: receiptLifetimeMs,
      maxCount: receiptsMaxCount,
      maxBytes: receiptsMaxBytes,
    };
    const release = async (error: unknown): Promise<never> => {
      await receipts.release(reservation).catch((cause: unknown) => {
        log.warn('A key could not be released; it is free after its lease', {}, cause);
      });
      throw error;
    };
    // If the answer of the store was lost, the name may be reserved.
    const state = await receipts.reserve(reservation, limits).catch(release);
    if (state.kind !== 'reserved') return replay(store.repositories, actor, request, state);

    const renew = async (): Promise<void> => {
      // An attempt that has lost its reservation ends when it would store its response.
      await receipts.renew(reservation, reservationLeaseMs).catch(() => false);
    };
    const effects: (() => Promise<void>)[] = [];
    const run = async (inside: Store): Promise<StoredAnswer> => {
      const cms = cmsOn(inside, async (effect) => {
        effects.push(effect);
      });
      const rights = usedRights();
      const watched = { ...actor, request: { ...actor.request, witness: rights.add } };
      const answer = await work({ cms, actor: watched, renew });
      const receipt = { digest: await request.wholeDigest(), answer, rights: rights.all() };
      if (!(await inside.repositories.receipts.complete(reservation, receipt))) throw takenOver();
      return answer;
    };
    const answer = await store.atomically(run).catch(release);
    for (const effect of effects) await effect();
    return { answer, isReplayed: false };
  };

const replay = async (
  { collections }: Pick<Repositories, 'collections'>,
  actor: UserActor,
  request: KeyedRequest,
  state: Exclude<ReceiptState, { readonly kind: 'reserved' }>,
): Promise<KeyedAnswer> => {
  if (state.kind === 'running') {
    throw state.digest === request.digest ? inProgress(state.leaseMs) : mismatch();
  }
  if (state.kind === 'full') throw tooMany(state.waitMs);
  const { answer, digest, rights }: Receipt = state.receipt;
  for (const { action, ...resource } of rights) {
    // Another version of the service can have stored an action that this one does not have.
    if (!isAction(action)) throw unknownRight();
    const collection = resource.collection && (await collections.findById(resource.collection.id));
    if (collection !== undefined && !seesCollection(actor, collection)) {
      // Like a new request, which would find neither the item nor the collection.
      if (action !== 'create') throw notFound('Content');
      authorize(actor, action);
      throw noActiveCollection('collectionId');
    }
    authorize(actor, action, resource);
  }
  if (digest !== (await request.wholeDigest())) throw mismatch();
  return { answer, isReplayed: true };
};

/** Collects different rights. */
const usedRights = () => {
  const rights = new Map<string, UsedRight>();
  return {
    add: ({ action, collection, ownerId, locale }: UsedRight): void => {
      const right = {
        action,
        ...(collection && { collection: { id: collection.id, name: collection.name } }),
        ...(ownerId !== undefined && { ownerId }),
        ...(locale !== undefined && { locale }),
      };
      rights.set(JSON.stringify(right), right);
    },
    all: (): readonly UsedRight[] => [...rights.values()],
  };
};

/** A client that asks again earlier costs little, and the first request usually ends soon. */
const maxRetryAfterMs = 2 * second;

const inProgress = (leaseMs: number): DomainError =>
  new DomainError('in_progress', 'A request with this Idempotency-Key is still running', {
    details: 'Repeat the request later',
    retryAfterMs: Math.min(leaseMs, maxRetryAfterMs),
  });

const tooMany = (retryAfterMs: number): DomainError =>
  new DomainError('rate_limited', 'Too many responses are stored for repeats of your requests', {
    details:
      'Nothing was done. Send the request without its Idempotency-Key, or wait until the oldest response ends',
    retryAfterMs,
  });

const unknownRight = (): DomainError =>
  new DomainError('forbidden', 'Access denied: the right of the first request cannot be checked');

const takenOver = (): DomainError =>
  new DomainError('in_progress', 'This request took too long, and a repeat of it has begun', {
    details: 'Nothing was stored by this one. Repeat the request later',
    retryAfterMs: maxRetryAfterMs,
  });

const mismatch = (): DomainError =>
  new DomainError('idempotency_mismatch', 'Another request had this Idempotency-Key', {
    details: 'Send a new key with each new request, and the same one only to repeat it',
  });

export const sweepReceipts =
  ({ receipts }: Pick<Dependencies, 'receipts'>) =>
  (): Promise<void> =>
    sweepAll(receipts, receiptLifetimeMs);

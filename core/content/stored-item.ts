import { authorize, authorizeAnywhere, type Resource } from '../access/policy.ts';
import { seesCollection } from '../access/visibility.ts';
import { watchContent, type Hook } from '../hooks/hook.ts';
import type { KeyedGates } from '../limits/gate.ts';
import type { Actor } from '../model/actor.ts';
import type { Collection } from '../model/collection.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import { placementIn } from '../model/content/translation.ts';
import type { Dependencies } from '../ports/ports.ts';
import { DomainError, hasCode, notFound, type ErrorContext } from '../primitives/errors.ts';
import { second } from '../primitives/time.ts';
import { readUuid } from '../primitives/uuid.ts';

export interface StoredItem {
  readonly item: ContentItem;
  readonly collection: Collection;
}

/** The item as the target of an action. Writes and what the caller is shown about them use it. */
export const resourceOf = ({ item, collection }: StoredItem): Resource => ({
  collection,
  ownerId: item.authorId,
  locale: placementIn(collection, item).locale,
});

/** The item with its collection. @throws DomainError `not_found`, also if the collection does not exist for the actor. */
export const findStoredItem = async (
  { contents, collections }: Pick<Dependencies, 'contents' | 'collections'>,
  actor: Actor,
  rawId: string,
): Promise<StoredItem> => {
  const id = readUuid(rawId);
  const item = id === undefined ? undefined : await contents.findById(id);
  const collection = item && (await collections.findById(item.collectionId));
  // Without the collection, the item was deleted after it was read.
  if (item === undefined || collection === undefined || !seesCollection(actor, collection)) {
    throw notFound('Content');
  }
  return { item, collection };
};

/** Like {@link findStoredItem}, but undefined for an item that is not found. */
export const findIfStored = (
  ...of: Parameters<typeof findStoredItem>
): Promise<StoredItem | undefined> =>
  findStoredItem(...of).catch((error: unknown) => {
    if (!hasCode(error, 'not_found')) throw error;
    return undefined;
  });

/**
 * An item that the actor may edit.
 *
 * @throws DomainError `not_authenticated`, `token_read_only`, `not_found`, `forbidden`.
 */
export const findEditable = async (
  dependencies: Pick<Dependencies, 'contents' | 'collections'>,
  actor: Actor,
  id: string,
): Promise<StoredItem> => {
  authorizeAnywhere(actor, 'edit');
  const stored = await findStoredItem(dependencies, actor, id);
  authorize(actor, 'edit', resourceOf(stored));
  return stored;
};

/** Whether a caller accepts the stored item as the base of a change; undefined accepts any state. */
export type Expectation = ((item: ContentItem) => boolean) | undefined;

/** @throws DomainError `version_mismatch` if the stored item is not as expected. */
export const assertExpected = (item: ContentItem, isExpected: Expectation): void => {
  if (isExpected !== undefined && !isExpected(item)) throw versionMismatch(item);
};

/** @param item as it is stored. */
export const versionMismatch = (
  { version }: ContentItem,
  context: ErrorContext = { details: `The current version is ${version}` },
): DomainError =>
  new DomainError('version_mismatch', 'The content has changed since you read it', context);

/** Under contention, a process that is nearer to the store can win repeatedly. */
const maxAttempts = 1_000;

/** How long a write waits for other writes of this process to the same item. */
export const itemWaitTimeoutMs = 20 * second;

/** The error of a write that conflicts with too many others. */
export const tooManyWrites = (): DomainError =>
  new DomainError('overloaded', 'Too many writes to the same content at once', {
    retryAfterMs: second,
  });

/**
 * Retries a compare-and-set until it succeeds. Each failed attempt means that another write succeeded.
 * After the first failure, the writes of this process to the same item run one after another, so that
 * only one write per process competes. With hooks they do not wait: a hook can take seconds, and no other
 * write may wait for it.
 *
 * @param attempt returns undefined if the stored version has changed.
 * @throws DomainError `overloaded` after too many attempts, or if the wait times out.
 */
export const retryOnConflict = async <T>(
  { itemGates, hooks }: { readonly itemGates: KeyedGates; readonly hooks: readonly Hook[] },
  rawId: string,
  attempt: () => Promise<T | undefined>,
): Promise<T> => {
  const key = rawId.toLowerCase();
  const first = itemGates.isBusy(key) ? undefined : await attempt();
  if (first !== undefined) return first;
  const retry = async (): Promise<T> => {
    for (let count = 1; count < maxAttempts; count += 1) {
      const result = await attempt();
      if (result !== undefined) return result;
    }
    throw tooManyWrites();
  };
  return watchContent(hooks) ? retry() : itemGates.run(key, retry);
};

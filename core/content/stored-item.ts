import type { Collection } from '../collections/collection.ts';
import { DomainError, notFound } from '../errors.ts';
import type { Ports } from '../ports/ports.ts';
import { readUuid } from '../uuid.ts';
import type { ContentItem } from './content-item.ts';
import type { ContentPorts } from './content-ports.ts';
import { tooMany } from './turns.ts';

export interface StoredItem {
  readonly item: ContentItem;
  readonly collection: Collection;
}

/** The item with its collection. @throws DomainError `not_found`. */
export const findStoredItem = async (
  { contents, collections }: Pick<Ports, 'contents' | 'collections'>,
  rawId: string,
): Promise<StoredItem> => {
  const id = readUuid(rawId);
  const item = id === undefined ? undefined : await contents.findById(id);
  const collection = item && (await collections.findById(item.collectionId));
  // Without its collection the item was deleted together with it a moment ago.
  if (item === undefined || collection === undefined) throw notFound('Content');
  return { item, collection };
};

/** The versions a caller will act on; undefined when any will do. */
export type ExpectedVersions = readonly number[] | undefined;

/** @throws DomainError `version_mismatch` when the caller saw another version than there is. */
export const assertVersion = (item: ContentItem, expected: ExpectedVersions): void => {
  if (expected === undefined || expected.includes(item.version)) return;
  throw new DomainError('version_mismatch', 'The content has changed since you read it', {
    details: `It is at version ${item.version}`,
  });
};

/** As many writes of other processes may come first: one that is nearer to the store may win often. */
const maxAttempts = 1_000;

/**
 * Repeats a compare-and-set until no other write comes in between: each failed round means that
 * somebody else's succeeded. From the second round on writes of this process to the same item follow
 * one another, so that only as many compete as there are processes.
 *
 * @param attempt answers undefined when the version had moved.
 * @throws DomainError `overloaded` after too many rounds, or when others take too long.
 */
export const untilUndisturbed = async <T>(
  { turns }: Pick<ContentPorts, 'turns'>,
  rawId: string,
  attempt: () => Promise<T | undefined>,
): Promise<T> => {
  const key = rawId.toLowerCase();
  const first = turns.isTaken(key) ? undefined : await attempt();
  if (first !== undefined) return first;
  return turns.take(key, async () => {
    for (let round = 1; round < maxAttempts; round += 1) {
      const result = await attempt();
      if (result !== undefined) return result;
    }
    throw tooMany();
  });
};

import { authorize, may } from '../access/policy.ts';
import { isVisible } from '../access/visibility.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import type { ContentItem } from '../model/content-item.ts';
import { notFound } from '../primitives/errors.ts';
import { readUuid } from '../primitives/uuid.ts';
import {
  readOnBasis,
  type BasisDependencies,
  type Decided,
  type ReadResult,
} from './read-on-basis.ts';

export interface GetContent {
  readonly id: string;
  /** The caller's address, for the rate limit. */
  readonly client: string;
}

/**
 * @throws DomainError `not_found`, also for an item that the caller cannot see; `token_scope`;
 *   `rate_limited`.
 */
export const getContent =
  (dependencies: BasisDependencies) =>
  async (actor: Actor, { id: rawId, client }: GetContent): Promise<ReadResult<ContentItem>> =>
    readOnBasis(dependencies, actor, { client }, readItem(rawId));

/** Reads an item, for reads that add something to it. */
export const readItem =
  (rawId: string) =>
  async (decided: Decided): Promise<BasedRead<ContentItem>> => {
    const id = readUuid(rawId);
    if (id === undefined) throw notFound('Content');
    const read = await decided.repositories.contents.getById(id, decided.basis);
    return onlyVisible(decided, read);
  };

/** @throws DomainError `not_found`, also for an item that the caller cannot see; `token_scope`. */
export const onlyVisible = async (
  { actor, audience, repositories }: Decided,
  read: BasedRead<ContentItem | undefined>,
): Promise<BasedRead<ContentItem>> => {
  if (!read.isCurrent) return read;
  const { value: item } = read;
  if (item === undefined || !isVisible(audience, item)) throw notFound('Content');
  const { collectionId: id } = item;
  if (!may(actor, 'read', { collection: { id, name: '' } }).allowed) {
    const { name = '' } = (await repositories.collections.findById(id)) ?? {};
    authorize(actor, 'read', { collection: { id, name } });
  }
  return { ...read, value: item };
};

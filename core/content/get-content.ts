import type { PerspectiveRequest } from '../access/perspective.ts';
import { authorize, may } from '../access/policy.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import { notFound } from '../primitives/errors.ts';
import { readUuid } from '../primitives/uuid.ts';
import {
  contentsOf,
  readOnBasis,
  type BasisDependencies,
  type Decided,
  type ReadResult,
} from './read-on-basis.ts';

export interface GetContent extends PerspectiveRequest {
  readonly id: string;
  /** The caller's address, for the rate limit. */
  readonly client: string;
}

export const getContent =
  (dependencies: BasisDependencies) =>
  async (actor: Actor, { id, ...request }: GetContent): Promise<ReadResult<ContentItem>> =>
    readOnBasis(dependencies, actor, request, readItem(id));

/** Reads an item, for reads that add something to it. */
export const readItem =
  (rawId: string) =>
  async (decided: Decided): Promise<BasedRead<ContentItem>> => {
    const id = readUuid(rawId);
    if (id === undefined) throw notFound('Content');
    const { actor, view, basis, repositories } = decided;
    const read = await contentsOf(decided).getById(id, view, basis);
    if (!read.isCurrent) return read;
    const { value: item } = read;
    if (item === undefined) throw notFound('Content');
    const { collectionId } = item;
    if (!may(actor, 'read', { collection: { id: collectionId, name: '' } }).allowed) {
      const { name = '' } = (await repositories.collections.findById(collectionId)) ?? {};
      authorize(actor, 'read', { collection: { id: collectionId, name } });
    }
    return { ...read, value: item };
  };

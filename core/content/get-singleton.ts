import { authorize } from '../access/policy.ts';
import { visibleFilter } from '../access/visibility.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import type { ContentItem } from '../model/content-item.ts';
import { notFound } from '../primitives/errors.ts';
import { noId } from '../primitives/uuid.ts';
import {
  readOnBasis,
  type BasisDependencies,
  type Decided,
  type ReadResult,
} from './read-on-basis.ts';

export interface GetSingleton {
  /** The name of the collection. */
  readonly collection: string;
  /** The caller's address, for the rate limit. */
  readonly client: string;
}

/**
 * The item of a collection that contains at most one.
 *
 * @throws DomainError `not_found`, also for an item that the caller cannot see, and for a collection that is no
 *   singleton; `token_scope`; `rate_limited`.
 */
export const getSingleton =
  (dependencies: BasisDependencies) =>
  async (actor: Actor, request: GetSingleton): Promise<ReadResult<ContentItem>> =>
    readOnBasis(dependencies, actor, request, readSingleton(request.collection));

/** Reads the item of a singleton that the site was asked for, for reads that add something to it. */
export const readSingleton =
  (name: string) =>
  async (decided: Decided): Promise<BasedRead<ContentItem>> => {
    const { audience, basis, site, repositories } = decided;
    const { collection } = site;
    // For a token with a scope, an unknown collection gets the same response as one out of scope.
    const collectionId = collection?.id ?? noId;
    authorize(decided.actor, 'read', { collection: { id: collectionId, name } });
    if (collection?.isSingleton !== true) throw notFound('Content');
    const filter = visibleFilter({ collectionId }, audience);
    const read = await repositories.contents.list({ ...filter, limit: 1, offset: 0 }, basis);
    if (!read.isCurrent) return read;
    const [item] = 'items' in read.value ? read.value.items : [];
    if (item === undefined) throw notFound('Content');
    return { ...read, value: item };
  };

import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/policy.ts';
import { visibilityFor, visibleFilter } from '../access/visibility.ts';
import type { Dependencies } from '../dependencies.ts';
import { limitContentReads } from '../limits/rate-limit.ts';
import type { ContentFilter } from '../ports/content-repository.ts';
import { noId } from '../uuid.ts';
import type { ContentStatus } from './content-item.ts';
import { findListedCollection } from './listed-collection.ts';

/** What all reads of summaries have in common. */
export interface ReadSummaries {
  readonly status?: ContentStatus | undefined;
  /** The name of a collection. */
  readonly collection?: string | undefined;
  /** The caller's address, for the rate limit. */
  readonly client: string;
}

export type SummaryDependencies = Pick<
  Dependencies,
  'site' | 'limiter' | 'collections' | 'summaries'
>;

/**
 * Starts a read of summaries. The filter allows the items that lists of content show to the user: none
 * for an unknown or inactive collection.
 *
 * @throws DomainError `not_authenticated`, `forbidden`, `rate_limited`.
 */
export const findSummaryFilter = async (
  dependencies: SummaryDependencies,
  actor: Actor,
  { status, collection, client }: ReadSummaries,
): Promise<ContentFilter> => {
  authorize(actor, 'read_summaries');
  const site = await dependencies.site.load();
  await limitContentReads(dependencies.limiter, site.settings, client);
  const id =
    collection === undefined
      ? undefined
      : ((await findListedCollection(dependencies, actor, collection)) ?? noId);
  const requested = {
    ...(status !== undefined && { status }),
    ...(id !== undefined && { collectionId: id }),
  };
  return visibleFilter(requested, visibilityFor(actor, site.settings), site.activeCollections);
};

import { authorize } from '../access/policy.ts';
import { visibleFilter } from '../access/visibility.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import type { ContentStatus } from '../model/content/content-item.ts';
import type { ContentFilter } from '../ports/repositories/content-repository.ts';
import { readOnBasis, type BasisDependencies, type Decided } from './read-on-basis.ts';
import { localeCondition, type ExactLocaleRequest } from './requested-languages.ts';
import { requestedFilter } from './requested-filter.ts';

/** What all reads of summaries have in common. */
export interface ReadSummaries extends ExactLocaleRequest {
  /** Reads only items with this status. */
  readonly status?: ContentStatus | undefined;
  /** Reads only items of the collection with this name. */
  readonly collection?: string | undefined;
  /** The caller's address, for the rate limit. */
  readonly client: string;
}

/**
 * Reads summaries. The filter allows the items that lists of content show to the user: none for an unknown
 * or inactive collection.
 *
 * @throws DomainError `not_authenticated`, `forbidden`, `rate_limited`; `invalid_input` for an unknown locale; what `read` throws.
 */
export const readSummaries = async <T>(
  dependencies: BasisDependencies,
  actor: Actor,
  { status, collection, locale, client }: ReadSummaries,
  read: (filter: ContentFilter, decided: Decided) => Promise<BasedRead<T>>,
): Promise<T> => {
  authorize(actor, 'read_summaries');
  const { value } = await readOnBasis(dependencies, actor, { client, collection }, (decided) => {
    const conditions = {
      ...requestedFilter(decided, { status, collection }),
      ...localeCondition(decided.site, { locale }),
    };
    return read(visibleFilter(conditions, decided.view.audience), decided);
  });
  return value;
};

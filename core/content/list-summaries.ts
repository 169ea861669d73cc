import { authorize, authorizeOwnAccount } from '../access/policy.ts';
import type { Actor } from '../model/actor.ts';
import type { ContentSummary, SummaryOrder } from '../model/content-summary.ts';
import { parseTitleSearch } from '../model/title-search.ts';
import { parsePage, type Page, type PageRequest } from '../primitives/paging.ts';
import type { BasisDependencies } from './read-on-basis.ts';
import { readSummaries, type ReadSummaries } from './summary-filter.ts';

export interface ListSummaries extends ReadSummaries, PageRequest {
  /** Lists only items that the caller created. */
  readonly author?: 'me' | undefined;
  /** Defaults to `updated`. */
  readonly order?: SummaryOrder | undefined;
}

export interface SummaryListing extends Page {
  readonly summaries: readonly ContentSummary[];
  /** Whether there are entries after this page. */
  readonly hasMore: boolean;
}

/**
 * A page of summaries of the items that lists of content show to the user.
 *
 * @throws DomainError `not_authenticated`, `forbidden`, `invalid_input`, `rate_limited`.
 */
export const listSummaries =
  (dependencies: BasisDependencies) =>
  async (
    actor: Actor,
    { author, order = 'updated', limit, offset, ...read }: ListSummaries,
  ): Promise<SummaryListing> => {
    authorize(actor, 'read_summaries');
    const page = parsePage({ limit, offset });
    const found = await readSummaries(dependencies, actor, read, async (filter, decided) => {
      const query = {
        ...filter,
        ...(author !== undefined && { authorId: authorizeOwnAccount(actor).userId }),
        order,
        offset: page.offset,
        // One more than requested shows whether there is a next page.
        limit: page.limit + 1,
      };
      return decided.repositories.summaries.list(query, decided.basis);
    });
    return { ...page, summaries: found.slice(0, page.limit), hasMore: found.length > page.limit };
  };

export interface FindContent extends ReadSummaries {
  readonly title: string;
}

/** The maximum number of items that one search returns. */
export const foundMax = 20;

/**
 * Finds items by their title: all words must match, the last one as the start of a word, ignoring case
 * and accents. Searches the items that lists of content show to the user. Titles that start with the
 * text come first, then those with the latest change.
 *
 * @throws DomainError `not_authenticated`, `forbidden`, `invalid_input`, `invalid_text`, `rate_limited`.
 */
export const findContent =
  (dependencies: BasisDependencies) =>
  async (actor: Actor, { title, ...read }: FindContent): Promise<readonly ContentSummary[]> =>
    readSummaries(dependencies, actor, read, async (filter, { basis, repositories }) => {
      const search = { ...filter, title: parseTitleSearch(title), limit: foundMax };
      return repositories.summaries.find(search, basis);
    });

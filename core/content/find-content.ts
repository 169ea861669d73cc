import type { Actor } from '../model/actor.ts';
import type { ContentSummary } from '../model/content-summary.ts';
import { parseTitleSearch } from '../model/title-search.ts';
import type { BasisDependencies } from './read-on-basis.ts';
import { readSummaries, type ReadSummaries } from './summary-filter.ts';

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

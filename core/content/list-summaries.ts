import { authorize, authorizeOwnAccount } from '../access/policy.ts';
import { skipBytes } from '../limits/costly-reads.ts';
import type { Actor } from '../model/actor.ts';
import type { ContentSummary, SummaryOrder } from '../model/content/content-summary.ts';
import { parseTitleSearch } from '../model/content/title-search.ts';
import type { SummaryQuery } from '../ports/repositories/summary-repository.ts';
import { invalid } from '../primitives/errors.ts';
import { parsePage, type Page, type PageRequest } from '../primitives/paging.ts';
import type { EpochMs } from '../primitives/time.ts';
import { readUuid } from '../primitives/uuid.ts';
import type { BasisDependencies } from './read-on-basis.ts';
import { readSummaries, type ReadSummaries } from './summary-filter.ts';

export interface ListSummaries extends ReadSummaries, PageRequest {
  /** Lists only items with these ids, separated by commas: at most {@link summaryIdsMax}. */
  readonly ids?: string | undefined;
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

export const listSummaries =
  (dependencies: BasisDependencies) =>
  async (
    actor: Actor,
    { ids, author, order = 'updated', limit, offset, ...read }: ListSummaries,
  ): Promise<SummaryListing> => {
    authorize(actor, 'read_summaries');
    const page = parsePage({ limit, offset });
    const named = ids === undefined ? undefined : parseIds(ids);
    const found = await readSummaries(dependencies, actor, read, async (filter, decided) => {
      const { repositories, basis, spend } = decided;
      await spend(page.offset * skipBytes.inIndex);
      const query = {
        ...filter,
        ...(author !== undefined && { authorId: authorizeOwnAccount(actor).userId }),
        order,
        offset: page.offset,
        // One more than requested shows whether there is a next page.
        limit: page.limit + 1,
      };
      if (named === undefined) return repositories.summaries.list(query, basis);
      const among = await repositories.summaries.listAmong(named, filter, basis);
      return among.isCurrent ? { ...among, value: pageAmong(among.value, query) } : among;
    });
    return { ...page, summaries: found.slice(0, page.limit), hasMore: found.length > page.limit };
  };

/** The maximum number of ids in one request. */
export const summaryIdsMax = 100;

const parseIds = (text: string): readonly string[] => {
  const reject = (message: string) => invalid('invalid_input', [{ path: 'ids', message }]);
  const texts = text.split(',', summaryIdsMax + 1);
  if (texts.length > summaryIdsMax) throw reject(`must have at most ${summaryIdsMax} ids`);
  const ids = texts.map(readUuid).filter((id) => id !== undefined);
  if (ids.length < texts.length) throw reject('must be UUIDs, separated by commas');
  return ids;
};

/** The part of a list that has been read as a whole. */
const pageAmong = (
  all: readonly ContentSummary[],
  { authorId, order, offset, limit }: Omit<SummaryQuery, 'within'>,
): readonly ContentSummary[] => {
  const timeOf = ({ createdAt, updatedAt }: ContentSummary): EpochMs =>
    order === 'created' ? createdAt : updatedAt;
  return all
    .filter(({ author }) => authorId === undefined || author?.id === authorId)
    .toSorted((left, right) => timeOf(right) - timeOf(left) || (left.id < right.id ? 1 : -1))
    .slice(offset, offset + limit);
};

export interface FindContent extends ReadSummaries {
  readonly title: string;
}

/** The maximum number of items that one search returns. */
export const foundMax = 20;

export const findContent =
  (dependencies: BasisDependencies) =>
  async (actor: Actor, { title, ...read }: FindContent): Promise<readonly ContentSummary[]> =>
    readSummaries(dependencies, actor, read, async (filter, { basis, repositories }) => {
      const search = { ...filter, title: parseTitleSearch(title), limit: foundMax };
      return repositories.summaries.find(search, basis);
    });

import type { Decided } from '../content/read-on-basis.ts';
import type { BasedRead } from '../model/basis.ts';
import type { QueryCondition } from '../model/content/item-query.ts';
import { rankedMax } from '../model/content/search.ts';
import type { SearchPage, SearchQuery } from '../ports/repositories/search-repository.ts';
import { DomainError } from '../primitives/errors.ts';
import { rowBytes } from '../queries/choose-query.ts';
import { candidateBytesMax, candidateMiB, readsData } from '../queries/choose-scan.ts';

export interface RankedPage extends SearchPage {
  /** What it cost to find and rank; see `Spend`. */
  readonly cost: number;
}

/**
 * A page of the ranked matches that meet the conditions.
 *
 * @throws DomainError `not_indexed` for matches with too much data; `overloaded`.
 */
export const findPage = async (
  decided: Decided,
  query: SearchQuery,
  conditions: readonly QueryCondition[],
): Promise<BasedRead<RankedPage>> => {
  const { repositories, view, basis } = decided;
  const isFiltered = conditions.length > 0;
  const whole = isFiltered ? { limit: rankedMax, offset: 0 } : undefined;
  const found = await repositories.search.search({ ...query, ...whole }, view, basis);
  if (!found.isCurrent) return found;
  const read = isFiltered ? await filterPage(decided, found.value, conditions, query) : found;
  return read.isCurrent ? { ...read, value: { ...read.value, cost: costOf(found.value) } } : read;
};

/** A match counts like its title and a part of its words. */
const costOf = ({ hits, ranked }: SearchPage): number =>
  ranked * (512 + bytesOf(hits) / Math.max(1, hits.length) / 16);

export const bytesOf = (hits: SearchPage['hits']): number =>
  hits.reduce((sum, { bytes }) => sum + bytes, 0);

/** @param page has all matches. */
const filterPage = async (
  { repositories, view, basis, spend }: Decided,
  { hits, hasMore }: SearchPage,
  conditions: readonly QueryCondition[],
  { limit, offset }: SearchQuery,
): Promise<BasedRead<SearchPage>> => {
  const isOfData = readsData({ conditions, sort: [] });
  const bytes = isOfData ? bytesOf(hits) : hits.length * rowBytes;
  if (isOfData && bytes > candidateBytesMax) throw tooMuchData(conditions);
  await spend(bytes);
  const ids = hits.map(({ id }) => id);
  const read = await repositories.queries.meetingAmong(ids, conditions, view.shown, basis);
  if (!read.isCurrent) return read;
  const meeting = new Set(read.value);
  const left = hits.filter(({ id }) => meeting.has(id));
  const page = { hits: left.slice(offset, offset + limit), ranked: left.length, hasMore };
  return { ...read, value: page };
};

const tooMuchData = (conditions: readonly QueryCondition[]): DomainError =>
  new DomainError(
    'not_indexed',
    `The items that have the words have more than ${candidateMiB} MiB of data together`,
    {
      details:
        'Search for more or rarer words, or leave out the conditions on fields of data: where looks into the data of every match',
      issues: conditions
        .filter((condition) => readsData({ conditions: [condition], sort: [] }))
        .map(({ field: { path } }) => ({ path, message: 'cannot be compared in so many items' })),
    },
  );

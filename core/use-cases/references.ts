import type { GetCollectionContent, GetSingleton } from '../content/get-collection-content.ts';
import type { GetContent } from '../content/get-content.ts';
import type { ListCollectionContent, ListContent } from '../content/list-content.ts';
import type { ReadResult } from '../content/read-on-basis.ts';
import type { Actor } from '../model/actor.ts';
import type { ReferrerWithTarget } from '../model/content/reference.ts';
import type { MediaFile } from '../model/media/media-file.ts';
import type { MediaProblem } from '../ports/repositories/reference-repository.ts';
import type { QueryContent, QueryListing } from '../queries/query-content.ts';
import {
  expandCollectionItem,
  expandCollectionList,
  expandItem,
  expandList,
  expandQuery,
  expandSingleton,
  type ExpandedItem,
  type ExpandedListing,
  type Expanding,
} from '../references/expand-content.ts';
import {
  findMediaProblems,
  findReferenceProblems,
  type FindProblems,
  type FindReferenceProblems,
  type ProblemsFound,
} from '../references/find-problems.ts';
import {
  listMediaUsage,
  listReferrers,
  type ListReferrers,
  type ReferrerListing,
} from '../references/read-referrers.ts';
import { expandSearch } from '../search/expand-search.ts';
import type { SearchContent, SearchListing } from '../search/search-content.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** What items refer to, and what refers to them. */
export interface ReferenceUseCases {
  /**
   * Reads a page like `content.list`, with what the fields of its items refer to. The page does not come from the
   * cache.
   *
   * @throws DomainError `invalid_input`, also for a field that is not known; `invalid_slug`, `token_scope`,
   *   `overloaded`; `not_found` for an unknown or inactive collection with `mustExist`; `rate_limited`,
   *   `invalid_preview`; `forbidden` for a caller who may not read in the perspective of drafts; `invalid_session`,
   *   `invalid_token` for a caller who has lost access meanwhile.
   */
  readonly expandList: (
    actor: Actor,
    command: ListContent & Expanding,
  ) => Promise<ReadResult<ExpandedListing>>;

  /**
   * Reads a page like `content.listOfCollection`, with what the fields of its items refer to.
   *
   * @throws DomainError `not_found`; `invalid_input`, also for a field that is not known; `invalid_slug`,
   *   `token_scope`, `overloaded`, `rate_limited`, `invalid_preview`; `forbidden` for a caller who may not read in the
   *   perspective of drafts; `invalid_session`, `invalid_token` for a caller who has lost access meanwhile.
   */
  readonly expandListOfCollection: (
    actor: Actor,
    command: ListCollectionContent & Expanding,
  ) => Promise<ReadResult<ExpandedListing>>;

  /**
   * Reads an item like `content.get`, with what its fields refer to.
   *
   * @throws DomainError `not_found`; `invalid_input` for a field that is not known; `token_scope`, `overloaded`,
   *   `rate_limited`, `invalid_preview`; `forbidden` for a caller who may not read in the perspective of drafts;
   *   `invalid_session`, `invalid_token` for a caller who has lost access meanwhile.
   */
  readonly expandItem: (
    actor: Actor,
    command: GetContent & Expanding,
  ) => Promise<ReadResult<ExpandedItem>>;

  /**
   * Reads an item like `content.getOfCollection`, with what its fields refer to.
   *
   * @throws DomainError `not_found`; `invalid_input` for a field that is not known; `token_scope`, `overloaded`,
   *   `rate_limited`, `invalid_preview`; `forbidden` for a caller who may not read in the perspective of drafts;
   *   `invalid_session`, `invalid_token` for a caller who has lost access meanwhile.
   */
  readonly expandItemOfCollection: (
    actor: Actor,
    command: GetCollectionContent & Expanding,
  ) => Promise<ReadResult<ExpandedItem>>;

  /**
   * Reads an item like `content.getSingleton`, with what its fields refer to.
   *
   * @throws DomainError `not_found`; `invalid_input` for a field that is not known; `token_scope`, `overloaded`,
   *   `rate_limited`, `invalid_preview`; `forbidden` for a caller who may not read in the perspective of drafts;
   *   `invalid_session`, `invalid_token` for a caller who has lost access meanwhile.
   */
  readonly expandSingleton: (
    actor: Actor,
    command: GetSingleton & Expanding,
  ) => Promise<ReadResult<ExpandedItem>>;

  /**
   * Reads a page like `content.query`, with what the fields of its items refer to. After a path of `expand`, `fields`
   * selects members of included items.
   *
   * @throws DomainError `not_found`; `invalid_input`, also for a field that is not known; `invalid_cursor`,
   *   `not_indexed`, `overloaded`, `token_scope`, `rate_limited`, `invalid_preview`; `forbidden` for a caller who may
   *   not read in the perspective of drafts; `invalid_session`, `invalid_token` for a caller who has lost access
   *   meanwhile.
   */
  readonly expandQuery: (
    actor: Actor,
    command: QueryContent & Expanding,
  ) => Promise<ExpandedListing<QueryListing>>;

  /**
   * Searches like `search.find`, with what the fields of the results refer to. After a path of `expand`, `fields`
   * selects members of included items.
   *
   * @throws DomainError `invalid_input`, also for a field that is not known; `invalid_text`, `not_indexed`,
   *   `overloaded`, `token_scope`; `not_found` for an unknown or inactive collection with `mustExist`; `rate_limited`,
   *   `invalid_preview`; `forbidden` for a caller who may not read in the perspective of drafts; `invalid_session`,
   *   `invalid_token` for a caller who has lost access meanwhile.
   */
  readonly expandSearch: (
    actor: Actor,
    command: SearchContent & Expanding,
  ) => Promise<ExpandedListing<SearchListing>>;

  /**
   * The items that refer to an item, one entry for each field, by descending id.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `invalid_session`, `not_found`,
   *   `invalid_input`, `rate_limited`.
   */
  readonly listReferrers: (actor: Actor, command: ListReferrers) => Promise<ReferrerListing>;

  /**
   * The items that use a media file, one entry for each field, by descending id.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `invalid_session`, `not_found`,
   *   `invalid_input`, `rate_limited`.
   */
  readonly listMediaUsage: (actor: Actor, command: ListReferrers) => Promise<ReferrerListing>;

  /**
   * Finds references with a problem in the content that the user sees, by descending id of the item.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `invalid_session`, `invalid_input`,
   *   `rate_limited`.
   */
  readonly findProblems: (
    actor: Actor,
    command: FindReferenceProblems,
  ) => Promise<ProblemsFound<ReferrerWithTarget>>;

  /**
   * Finds media files with a problem, by descending id.
   *
   * @throws DomainError `not_authenticated`, `forbidden` for an API token, `invalid_input`.
   */
  readonly findMediaProblems: (
    actor: Actor,
    command: FindProblems<MediaProblem>,
  ) => Promise<ProblemsFound<MediaFile>>;
}

export const referenceUseCases = (dependencies: UseCaseDependencies): ReferenceUseCases => ({
  expandList: expandList(dependencies),
  expandListOfCollection: expandCollectionList(dependencies),
  expandItem: expandItem(dependencies),
  expandItemOfCollection: expandCollectionItem(dependencies),
  expandSingleton: expandSingleton(dependencies),
  expandQuery: expandQuery(dependencies),
  expandSearch: expandSearch(dependencies),
  listReferrers: listReferrers(dependencies),
  listMediaUsage: listMediaUsage(dependencies),
  findProblems: findReferenceProblems(dependencies),
  findMediaProblems: findMediaProblems(dependencies),
});

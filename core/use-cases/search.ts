import type { Actor } from '../model/actor.ts';
import type { IndexProgress } from '../ports/repositories/search-repository.ts';
import type { Signal } from '../primitives/signal.ts';
import { searchContent, type SearchContent, type SearchListing } from '../search/search-content.ts';
import { updateSearchIndex } from '../search/update-index.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** The search in the text of items. */
export interface SearchUseCases {
  /**
   * Searches the items that lists of content show to the caller, in the perspective of the request. An unknown or
   * inactive collection has none, and with the preview token of an item, nothing is found.
   *
   * @throws DomainError `invalid_input`, also for an expanded field that is not known; `invalid_text`, `not_indexed`, `overloaded`, `token_scope`; `not_found` for an
   *   unknown or inactive collection with `mustExist`; `rate_limited`, `invalid_preview`; `forbidden` for a caller who
   *   may not read in the perspective of drafts; `invalid_session`, `invalid_token` for a caller who has lost access
   *   meanwhile.
   */
  readonly find: (actor: Actor, command: SearchContent) => Promise<SearchListing>;

  /**
   * Brings the index of the search up to date, in small steps: after another language or other searched fields, and for
   * items and working copies that have no entry. Call it periodically. Several instances can run it at the same time;
   * one of them works. What another call has begun is continued.
   *
   * @param signal ends the work after the current step. Accepts an AbortSignal.
   * @throws DomainError `dependency_unavailable`; the next run goes on.
   */
  readonly updateIndex: (signal?: Signal) => Promise<void>;

  /**
   * Calls the listener when a change on this instance has made work for `updateIndex`.
   *
   * @returns ends it.
   */
  readonly onOutdated: (listener: () => void) => () => void;

  /** How far the work of `updateIndex` is. @throws DomainError `dependency_unavailable`. */
  readonly progress: () => Promise<IndexProgress>;
}

export const searchUseCases = (dependencies: UseCaseDependencies): SearchUseCases => ({
  find: searchContent(dependencies),
  updateIndex: updateSearchIndex(dependencies, { settleMs: dependencies.searchSettleMs }),
  onOutdated: dependencies.outdatedEntries.listen,
  progress: () => dependencies.search.progress(),
});

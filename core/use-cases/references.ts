import type { Actor } from '../model/actor.ts';
import type { ReferrerWithTarget } from '../model/content/reference.ts';
import type { MediaFile } from '../model/media/media-file.ts';
import type { MediaProblem } from '../ports/repositories/reference-repository.ts';
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
import type { UseCaseDependencies } from './dependencies.ts';

/** What refers to items and media files. */
export interface ReferenceUseCases {
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
  listReferrers: listReferrers(dependencies),
  listMediaUsage: listMediaUsage(dependencies),
  findProblems: findReferenceProblems(dependencies),
  findMediaProblems: findMediaProblems(dependencies),
});

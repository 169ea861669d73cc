import type { Repositories, UnitOfWork } from '../../core/index.ts';

/** What the suites of all repositories are run on: one store that holds nothing at all yet. */
export interface RepositoriesSubject {
  readonly repositories: Repositories;
  /** Over the same store. */
  readonly unitOfWork: UnitOfWork;
}

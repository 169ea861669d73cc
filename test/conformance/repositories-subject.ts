import type { Repositories, UnitOfWork } from '../../core/index.ts';

/** An empty store, for the suites of all repositories. */
export interface RepositoriesSubject {
  readonly repositories: Repositories;
  /** Of the same store. */
  readonly unitOfWork: UnitOfWork;
}

import { memoryRepositories } from '../../../adapters/memory/memory-repositories.ts';
import { MemoryStore } from '../../../adapters/memory/memory-store.ts';
import { MemoryUnitOfWork } from '../../../adapters/memory/memory-unit-of-work.ts';
import type { Repositories } from '../../../core/index.ts';
import type { RepositoriesSubject } from '../../conformance/repositories-subject.ts';
import type { ConformanceSuite } from '../../conformance/suite.ts';
import { altered } from '../../support/altered.ts';

export interface MemorySubject extends RepositoriesSubject {
  readonly store: MemoryStore;
}

/** Repositories over memory that break one promise. A mutant may use their store directly. */
export interface RepositoryMutant {
  /** The defect: completes a sentence that begins with "an adapter that". */
  readonly fault: string;
  /** The name of a case that must fail. */
  readonly caughtBy: string;
  readonly make: (intact: MemorySubject) => RepositoriesSubject;
}

export interface RepositorySuiteMutants {
  readonly suite: ConformanceSuite<RepositoriesSubject>;
  readonly mutants: readonly RepositoryMutant[];
}

export const memorySubject = (): MemorySubject => {
  const store = new MemoryStore();
  return {
    store,
    repositories: memoryRepositories(store),
    unitOfWork: new MemoryUnitOfWork(store),
  };
};

/** Replaces methods of one repository. */
export const broken =
  <Kind extends keyof Repositories>(
    kind: Kind,
    changes: (intact: Repositories[Kind], subject: MemorySubject) => Partial<Repositories[Kind]>,
  ): RepositoryMutant['make'] =>
  (subject) => {
    const intact = subject.repositories[kind];
    const repository = altered(intact, changes(intact, subject));
    return { ...subject, repositories: { ...subject.repositories, [kind]: repository } };
  };

/** Replaces methods of the unit of work. */
export const brokenUnitOfWork =
  (
    changes: (subject: MemorySubject) => Partial<RepositoriesSubject['unitOfWork']>,
  ): RepositoryMutant['make'] =>
  (subject) => ({ ...subject, unitOfWork: altered(subject.unitOfWork, changes(subject)) });

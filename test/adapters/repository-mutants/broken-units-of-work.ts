import type { MemoryAccess } from '../../../adapters/memory/memory-access.ts';
import { memoryRepositories } from '../../../adapters/memory/memory-repositories.ts';
import {
  emptyTables,
  forkTables,
  type MemoryTables,
} from '../../../adapters/memory/memory-tables.ts';
import type { Repositories, UnitOfWork } from '../../../core/index.ts';
import type { RepositoriesSubject } from '../../conformance/repositories-subject.ts';
import { brokenUnitOfWork, type RepositoryMutant } from './repository-mutant.ts';

type Work<T> = (repositories: Repositories) => Promise<T>;

type Run = <T>(work: Work<T>) => Promise<T>;

type Runs = Pick<UnitOfWork, 'single' | 'run' | 'runExclusive'>;

/** Implements all methods with `run`, so that `runExclusive` takes no lock. */
export const runsOf = (run: Run): Runs => ({
  single: (_, work) => run(work),
  run: (_, work) => run(work),
  runExclusive: (_, __, work) => run(work),
});

/** Wraps all methods in the same way. */
export const aroundRuns = (unitOfWork: UnitOfWork, change: (run: Run) => Run): Runs => ({
  single: (permit, work) => change((inner) => unitOfWork.single(permit, inner))(work),
  run: (permit, work) => change((inner) => unitOfWork.run(permit, inner))(work),
  runExclusive: (permit, lock, work) =>
    change((inner) => unitOfWork.runExclusive(permit, lock, inner))(work),
});

/** Access to tables without isolation: all transactions share them. */
export const openAccess = (tables: MemoryTables): MemoryAccess => ({
  read: async (query) => query(tables),
  write: async (change) => change(tables),
});

const restore = (tables: MemoryTables, before: MemoryTables): void => {
  for (const name of Object.keys(tables) as (keyof MemoryTables)[]) {
    const table: Map<string, unknown> = tables[name];
    const entries = [...before[name]];
    table.clear();
    for (const [key, value] of entries) table.set(key, value);
  }
};

/** Writes to the shared tables, and restores the old state after a failure. */
export const restoring = (): RepositoriesSubject => {
  const tables = emptyTables();
  const repositories = memoryRepositories(openAccess(tables));
  const run = async <T>(work: Work<T>): Promise<T> => {
    const before = forkTables(tables);
    try {
      return await work(repositories);
    } catch (error) {
      restore(tables, before);
      throw error;
    }
  };
  return { repositories, unitOfWork: { ...runsOf(run), snapshot: (work) => work(repositories) } };
};

/** Writes to a copy, which replaces the shared tables at the end. */
export const swapping = (): RepositoriesSubject => {
  const tables = emptyTables();
  const repositories = memoryRepositories(openAccess(tables));
  const run = async <T>(work: Work<T>): Promise<T> => {
    const fork = forkTables(tables);
    const result = await work(memoryRepositories(openAccess(fork)));
    restore(tables, fork);
    return result;
  };
  return { repositories, unitOfWork: { ...runsOf(run), snapshot: (work) => work(repositories) } };
};

/** Uses no transactions. */
export const direct: RepositoryMutant['make'] = brokenUnitOfWork(({ repositories }) => ({
  ...runsOf((work) => work(repositories)),
  snapshot: (work) => work(repositories),
}));

/** Fails every run after the first failure. */
export const failingAfterError: RepositoryMutant['make'] = brokenUnitOfWork(({ unitOfWork }) => {
  let failure: Promise<never> | undefined;
  return aroundRuns(unitOfWork, (run) => (work) => {
    if (failure !== undefined) return failure;
    const result = run(work);
    result.catch(() => {
      failure = Promise.reject(new Error('the connection is in a failed transaction'));
      failure.catch(() => undefined);
    });
    return result;
  });
});

/** Returns a copy of the result. */
export const copyingResults: RepositoryMutant['make'] = brokenUnitOfWork(({ unitOfWork }) => ({
  ...aroundRuns(unitOfWork, (run) => async (work) => structuredClone(await run(work))),
  snapshot: async (work) => structuredClone(await unitOfWork.snapshot(work)),
}));

export const wrappingErrors: RepositoryMutant['make'] = brokenUnitOfWork(({ unitOfWork }) => {
  const wrap = (cause: unknown): never => {
    throw new Error('the transaction failed', { cause });
  };
  return {
    ...aroundRuns(unitOfWork, (run) => (work) => run(work).catch(wrap)),
    snapshot: (work) => unitOfWork.snapshot(work).catch(wrap),
  };
});

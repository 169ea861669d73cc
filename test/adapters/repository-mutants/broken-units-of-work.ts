import type { MemoryAccess } from '../../../adapters/memory/memory-access.ts';
import { memoryRepositories } from '../../../adapters/memory/memory-repositories.ts';
import {
  emptyTables,
  forkTables,
  type MemoryTables,
} from '../../../adapters/memory/memory-tables.ts';
import type { Repositories } from '../../../core/index.ts';
import type { RepositoriesSubject } from '../../conformance/repositories-subject.ts';
import { brokenUnitOfWork, type RepositoryMutant } from './repository-mutant.ts';

type Work<T> = (repositories: Repositories) => Promise<T>;

/** Tables that everybody reads and writes at once. */
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

/** Works on what everybody sees and puts the old state back when it fails. */
export const restoring = (): RepositoriesSubject => {
  const tables = emptyTables();
  const repositories = memoryRepositories(openAccess(tables));
  const run = async <T>(_: unknown, work: Work<T>): Promise<T> => {
    const before = forkTables(tables);
    try {
      return await work(repositories);
    } catch (error) {
      restore(tables, before);
      throw error;
    }
  };
  return { repositories, unitOfWork: { run, snapshot: (work) => work(repositories) } };
};

/** Works on a fork that takes the place of whatever is there in the end. */
export const swapping = (): RepositoriesSubject => {
  const tables = emptyTables();
  const repositories = memoryRepositories(openAccess(tables));
  const run = async <T>(_: unknown, work: Work<T>): Promise<T> => {
    const fork = forkTables(tables);
    const result = await work(memoryRepositories(openAccess(fork)));
    restore(tables, fork);
    return result;
  };
  return { repositories, unitOfWork: { run, snapshot: (work) => work(repositories) } };
};

/** No transaction at all. */
export const direct: RepositoryMutant['make'] = brokenUnitOfWork(({ repositories }) => ({
  run: (_, work) => work(repositories),
  snapshot: (work) => work(repositories),
}));

export const poisoned: RepositoryMutant['make'] = brokenUnitOfWork(({ unitOfWork }) => {
  let failure: Promise<never> | undefined;
  return {
    run: (lock, work) => {
      if (failure !== undefined) return failure;
      const result = unitOfWork.run(lock, work);
      result.catch(() => {
        failure = Promise.reject(new Error('the connection is in a failed transaction'));
        failure.catch(() => undefined);
      });
      return result;
    },
  };
});

export const copyingAnswers: RepositoryMutant['make'] = brokenUnitOfWork(({ unitOfWork }) => ({
  run: async (lock, work) => structuredClone(await unitOfWork.run(lock, work)),
  snapshot: async (work) => structuredClone(await unitOfWork.snapshot(work)),
}));

export const wrappingErrors: RepositoryMutant['make'] = brokenUnitOfWork(({ unitOfWork }) => {
  const wrap = (cause: unknown): never => {
    throw new Error('the transaction failed', { cause });
  };
  return {
    run: (lock, work) => unitOfWork.run(lock, work).catch(wrap),
    snapshot: (work) => unitOfWork.snapshot(work).catch(wrap),
  };
});

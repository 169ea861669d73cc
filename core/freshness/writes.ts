import type { Coordinator, Subject } from '../ports/coordinator.ts';
import type { Repositories } from '../ports/ports.ts';
import type { LockName, UnitOfWork } from '../ports/unit-of-work.ts';

type Work<T> = (repositories: Repositories) => Promise<T>;

/**
 * The only way to write what instances keep in memory. Each write names the subjects that it changes;
 * see {@link Coordinator.write}.
 *
 * All functions can throw DomainError `dependency_unavailable`, and what `work` throws.
 */
export interface Writes {
  /**
   * For one call of one repository. Needs no transaction, so it is the fastest. Without subjects, it can
   * only add rows: changes and deletions of what memories hold need {@link run}.
   */
  single<T>(subjects: readonly Subject[], work: Work<T>): Promise<T>;

  /** Runs `work` in one transaction: all of its writes are stored, or none. */
  run<T>(subjects: readonly Subject[], work: Work<T>): Promise<T>;

  /** Like {@link run}. Runs with the same lock wait for each other, across all instances. */
  runExclusive<T>(lock: LockName, subjects: readonly Subject[], work: Work<T>): Promise<T>;
}

export const coordinatedWrites = (coordinator: Coordinator, unitOfWork: UnitOfWork): Writes => ({
  single: (subjects, work) =>
    coordinator.write(subjects, (permit) => unitOfWork.single(permit, work)),
  run: (subjects, work) => coordinator.write(subjects, (permit) => unitOfWork.run(permit, work)),
  runExclusive: (lock, subjects, work) =>
    coordinator.write(subjects, (permit) => unitOfWork.runExclusive(permit, lock, work)),
});

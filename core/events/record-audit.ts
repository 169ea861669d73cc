import { auditNote, type AuditedActor, type AuditedOperation } from '../model/audit-entry.ts';
import type { LockName, Repositories, Store } from '../ports/store.ts';

/** What was done: nothing, one operation, or several. */
type Done = AuditedOperation | readonly AuditedOperation[] | undefined;

/** Where something is stored. */
interface Place {
  readonly store: Store;
  /** Writes with the same lock wait for each other. */
  readonly lock?: LockName;
}

/**
 * Stores what `work` writes together with its entries in the audit: everything, or nothing.
 *
 * @param actor who does it; of a registration, the user that results from it.
 * @param operationOf what was done, by the result of `work`; undefined if nothing was written.
 */
export const audited = <T>(
  { store, lock }: Place,
  actor: AuditedActor | ((result: T) => AuditedActor),
  work: (repositories: Repositories) => Promise<T>,
  operationOf: (result: T) => Done,
): Promise<T> => {
  const write = async (repositories: Repositories): Promise<T> => {
    const result = await work(repositories);
    const operations = [operationOf(result) ?? []].flat();
    const by = typeof actor === 'function' ? actor(result) : actor;
    const notes = operations.map((operation) => auditNote(by, operation));
    if (notes.length > 0) await repositories.audit.add(notes);
    return result;
  };
  return lock === undefined
    ? store.atomically(({ repositories }) => write(repositories))
    : store.exclusively(lock, write);
};

import { auditNote, type AuditActor, type AuditedOperation } from '../model/audit-entry.ts';
import type { Repositories, Store } from '../ports/store.ts';

/** Adds entries to the audit, in a transaction together with its other writes. */
export const addAudit = (
  { audit }: Pick<Repositories, 'audit'>,
  by: AuditActor,
  ...operations: readonly AuditedOperation[]
): Promise<void> => audit.add(operations.map((operation) => auditNote(by, operation)));

/**
 * Stores what `work` writes together with its entry in the audit.
 *
 * @param operationOf what the result says was done; undefined if nothing was written.
 */
export const audited = <T>(
  { store }: { readonly store: Store },
  by: AuditActor,
  work: (repositories: Repositories) => Promise<T>,
  operationOf: (result: T) => AuditedOperation | undefined,
): Promise<T> =>
  store.atomically(async ({ repositories }) => {
    const result = await work(repositories);
    const operation = operationOf(result);
    if (operation !== undefined) await addAudit(repositories, by, operation);
    return result;
  });

import type { AuditedActor, AuditedOperation } from '../model/audit-entry.ts';
import type { Repositories, Store } from '../ports/store.ts';
import { notFound } from '../primitives/errors.ts';
import { readUuid } from '../primitives/uuid.ts';
import { audited } from './record-audit.ts';

interface Deletion {
  /** What is deleted, for the error. */
  readonly what: string;
  /** Its id, as the caller sent it. */
  readonly id: string;
  /** @returns whether it existed. */
  readonly remove: (repositories: Repositories, id: string) => Promise<boolean>;
  /** What is noted of it. */
  readonly operation: (id: string) => AuditedOperation;
}

/** Deletes one record, together with its entry in the audit. @throws DomainError `not_found`. */
export const deleteAudited = async (
  { store }: { readonly store: Store },
  actor: AuditedActor,
  { what, id: rawId, remove, operation }: Deletion,
): Promise<void> => {
  const id = readUuid(rawId);
  if (id === undefined) throw notFound(what);
  const existed = await audited(
    { store },
    actor,
    (repositories) => remove(repositories, id),
    (isDeleted) => (isDeleted ? operation(id) : undefined),
  );
  if (!existed) throw notFound(what);
};

import {
  exportAudit,
  listAudit,
  type AuditList,
  type FindAudit,
  type ListAudit,
} from '../audit/read-audit.ts';
import type { Actor } from '../model/actor.ts';
import type { AuditEntry } from '../model/audit-entry.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** The audit: who did what. */
export interface AuditUseCases {
  /**
   * A page of the audit, newest first. A page can have less than `limit` entries, or none, although there are more.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `invalid_input`, `invalid_cursor`.
   */
  readonly list: (actor: Actor, command: ListAudit) => Promise<AuditList>;

  /**
   * All entries that match, newest first, in constant memory. What happens meanwhile is not among them.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `invalid_input`.
   */
  readonly export: (actor: Actor, find: FindAudit) => Promise<AsyncIterable<AuditEntry>>;
}

export const auditUseCases = (dependencies: UseCaseDependencies): AuditUseCases => ({
  list: listAudit(dependencies),
  export: exportAudit(dependencies),
});

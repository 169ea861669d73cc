import type { AuditEntry } from '../../core/vocabulary.ts';
import type { AuditEntryDto } from '../operations/audit.ts';

export const presentAuditEntry = ({ by, ...entry }: AuditEntry): AuditEntryDto => ({
  number: entry.number,
  at: entry.at,
  actor: by,
  action: entry.action,
  ...(entry.id !== undefined && { id: entry.id }),
  ...(entry.detail !== undefined && { detail: entry.detail }),
});

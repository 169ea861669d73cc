import { Type, type Static, type TObject } from 'typebox';
import type { AuditLimits } from '../../core/store.ts';
import { day } from '../../core/vocabulary.ts';

export const auditVariables = {
  AUDIT_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3_650,
    default: 365,
    description: 'How many days the [audit](operations/audit.md) keeps an entry.',
  }),
  AUDIT_ENTRIES: Type.Integer({
    minimum: 1_000,
    maximum: 100_000_000,
    default: 1_000_000,
    description:
      'How many entries the [audit](operations/audit.md) keeps, whatever their age. 1,000,000 need about 0.5 GB.',
  }),
};

type AuditEnvironment = Static<TObject<typeof auditVariables>>;

export interface AuditSettings {
  readonly auditLimits: AuditLimits;
}

export const readAudit = ({ AUDIT_DAYS, AUDIT_ENTRIES }: AuditEnvironment): AuditSettings => ({
  auditLimits: { ageMs: AUDIT_DAYS * day, entries: AUDIT_ENTRIES },
});

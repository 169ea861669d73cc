import { sweepAll } from '../limits/sweep-all.ts';
import { settingOf } from '../model/site/settings.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { AuditLimits } from '../ports/repositories/audit-repository.ts';
import type { Signal } from '../primitives/signal.ts';
import { day } from '../primitives/time.ts';
import { collectAudit } from './collect-audit.ts';

type SweepDependencies = Pick<Dependencies, 'outbox' | 'audit' | 'site'> & {
  readonly auditLimits: AuditLimits;
};

export const sweepEvents =
  ({ outbox, audit, site, auditLimits }: SweepDependencies) =>
  async (signal?: Signal): Promise<void> => {
    const { settings } = await site.load();
    // Only events with a position are removed, and all of them are in the audit then.
    await collectAudit({ outbox, audit });
    await sweepAll(outbox, settingOf(settings, 'changesDays') * day, signal);
    await sweepAll(audit, auditLimits, signal);
  };

import { settingOf } from '../model/site/settings.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { AuditLimits } from '../ports/repositories/audit-repository.ts';
import { never, type Signal } from '../primitives/signal.ts';
import { day } from '../primitives/time.ts';
import { collectAudit } from './collect-audit.ts';

type SweepDependencies = Pick<Dependencies, 'outbox' | 'audit' | 'site'> & {
  readonly auditLimits: AuditLimits;
};

export const sweepEvents =
  ({ outbox, audit, site, auditLimits }: SweepDependencies) =>
  async (signal: Signal = never): Promise<void> => {
    const { settings } = await site.load();
    // Only events with a position are removed, and all of them are in the audit then.
    await collectAudit({ outbox, audit });
    const lifetimeMs = settingOf(settings, 'changesDays') * day;
    while (!signal.aborted && (await outbox.removeOlderThan(lifetimeMs)));
    while (!signal.aborted && (await audit.remove(auditLimits)));
  };

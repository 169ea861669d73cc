import type { Health } from '../../core/index.ts';
import type { SystemHealthDto } from '../operations/system.ts';

/** @param uptimeS of the process, in seconds. */
export const presentHealth = (
  { status, checkedAt, checks }: Health,
  uptimeS: number,
): SystemHealthDto => ({
  status,
  timestamp: new Date(checkedAt).toISOString(),
  uptime: Math.floor(uptimeS),
  checks: {
    database: presentCheck(checks.database),
    keyValue: presentCheck(checks.keyValue),
    storage: presentCheck(checks.storage),
  },
});

const presentCheck = ({
  status,
  latencyMs,
}: Health['checks']['database']): SystemHealthDto['checks']['database'] => ({
  status,
  latency: latencyMs,
});

import type { Dependencies } from '../ports/ports.ts';
import type { IndexProgress } from '../ports/repositories/search-repository.ts';
import { second, type EpochMs } from '../primitives/time.ts';
import { watchClock } from './watch-clock.ts';
import { watchDependency, type Check } from './watch-dependency.ts';

export type Dependency = 'database' | 'keyValue' | 'storage';

export interface Health {
  /** `unhealthy` without the store, `degraded` without another dependency or if the store rejects writes. */
  readonly status: 'healthy' | 'degraded' | 'unhealthy';
  readonly checkedAt: EpochMs;
  readonly checks: Readonly<Record<Dependency, Check>>;
}

export interface DetailedHealth extends Health {
  /** Undefined if the store does not tell it. */
  readonly search: IndexProgress | undefined;
}

/** See `SystemUseCases`. */
export interface HealthChecks {
  readonly check: () => Promise<Health>;
  readonly checkInDetail: () => Promise<DetailedHealth>;
  readonly watch: () => Promise<void>;
  readonly latest: () => Readonly<Partial<Record<Dependency, Check>>>;
}

const reuseMs = second;
/** For what is told beside the checks. */
const detailTimeoutMs = second;
/** Each request to a bucket costs money. */
const storageWatchMs = 10 * second;

export const healthChecks = ({
  store,
  probes,
  ...tools
}: Pick<Dependencies, 'store' | 'probes' | 'clock' | 'timer' | 'log'>): HealthChecks => {
  const database = watchDependency(
    store.health,
    {
      unhealthy: 'The database is unreachable',
      degraded: 'The database rejects writes',
      healthy: 'The database is reachable again',
    },
    tools,
  );
  const keyValue = watchDependency(
    probes.keyValue,
    {
      unhealthy: 'The shared cache is unreachable; continuing without it',
      degraded: 'The shared cache rejects writes; continuing without it',
      healthy: 'The shared cache is reachable again',
    },
    tools,
  );
  const storage = watchDependency(
    probes.storage,
    {
      unhealthy: 'Files cannot be stored or read',
      degraded: 'Files cannot be stored',
      healthy: 'Files can be stored and read again',
    },
    tools,
  );

  const clocks = watchClock(store.health, tools);

  const check = async (): Promise<Health> => {
    const [ofDatabase, ofKeyValue, ofStorage] = await Promise.all([
      database.check(reuseMs),
      keyValue.check(reuseMs),
      storage.check(reuseMs),
    ]);
    const isDegraded = [ofKeyValue, ofStorage].some(({ status }) => status !== 'healthy');
    const status = isDegraded && ofDatabase.status === 'healthy' ? 'degraded' : ofDatabase.status;
    const reason = ofDatabase.reason ?? clocks.reason();
    const checks = {
      database: { ...ofDatabase, ...(reason !== undefined && { reason }) },
      keyValue: ofKeyValue,
      storage: ofStorage,
    };
    return { status, checkedAt: tools.clock.now(), checks };
  };

  const readProgress = async (): Promise<IndexProgress | undefined> => {
    const answer = store.repositories.search.progress().catch(() => undefined);
    const outcome = await tools.timer.within(answer, detailTimeoutMs);
    return outcome.inTime ? outcome.value : undefined;
  };

  return {
    check,
    checkInDetail: async () => {
      const health = await check();
      const isUp = health.checks.database.status !== 'unhealthy';
      return { ...health, search: isUp ? await readProgress() : undefined };
    },
    watch: async () => {
      const [{ status }] = await Promise.all([
        database.check(reuseMs / 2),
        keyValue.check(reuseMs / 2),
        storage.check(storageWatchMs),
      ]);
      if (status !== 'unhealthy') await clocks.check();
    },
    latest: () => {
      const [ofDatabase, ofKeyValue, ofStorage] = [database, keyValue, storage].map((each) =>
        each.latest(),
      );
      return {
        ...(ofDatabase && { database: ofDatabase }),
        ...(ofKeyValue && { keyValue: ofKeyValue }),
        ...(ofStorage && { storage: ofStorage }),
      };
    },
  };
};

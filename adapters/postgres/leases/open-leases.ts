import type { Database, DatabaseParams } from '../connections.ts';
import { LeaseCoordinator } from './lease-coordinator.ts';
import type { LeaseTimes } from './lease.ts';
import { systemPace } from './pace.ts';
import { PostgresLeaseRegistry } from './postgres-lease-registry.ts';

/** The coordinator of an instance. Registers on first use, when the database has been migrated. */
export const openLeases = (url: string, database: Database, times?: LeaseTimes): LeaseCoordinator =>
  new LeaseCoordinator({
    ...(times && { times }),
    registry: new PostgresLeaseRegistry(url),
    pace: systemPace,
    declare: (instance) => {
      (database.userParams as DatabaseParams).instance = instance;
    },
  });

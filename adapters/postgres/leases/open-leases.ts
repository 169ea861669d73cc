import type { Database, DatabaseParams } from '../connections.ts';
import { LeaseCoordinator } from './lease-coordinator.ts';
import { systemPace } from './pace.ts';
import { PostgresLeaseRegistry } from './postgres-lease-registry.ts';

/** The coordinator of an instance. Registers on first use, when the database has been migrated. */
export const openLeases = (url: string, database: Database): LeaseCoordinator =>
  new LeaseCoordinator({
    registry: new PostgresLeaseRegistry(url),
    pace: systemPace,
    declare: (instance) => {
      (database.userParams as DatabaseParams).instance = instance;
    },
  });

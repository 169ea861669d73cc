import { afterAll, test } from 'vitest';
import { openPool } from '../../../adapters/postgres/pool.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { repositorySuites } from '../../conformance/repositories.ts';
import { registerSuite } from '../../conformance/suite.ts';
import { openDatabaseSubject } from '../../support/database-subject.ts';
import { withPostgres } from '../../support/fresh-database.ts';

await withPostgres('migrated', (url) => {
  const knex = openPool({ url, poolMax: 10 }, new SystemTimer());
  afterAll(() => knex.destroy());
  for (const suite of repositorySuites) registerSuite(suite, openDatabaseSubject(knex), test);
});

import { afterAll, test } from 'vitest';
import { openPostgresStore } from '../../../adapters/postgres/open-postgres-store.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { storeSuites } from '../../conformance/store.ts';
import { registerSuite } from '../../conformance/suite.ts';
import { openDatabaseSubject } from '../../support/postgres/database-subject.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';

await withPostgres('migrated', (url) => {
  const store = openPostgresStore({ url, poolMax: 10 }, new SystemTimer());
  afterAll(() => store.close());
  for (const suite of storeSuites) registerSuite(suite, openDatabaseSubject(store), test);
});

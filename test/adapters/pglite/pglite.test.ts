import { afterAll, describe, test } from 'vitest';
import { openPglite } from '../../../adapters/pglite/open-pglite.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { migrate } from '../../../adapters/postgres/migrations.ts';
import { repositorySuites } from '../../conformance/repositories.ts';
import { registerSuite } from '../../conformance/suite.ts';
import { openDatabaseSubject } from '../../support/database-subject.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = await temporaryFolder();
const database = await openPglite(folder.path, new SystemTimer());
await migrate(database.knex);

afterAll(async () => {
  await database.close();
  await folder[Symbol.asyncDispose]();
});

describe('PGlite', () => {
  for (const suite of repositorySuites) {
    registerSuite(suite, openDatabaseSubject(database.knex), test);
  }
});

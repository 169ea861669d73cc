import { join } from 'node:path';
import { afterAll, describe, test } from 'vitest';
import { openPglite } from '../../../adapters/pglite/open-pglite.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { repositorySuites } from '../../conformance/repositories.ts';
import { registerSuite } from '../../conformance/suite.ts';
import { dataFolder } from '../../support/data-folder.ts';
import { openDatabaseSubject } from '../../support/database-subject.ts';

const folder = await dataFolder();
const database = await openPglite(join(folder.path, 'database'), new SystemTimer());

afterAll(async () => {
  await database.close();
  await folder[Symbol.asyncDispose]();
});

describe('PGlite', () => {
  for (const suite of repositorySuites) {
    registerSuite(suite, openDatabaseSubject(database.knex), test);
  }
});

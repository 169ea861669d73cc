import { join } from 'node:path';
import { afterAll, describe, test } from 'vitest';
import { openPgliteStore } from '../../../adapters/pglite/open-pglite-store.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { storeSuites } from '../../conformance/store.ts';
import { registerSuite } from '../../conformance/suite.ts';
import { dataFolder } from '../../support/service/data-folder.ts';
import { openDatabaseSubject } from '../../support/postgres/database-subject.ts';

const folder = await dataFolder();
const store = await openPgliteStore(join(folder.path, 'database'), new SystemTimer());

afterAll(async () => {
  await store.close();
  await folder[Symbol.asyncDispose]();
});

describe('PGlite', () => {
  for (const suite of storeSuites) {
    registerSuite(suite, openDatabaseSubject(store), test);
  }
});

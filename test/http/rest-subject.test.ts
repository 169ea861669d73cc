import { afterAll, beforeAll, test } from 'vitest';
import {
  registerSuite,
  restApiSuites,
  restSubject,
  type RestSubject,
} from '../conformance/index.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { serveService, type ServedService } from '../support/service/served-service.ts';

await withPostgres('migrated', (databaseUrl) => {
  let served: ServedService;
  let subject: RestSubject;
  beforeAll(async () => {
    served = await serveService({ DATABASE_URL: databaseUrl });
    subject = restSubject(served.url);
  });
  afterAll(() => served[Symbol.asyncDispose]());

  for (const suite of restApiSuites) {
    registerSuite(
      suite,
      async () => {
        await served.reset();
        return { subject };
      },
      test,
    );
  }
});

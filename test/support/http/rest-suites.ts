import { afterAll, beforeAll, test } from 'vitest';
import { registerSuite } from '../../conformance/index.ts';
import { restApiSuites } from '../../conformance/rest-api/index.ts';
import { restSubject } from './rest-subject.ts';
import { serveService, type ServedService } from '../service/served-service.ts';

/** Registers the suites of the whole API against one service. The service is emptied before each case. */
export const registerRestSuites = (
  environment: () => Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>,
): void => {
  let served: ServedService;
  let subject: ReturnType<typeof restSubject>;
  beforeAll(async () => {
    served = await serveService(await environment());
    subject = restSubject(served.url);
  });
  afterAll(async () => {
    subject.close();
    await served[Symbol.asyncDispose]();
  });
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
};

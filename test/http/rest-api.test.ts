import { test } from 'vitest';
import { registerSuite } from '../conformance/index.ts';
import { restApiSuites } from '../conformance/rest-api/index.ts';
import { serveApp } from '../support/app.ts';
import { restSubject } from '../support/rest-subject.ts';

for (const suite of restApiSuites) {
  registerSuite(
    suite,
    async () => {
      const app = await serveApp({ trustProxy: 1 });
      const subject = restSubject(app.url);
      return {
        subject,
        close: async () => {
          subject.close();
          await app[Symbol.asyncDispose]();
        },
      };
    },
    test,
  );
}

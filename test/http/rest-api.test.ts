import { test } from 'vitest';
import type { Hook } from '../../core/index.ts';
import { hookedOperations } from '../../core/vocabulary.ts';
import { registerSuite } from '../conformance/index.ts';
import { restApiSuites } from '../conformance/rest-api/index.ts';
import { serveApp } from '../support/http/app.ts';
import { restSubject } from '../support/http/rest-subject.ts';

/** Allows everything. */
const observer: Hook = { name: 'observer', operations: hookedOperations, decide: () => undefined };

for (const suite of restApiSuites) {
  registerSuite(
    suite,
    async () => {
      const app = await serveApp({ trustProxy: 1, core: { hooks: [observer] } });
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

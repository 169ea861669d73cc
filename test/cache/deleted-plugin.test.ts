import { describe, test } from 'vitest';
import { registerSuite } from '../conformance/index.ts';
import { restApiSuites } from '../conformance/rest-api/index.ts';
import { serveApp } from '../support/http/app.ts';
import { httpAdapters } from '../support/http/http-adapters.ts';
import { restSubject } from '../support/http/rest-subject.ts';

/** These read twice and expect a hit. */
const aboutThePlugin: ReadonlySet<string> = new Set([
  'the statistics of the cache count hits and misses',
  'the cache plugin serves from memory and never a stale page',
]);

describe.each(httpAdapters)(
  'a core that holds no pages, under an application on $adapter that holds no answers',
  ({ create }) => {
    for (const { cases, ...suite } of restApiSuites) {
      registerSuite(
        { ...suite, cases: cases.filter(({ name }) => !aboutThePlugin.has(name)) },
        async () => {
          const app = await serveApp({
            create,
            cachesAnswers: false,
            trustProxy: 1,
            core: { cachesPages: false },
          });
          const subject = restSubject(app.url);
          const close = async (): Promise<void> => {
            subject.close();
            await app[Symbol.asyncDispose]();
          };
          return { subject, close };
        },
        test,
      );
    }
  },
);

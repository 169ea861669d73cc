import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerSuite, restApiSuites, type RestSubject } from '../../conformance/index.ts';
import type { Report } from '../../runtimes/programs/portable.ts';
import { restSubject } from '../http/rest-subject.ts';
import { builtPackage } from './built-package.ts';
import type { RuntimeServer } from './runtime-process.ts';

/** The lines of `test/runtimes/programs/scenario.ts`. */
const story = [
  'created tidal-pools-in-winter, draft, version 1',
  'visitors see nothing',
  'published, version 2',
  'visitors see Tidal pools in winter',
  'by its slug: Tidal pools in winter',
  'a search finds Tidal pools in winter',
  'version_mismatch',
  'renamed to Tidal pools, version 3',
  'not_authenticated',
  'forbidden',
  'visitors see nothing',
  'the trash has Tidal pools',
];

/** Expects that everything of `test/runtimes/programs/portable.ts` ran in this runtime, and passed. */
export const expectPortable = (report: Report, runtime: RegExp): void => {
  expect(report.runtime).toMatch(runtime);
  expect(report.failed).toEqual([]);
  expect(report.passed).toBeGreaterThan(500);
  expect(report.scenario).toEqual(story);
};

/** Registers the tests of a runtime that serves `test/runtimes/programs/rest-service.ts`. */
export const testServer = (
  runtime: RegExp,
  start: (folder: string) => Promise<RuntimeServer>,
): void => {
  let server: RuntimeServer;
  let client: ReturnType<typeof restSubject>;
  let services = 0;
  beforeAll(async () => {
    server = await start(await builtPackage());
    client = restSubject(server.url);
  });
  afterAll(async () => {
    client.close();
    await server[Symbol.asyncDispose]();
  });

  test('the core on the memory adapters keeps its promises', async () => {
    const response = await fetch(`${server.url}/report`);
    expectPortable((await response.json()) as Report, runtime);
  });

  const openSubject = (): RestSubject => {
    services += 1;
    const service = { 'X-Service': String(services) };
    return {
      ...client,
      send: (request) => client.send({ ...request, headers: { ...request.headers, ...service } }),
    };
  };
  for (const suite of restApiSuites) {
    registerSuite(suite, async () => ({ subject: openSubject() }), test);
  }
};

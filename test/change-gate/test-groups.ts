import type { TestGroup } from './choose-tests.ts';

/** What everything depends on. */
const foundations = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'test/vitest.config.ts',
  'test/support/*.ts',
  'test/support/{core,http,service,postgres}/**',
];

/** The port to everything that is stored, and what says whether an adapter keeps its promises. */
const ports = ['core/ports/**', 'test/conformance/*.ts'];

/**
 * The tests that a run of `npm test` leaves out unless a change can break them. All others belong to every run: the rules
 * of the core, the REST interface in memory, the suites of promises on memory and Postgres, a visit to each screen.
 * `npm run test:all` and `.ci/run` leave out nothing.
 */
export const testGroups: readonly TestGroup[] = [
  {
    finds: 'what people meet in the admin, in a browser',
    tests: ['test/admin/**'],
    // Each screen is visited once, the first account is made, and an item is written. Models need no browser.
    always: ['test/admin/{styles,frame,first-run,post}.test.ts', 'test/admin/**/*-model.test.ts'],
    sources: [...foundations, 'adapters/http/pages/**', 'contracts/client/**'],
  },
  {
    finds: 'how processes start, stop, fail and are told to, and what commands print',
    tests: [
      'test/operations/**',
      'test/command-line/**',
      'test/import-export/command/**',
      'test/**/process-*.test.ts',
      'test/**/command-*.test.ts',
    ],
    always: [
      'test/operations/{readme,generated-pages,config,wiring,version,health,install}.test.ts',
      'test/import-export/command/{blogs,markdown}.test.ts',
    ],
    sources: [
      ...foundations,
      'bootstrap/**',
      'adapters/{cli,node-server,pino,opentelemetry,prometheus}/**',
      'adapters/postgres/{connection,migrations}/**',
      'core/transfer/**',
      'docs/{deployment,operations}/**',
      'Dockerfile',
    ],
  },
  {
    finds: 'what goes wrong only between instances, or when one is killed',
    tests: [
      'test/**/instances{,-*}.test.ts',
      'test/**/*-races.test.ts',
      'test/**/random-*.test.ts',
      'test/publishing/crashes.test.ts',
      'test/feed/never-stale.test.ts',
      'test/retries/{lost-connections,process-killed}.test.ts',
      'test/cache/{failover,outside-changes,shared-database,deleted-plugin}.test.ts',
    ],
    always: ['test/access/instances.test.ts'],
    sources: [
      ...foundations,
      ...ports,
      'adapters/{postgres,redis}/**',
      'core/{events,limits}/**',
      'bootstrap/start/**',
    ],
  },
  {
    finds: 'statements that do not follow an index',
    tests: [
      'test/adapters/postgres/plans/**',
      'test/**/plans.test.ts',
      'test/**/*-plans.test.ts',
      'test/queries/stable-pages.test.ts',
    ],
    always: ['test/adapters/postgres/plans/singletons.test.ts'],
    sources: [...foundations, 'adapters/postgres/**'],
  },
  {
    finds: 'what the embedded database does otherwise',
    tests: ['test/adapters/pglite/**'],
    always: ['test/adapters/pglite/snapshot.test.ts'],
    sources: [...foundations, ...ports, 'adapters/postgres/**', 'test/conformance/**'],
  },
  {
    finds: 'what buckets, Redis, images and keys do',
    tests: ['test/adapters/{buckets,gcs,s3,redis}/**', 'test/adapters/{sharp,crypto}.test.ts'],
    always: ['test/adapters/redis/redis.test.ts'],
    sources: [
      ...foundations,
      ...ports,
      'test/conformance/{media,crypto}/**',
      'adapters/{gcs,s3,node-crypto,webcrypto}/**',
    ],
  },
  {
    finds: 'an operation that breaks under an attack, or gives something away',
    tests: [
      'test/http/attacks/{hostile-bodies,hostile-requests,sql}.test.ts',
      'test/http/{rest-subject,waiting-bytes,entity-tags,security-bodies}.test.ts',
      'test/access/http-{leaks,get-effects}.test.ts',
      'test/cache/http-{on-equals-off,repeated-answers}.test.ts',
    ],
    always: [],
    sources: [
      ...foundations,
      'adapters/{http,koa,fetch}/**',
      'contracts/{*.ts,mapping/**,operations/**,schemas/**}',
      'core/{access,model,primitives}/**',
      'test/conformance/rest-api/**',
    ],
  },
  {
    finds: 'what other runtimes, projects and generators make of the packages',
    tests: [
      'test/{package,runtimes,client-runtimes,generated-clients,examples}/**',
      'test/architecture/{doc-examples,packages,recipes}.test.ts',
    ],
    always: [],
    sources: [
      ...foundations,
      'adapters/fetch/**',
      'bootstrap/{*.ts,tools/**}',
      'contracts/**',
      'core/*.ts',
      'docs/*.md',
      'docs/examples/**',
      'test/conformance/**',
    ],
  },
  {
    finds: 'suites that would accept a broken adapter',
    tests: ['test/adapters/{mutants,repository-mutants,store-steps}.test.ts'],
    always: [],
    sources: [...foundations, 'adapters/memory/**', 'test/conformance/**'],
  },
];

import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveInstances } from '../support/core/instances.ts';
import { serveApp } from '../support/http/app.ts';
import { httpClient } from '../support/http/http-client.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { freshPrefix, withRedis } from '../support/redis/redis-tests.ts';
import { randomRuns, runSeed, seededRandom } from '../support/seeded-random.ts';
import { serveService } from '../support/service/served-service.ts';
import { compareWithModel } from '../support/translations/compare-with-model.ts';
import { brokenGroups } from '../support/translations/group-model.ts';
import {
  randomStep,
  stepNames,
  takeStep,
  type Choices,
} from '../support/translations/group-writers.ts';
import {
  createOracleWorld,
  localizedNames,
  oracleLocales,
  readState,
  type OracleService,
  type OracleWorld,
} from '../support/translations/oracle-world.ts';

type Opened = OracleService & AsyncDisposable;

const memory = async (): Promise<Opened> => {
  const app = await serveApp({ trustProxy: 1 });
  return {
    cms: app.cms,
    store: app.ports.store,
    clients: [app],
    tick: (ms) => app.clock.advance(ms),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
};

const embedded = async (): Promise<Opened> => {
  const served = await serveService();
  return {
    cms: served.service.cms,
    store: await served.service.get('store'),
    clients: [httpClient(served.url)],
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  };
};

const twoInstances = async (env: Readonly<Record<string, string>>): Promise<Opened> => {
  const instances = await serveInstances(2, env);
  const [first] = instances.services;
  if (first === undefined) throw new Error('There is no instance');
  return {
    cms: first.service.cms,
    store: await first.service.get('store'),
    clients: instances.clients,
    [Symbol.asyncDispose]: () => instances[Symbol.asyncDispose](),
  };
};

/** Lets four writers work at once, again and again, and compares everything that each reader sees in between. */
const testOracle = (open: () => Promise<Opened>, rounds: number): void => {
  let opened: Opened;
  let world: OracleWorld;
  beforeAll(async () => {
    opened = await open();
    world = await createOracleWorld(opened);
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  test('after every write, each reader sees of each group what the model shows', async () => {
    onTestFailed(() => console.error(`seed ${runSeed}`));
    const random = seededRandom(runSeed);
    const steps = new Set<string>();
    let number = 0;
    const write = async (writer: number, ids: Pick<Choices, 'items' | 'copied' | 'trashed'>) => {
      const client = world.clients[writer % world.clients.length];
      if (client === undefined) throw new Error('There is no instance');
      for (let n = 0; n < 3; n += 1) {
        number += 1;
        world.tick?.(Math.floor(2 * random()) * 1_000);
        const collections = localizedNames;
        const locales = oracleLocales.map(({ code }) => code);
        const step = randomStep({ ...ids, random, locales, collections, number });
        if (await takeStep(client, world.writer, step)) steps.add(step.name);
      }
    };
    let compared = 0;
    for (let round = 0; round < rounds; round += 1) {
      if (round % 3 === 0) {
        await world.cms.plugins.configure(operator, 'cache', { active: round % 2 === 0 });
      }
      const before = await readState(world);
      const trash = await world.cms.trash.list(operator, { limit: 100, offset: 0 });
      const stored = new Map(before.published.map((item) => [item.id, item.title]));
      const ids = {
        items: [...stored.keys()],
        copied: before.unpublished.flatMap(({ id, title }) =>
          stored.get(id) === title ? [] : [id],
        ),
        trashed: trash.map(({ id }) => id),
      };
      await Promise.all([0, 1, 2, 3].map((writer) => write(writer, ids)));
      const state = await readState(world);
      expect(brokenGroups(state)).toEqual([]);
      const readers = world.readers.filter((_, index) => (index + round) % 2 === 0);
      for (const reader of readers) {
        compared += await compareWithModel(world, state, reader, random);
      }
    }
    expect(compared).toBeGreaterThan(50 * rounds);
    // So many rounds miss a rare one at times.
    const missed = stepNames.filter((name) => !steps.has(name));
    if (rounds >= 30) expect(missed.length, missed.join()).toBeLessThanOrEqual(1);
  }, 120_000);
};

describe('groups of translations, on memory', () => testOracle(memory, randomRuns(40)));

describe('groups of translations, on the embedded database', () =>
  testOracle(embedded, randomRuns(10)));

await withPostgres('migrated', (url) =>
  withRedis((redis) => {
    describe('groups of translations, on two instances with Postgres and Redis', () =>
      testOracle(
        () => twoInstances({ DATABASE_URL: url, REDIS_URL: `${redis}?prefix=${freshPrefix()}` }),
        randomRuns(10),
      ));
  }),
);

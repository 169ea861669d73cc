import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import { openPgliteStore } from '../../adapters/pglite/open-pglite-store.ts';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { hasCode, isDomainError, operator, type Cms, type ErrorCode } from '../../core/index.ts';
import type { Store } from '../../core/store.ts';
import { decodeJson, groupOf, type ContentItem } from '../../core/vocabulary.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { emptyTables } from '../support/postgres/empty-tables.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { runSeed, seededRandom } from '../support/seeded-random.ts';
import { dataFolder } from '../support/service/data-folder.ts';
import { sharingWorld, type SharingWorld } from '../support/translations/sharing-world.ts';

const writers = 10;
const writesEach = 15;

/** What a write can answer because of the others. */
const expected: ReadonlySet<ErrorCode> = new Set([
  'not_found',
  // The source of a translation is in the trash.
  'invalid_input',
  'shared_field',
  'not_shared',
  'locale_taken',
  'slug_taken',
  'draft_outdated',
  'not_published',
  'invalid_transition',
]);

interface Scene {
  readonly store: Store;
  readonly world: SharingWorld;
  readonly instances: readonly Cms[];
  /** Cuts connections of the store, so that its writes end anywhere. */
  readonly cut?: (() => Promise<unknown>) | undefined;
}

const itemsOf = ({ store, world }: Scene): Promise<readonly ContentItem[]> =>
  store.repositories.contents.listOfCollectionAfter(world.posts.id, undefined, 100);

/** The groups whose items have different prices, in one state of the store. */
const unequalIn = async ({ store, world }: Scene): Promise<readonly string[]> =>
  store.consistently(async ({ contents }) => {
    const items = await contents.listOfCollectionAfter(world.posts.id, undefined, 1_000);
    const prices = new Map<string, unknown>();
    return items.flatMap((item) => {
      const { price } = decodeJson(item.data);
      const { id } = groupOf(item);
      if (!prices.has(id)) prices.set(id, price);
      return prices.get(id) === price ? [] : [`${id} ${item.locale} ${JSON.stringify(price)}`];
    });
  });

let titles = 0;

/** One random write, through one of the instances. */
const write = async (scene: Scene, random: () => number): Promise<void> => {
  const pick = <T>(among: readonly T[]): T | undefined =>
    among[Math.floor(random() * among.length)];
  const cms = pick(scene.instances);
  const items = await itemsOf(scene);
  const item = pick(items);
  const trash = await scene.store.repositories.trash.listAfter(undefined, 100);
  const trashed = pick(trash)?.item;
  if (cms === undefined) throw new Error('There are instances');
  if (trashed !== undefined && (item === undefined || random() < 0.15)) {
    await cms.trash.restore(operator, trashed.id, {});
    return;
  }
  if (item === undefined) return;
  const { id } = item;
  const data = { price: Math.floor(random() * 1_000), body: String(random()) };
  titles += 1;
  const title = `Title ${titles}`;
  const locale = pick(['de', 'en', 'fr']) ?? 'de';
  const work = [
    () => cms.content.update(operator, id, { data }),
    () => cms.content.update(operator, id, { data, status: 'published' }),
    () => cms.content.update(operator, id, { data, status: 'draft' }),
    () => cms.content.delete(operator, id),
    () => cms.translations.create(operator, id, { locale, title, copy: 'shared' }),
    () => {
      const place = { collectionId: scene.world.posts.id, translationOf: id, locale, title };
      return cms.content.create(operator, { ...place, data: random() < 0.5 ? {} : data });
    },
    () => cms.translations.leave(operator, id),
    () => {
      const other = pick(items)?.id ?? id;
      const shareFrom = random() < 0.3 ? undefined : pick([id, other]);
      return cms.translations.join(operator, id, { with: other, shareFrom });
    },
    async () => {
      await cms.drafts.save(operator, id, { data });
      await cms.drafts.publish(operator, id, { merge: 'mine' });
    },
  ];
  await (pick(work) ?? work[0])?.();
};

const race = async (scene: Scene): Promise<void> => {
  for (const status of ['published', 'draft'] as const) {
    const { en, de, fr } = await scene.world.trio({ price: 1 }, status);
    const renamed = [en, de, fr].map(({ id }) =>
      scene.world.put({ id }, { slug: `${status}-${id}` }),
    );
    await Promise.all(renamed);
  }
  const failures: unknown[] = [];
  const done = Array.from({ length: writers }, async (_, n) => {
    const random = seededRandom(runSeed + n);
    for (let count = 0; count < writesEach; count += 1) {
      await write(scene, random).catch((error: unknown) => {
        if (scene.cut !== undefined && hasCode(error, 'dependency_unavailable')) return;
        if (!isDomainError(error) || !expected.has(error.code)) failures.push(error);
      });
    }
  });
  let isDone = false;
  const ended = Promise.all(done).finally(() => {
    isDone = true;
  });
  let reads = 0;
  while (!isDone) {
    await scene.cut?.();
    const unequal = await unequalIn(scene).catch((error: unknown) => {
      if (scene.cut === undefined || !hasCode(error, 'dependency_unavailable')) throw error;
      return [];
    });
    expect(unequal, `seed ${runSeed}`).toEqual([]);
    reads += 1;
    // Reads of memory alone would let nothing else run.
    await setImmediate();
  }
  await ended;
  expect(failures, `seed ${runSeed}`).toEqual([]);
  expect(await unequalIn(scene), `seed ${runSeed}`).toEqual([]);
  expect(reads).toBeGreaterThan(0);
};

const sceneOn = async (store: Store, others: readonly Store[] = []): Promise<Scene> => {
  const world = await sharingWorld(undefined, { ports: { store } });
  const instances = others.map((each) => world.another({ ports: { store: each } }));
  return { store, world, instances: [world.cms, world.another(), ...instances] };
};

describe('the shared fields of a group never differ while ten writers change it', () => {
  test('in memory', async () => {
    await race(await sceneOn(new MemoryStore()));
  });

  test('in the embedded database', async () => {
    const folder = await dataFolder();
    const store = await openPgliteStore(join(folder.path, 'database'), new SystemTimer());
    await race(await sceneOn(store));
    await store.close();
    await folder[Symbol.asyncDispose]();
  });
});

await withPostgres('migrated', (url) => {
  const pools = [1, 2].map(() => openPool({ url, poolMax: 6 }, new SystemTimer()));
  const [store, other] = pools.map(storeOver);
  afterAll(async () => {
    for (const pool of pools) await pool.close();
  });

  const scene = async (): Promise<Scene> => {
    if (store === undefined || other === undefined) throw new Error('There are two stores');
    await emptyTables(store.database.pool.knex);
    return sceneOn(store, [other]);
  };

  test('on two instances over one PostgreSQL', async () => {
    await race(await scene());
  });

  test('on two instances whose connections are cut during their statements', async () => {
    const { knex } = openPool({ url, poolMax: 1 }, new SystemTimer());
    const cut = () =>
      knex.raw(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
          and random() < 0.2`);
    await race({ ...(await scene()), cut });
    await knex.destroy();
  });
});

import { afterAll, describe, expect, test } from 'vitest';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { anonymous } from '../../core/index.ts';
import type { Store } from '../../core/store.ts';
import { times } from '../conformance/cases.ts';
import { coreWorld } from '../support/core/core-world.ts';
import {
  expectUpToDate,
  newFollower,
  readOn,
  readToEnd,
  type Reader,
} from '../support/feed/follower.ts';
import { changeSomething } from '../support/feed/random-changes.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { emptyTables } from '../support/postgres/empty-tables.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { runSeed, seededRandom } from '../support/seeded-random.ts';

/**
 * Lets followers read pages of random sizes while random changes are made. Often they are killed in the middle of a page,
 * and continue with the cursor of the last change that they have taken.
 */
const follow = async (
  store: Store | undefined,
  seed: number,
  changes: number,
  atOnce: number,
): Promise<void> => {
  const random = seededRandom(seed);
  const { cms, person, posts, pages } = await coreWorld(store && { ports: { store } });
  const admin = await person('admin');
  const scene = { cms, admin, collections: [posts, pages], random };
  const scoped = { kind: 'token', scope: [posts.id], readsDrafts: true } as const;
  const readers: readonly Reader[] = [
    { name: 'anonymous', actor: anonymous },
    { name: 'anonymous, one collection', actor: anonymous, collection: posts.name },
    { name: 'user', actor: admin },
    { name: 'user, one collection', actor: admin, collection: pages.name },
    { name: 'user, drafts', actor: admin, perspective: 'drafts' },
    { name: 'user, drafts of one', actor: admin, perspective: 'drafts', collection: pages.name },
    { name: 'token', actor: { ...scoped, tokenId: posts.id } },
    { name: 'token, drafts', actor: { ...scoped, tokenId: pages.id }, perspective: 'drafts' },
  ];
  for (let n = 0; n < 20; n += 1) await changeSomething(scene);
  const followers = readers.map(newFollower);
  const step = async (follower: (typeof followers)[number]): Promise<void> => {
    if (random() < 0.6) return;
    const limit = 1 + Math.floor(random() * 7);
    const keep = random() < 0.4 ? Math.floor(random() * limit) : undefined;
    await readOn(cms, follower, limit, keep);
  };
  for (let n = 0; n < changes; n += atOnce) {
    await Promise.all([...times(atOnce, () => changeSomething(scene)), ...followers.map(step)]);
    if (random() < 0.9) continue;
    for (const follower of followers) {
      await readToEnd(cms, follower);
      await expectUpToDate(cms, follower);
    }
  }
  for (const follower of followers) {
    await readToEnd(cms, follower);
    await expectUpToDate(cms, follower);
  }
  // Others are told to start again when a collection becomes active or inactive.
  for (const { reader, starts } of followers) {
    if (reader.actor.kind === 'user' && reader.collection === undefined) expect(starts).toBe(1);
  }
};

const runs = Number(process.env['FEED_RUNS'] ?? 1);

describe(`followers end with what lists show (seed ${runSeed})`, () => {
  test.each(times(8 * runs, (n) => n))('on memory, run %i', (n) =>
    follow(undefined, runSeed + n, 150, 1),
  );
});

await withPostgres('migrated', (url) => {
  const pool = openPool({ url, poolMax: 6 }, new SystemTimer());
  const { knex } = pool;
  afterAll(() => knex.destroy());

  describe(`followers end with what lists show (seed ${runSeed})`, () => {
    test.each(times(2 * runs, (n) => n))('on PostgreSQL, run %i', async (n) => {
      await emptyTables(knex);
      await follow(storeOver(pool), runSeed + n, 200, 3);
    });
  });
});

import fc from 'fast-check';
import type { Knex } from 'knex';
import { expect, test } from 'vitest';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemClock } from '../../adapters/system/system-clock.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { coreWorld } from '../support/core/core-world.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { emptyTables } from '../support/postgres/empty-tables.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { inconsistencies } from '../support/postgres/inconsistencies.ts';
import { stepArbitrary } from '../support/publishing/random-commands.ts';
import {
  restoreEverything,
  takeSteps,
  usersOf,
  type SequenceScene,
} from '../support/publishing/random-sequence.ts';
import { randomRuns, runSeed } from '../support/seeded-random.ts';

const never = { aborted: false };

await withPostgres('migrated', (url) => {
  /** A store whose clock is moved by moving everything that is stored into the past. */
  const openScene = async (): Promise<
    SequenceScene & AsyncDisposable & { readonly knex: Knex }
  > => {
    const pool = openPool({ url, poolMax: 4 }, new SystemTimer());
    const { knex } = pool;
    await emptyTables(knex);
    const store = storeOver(pool);
    const { cms, posts, pages, person } = await coreWorld({
      ports: { store, clock: new SystemClock() },
    });
    const storeNow = async (): Promise<number> =>
      (await store.repositories.schedules.find(posts.id)).now;
    let moved = 0;
    const moveTo = async (time: number): Promise<void> => {
      const ms = time - moved - (await storeNow());
      // The clock of the server has gone on.
      if (ms <= 0) return;
      await knex.raw(
        'update content_schedules set at = at - :ms, claimed_until = claimed_until - :ms',
        { ms },
      );
      await knex.raw('update content_revisions set stored_at = stored_at - :ms', { ms });
      moved += ms;
    };
    return {
      knex,
      cms,
      store,
      users: await usersOf(person, [posts, pages]),
      start: await storeNow(),
      names: { collections: [posts.id, pages.id], slug: (choice) => `slug-${choice % 12}` },
      storeTime: (at) => at - moved,
      elapseTo: async (time) => {
        for (;;) {
          const planned = await store.repositories.schedules.list(
            { limit: 1_000, offset: 0 },
            'all',
          );
          const next = planned.find(({ reason, at }) => reason === undefined && at + moved <= time);
          if (next === undefined) break;
          await moveTo(next.at + moved);
          await cms.schedule.runDue(never);
        }
        await moveTo(time);
      },
      [Symbol.asyncDispose]: () => knex.destroy(),
    };
  };

  const sequences = fc.array(stepArbitrary, { minLength: 80, maxLength: 150, size: 'max' });

  test('random actions of several users do what the model says, on PostgreSQL', async () => {
    let restored = 0;
    const property = fc.asyncProperty(sequences, async (sequence) => {
      await using scene = await openScene();
      const model = await takeSteps(scene, sequence, async () => {
        expect(await inconsistencies(scene.knex)).toEqual([]);
      });
      restored += await restoreEverything(scene, model, scene.users[0]!);
    });
    await fc.assert(property, { numRuns: randomRuns(2), seed: runSeed, endOnFailure: true });
    expect(restored).toBeGreaterThan(10);
  });
});

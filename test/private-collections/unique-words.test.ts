import { describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { missingItems, readAll } from '../support/access/secret-leaks.ts';
import { secretWorld } from '../support/access/secret-world.ts';
import { httpAdapters } from '../support/http/http-adapters.ts';
import { httpConnections } from '../support/http/http-connections.ts';
import { randomRuns, runSeed, seededRandom } from '../support/seeded-random.ts';

describe.each(httpAdapters)('over the adapter for $adapter', ({ create }) => {
  test.each(Array.from({ length: randomRuns(1) }, (_, n) => n))(
    'no answer contains a word of a private collection to whoever may not see it (%i)',
    async (run) => {
      await using world = await secretWorld(create, seededRandom(runSeed + run));
      const connections = httpConnections(world.app.url);
      const all: string[] = [];
      const missing: string[] = [];
      try {
        for (const active of [false, true]) {
          await world.app.cms.plugins.configure(operator, 'cache', { active });
          // With the cache, each order fills it for the ones after.
          const order = active ? world.principals : world.principals.toReversed();
          for (const principal of order) {
            const { leaks, text } = await readAll(world, connections, principal);
            all.push(...leaks.map((leak) => `cache ${active}: ${leak}`));
            missing.push(
              ...missingItems(world, principal, text).map((key) => `${principal.name}: ${key}`),
            );
          }
        }
      } finally {
        connections.close();
      }
      expect([runSeed + run, missing]).toEqual([runSeed + run, []]);
      expect([runSeed + run, all]).toEqual([runSeed + run, []]);
    },
    600_000,
  );
});

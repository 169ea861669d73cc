import type { Store } from '../../core/store.ts';
import { day } from '../../core/vocabulary.ts';
import { equal, ok } from './assert.ts';
import { letTimePass } from './content/history/recorded-changes.ts';
import { suite } from './suite.ts';

/** What an open store tells about itself. */
export const storeHealthSuite = suite<Store>('Store, health', {
  'an open store is reachable, and accepts writes': async ({ health }) => {
    equal(await health.ping(), undefined, 'ping');
  },

  'a store with a clock of its own tells its time, in milliseconds': async ({
    health: { time },
  }) => {
    if (time === undefined) return;
    const first = await time();
    // Clocks may differ, units may not.
    ok(Math.abs(first - Date.now()) < day, 'epoch milliseconds');
    await letTimePass(time);
    ok((await time()) > first, 'a later call has a later time');
  },
});

import { describe, expect, test } from 'vitest';
import { leaseMutants } from '../../../support/leases/lease-mutants.ts';
import { altered } from '../../../support/altered.ts';
import { runSchedule, type Faults } from '../../../support/leases/run-schedule.ts';

/** Set `LEASE_SEEDS` for a longer search. 2,000 seeds take some minutes. */
const seeds = Number(process.env['LEASE_SEEDS'] ?? 25);

test(`no schedule of ${seeds} shows a client an older state than another client saw`, async () => {
  let reads = 0;
  let writes = 0;
  for (let seed = 1; seed <= seeds; seed += 1) {
    const result = await runSchedule(seed);
    expect(result.violations).toEqual([]);
    reads += result.reads;
    writes += result.writes;
  }
  expect(reads).toBeGreaterThan(100 * seeds);
  expect(writes).toBeGreaterThan(10 * seeds);
});

test('with writes by programs that are no instances, no confirmed read returns an older state', async () => {
  let reads = 0;
  for (let seed = 1; seed <= seeds; seed += 1) {
    const result = await runSchedule(seed, {}, true);
    expect(result.violations).toEqual([]);
    reads += result.reads;
  }
  expect(reads).toBeGreaterThan(100 * seeds);
});

const outsideMutants: Readonly<Record<string, Faults>> = {
  'an outside write that leaves nothing': { database: { overlooksOutsideWrites: true } },
  'no question before a read from memory': {
    coordinator: (intact) => altered(intact, { confirm: async () => true }),
  },
  'a value from before the present registration': {
    memory: (intact) => altered(intact, { holds: () => true }),
  },
  'an answer that is older than the read': {
    coordinator: (intact) => {
      let last = Promise.resolve(false);
      const confirm = (): Promise<boolean> => {
        const earlier = last;
        last = intact.confirm();
        return earlier;
      };
      return altered(intact, { confirm });
    },
  },
};

test.each(Object.entries(outsideMutants))('these schedules catch %s', async (_, faults) => {
  const all = await Promise.all([1, 2, 3].map((seed) => runSchedule(seed, faults, true)));
  expect(all.flatMap(({ violations }) => violations)).not.toEqual([]);
});

/** The first seeds that catch them. If a change of the schedules makes one miss, search for another. */
const firstSeeds: Readonly<Record<string, number>> = {
  'a write that blocks others after its commit': 1,
  'blocks that are not read when joining': 85,
  'a fence that does not look for confirmations': 66,
  'a confirmation before the memory is blocked': 38,
  'no fence': 11,
  'a block that ends by a timer': 1,
  'a lease that is longer than the time after which an instance counts as stopped': 5,
  'a lease that is counted from the response': 29,
  'no look at the clock after a pause': 1,
  'no clock that goes on while the machine is suspended': 2,
  'no wait after a restart of the server': 21,
  'a stopped instance that is not waited for': 2,
  'a renewal that does not notice the loss of its registration': 121,
  'a load that is kept although a write began meanwhile': 2,
};

describe.each(Object.entries(leaseMutants))('the schedules catch %s', (name, faults) => {
  test('with a known seed', async () => {
    const { violations } = await runSchedule(firstSeeds[name] ?? 1, faults);
    expect(violations).not.toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importMutant, type AppMutant } from '../support/cache/app-mutants.ts';
import { httpAdapters, type CreateApp } from '../support/http/http-adapters.ts';
import { choices, firstDifference, steps } from '../support/cache/on-equals-off.ts';
import { randomRuns, runSeed } from '../support/seeded-random.ts';

const step = fc.record({
  kind: fc.constantFrom(...steps),
  path: fc.nat(choices.path - 1),
  caller: fc.nat(choices.caller - 1),
  header: fc.nat(choices.header - 1),
  write: fc.nat(choices.write - 1),
});
const plans = fc.array(step, { minLength: 20, maxLength: 60 });

/** @returns the difference of the first plan that has one. */
const findDifference = async (create: CreateApp, runs: number, seed = runSeed) => {
  for (const plan of fc.sample(plans, { numRuns: runs, seed })) {
    const difference = await firstDifference(create, plan);
    if (difference !== undefined) return difference;
  }
  return undefined;
};

test.each(httpAdapters)(
  'a service on $adapter with the cache plugin answers as one without it, for all callers and after all writes',
  async ({ create }) => {
    expect(await findDifference(create, randomRuns(60)), `SEED=${runSeed}`).toBeUndefined();
  },
);

const mutants: readonly AppMutant[] = [
  {
    name: 'the key has no credential',
    file: 'request-key.ts',
    from: '[caller, coding, origin',
    to: '[coding, origin',
  },
  {
    name: 'the key has no kind of credential',
    file: 'request-key.ts',
    from: '`${credential.kind} ',
    to: '`',
  },
  {
    name: 'the key has no preference',
    file: 'request-key.ts',
    from: 'origin, prefer, url',
    to: 'origin, url',
  },
  {
    name: 'the key has no origin',
    file: 'request-key.ts',
    from: 'coding, origin, prefer',
    to: 'coding, prefer',
  },
  {
    name: 'the key has no coding',
    file: 'request-key.ts',
    from: '[caller, coding,',
    to: '[caller,',
  },
  {
    name: 'an answer outlives the credential',
    file: 'answer-cache.ts',
    from: 'until: clock.now() + lifetimeMs',
    to: 'until: clock.now() + 86_400_000',
  },
  {
    name: 'an answer outlives everything',
    file: 'answer-cache.ts',
    from: ' || ttlMs <= 0',
    to: '',
  },
  {
    name: 'an answer outlives the snapshot',
    file: 'answer-cache.ts',
    from: 'current !== entry.snapshot || ',
    to: '',
  },
  {
    name: 'an answer is kept although the snapshot moved',
    file: 'answer-cache.ts',
    from: 'entries.add(key, entry,',
    to: 'void snapshot().then((now) => Object.assign(entry, { snapshot: now })); entries.add(key, entry,',
  },
];

/** Answers of the other adapter have neither codings nor CORS headers. */
const ofKoa: ReadonlySet<string> = new Set(['the key has no origin', 'the key has no coding']);

describe.each(httpAdapters)('the comparison notices on $adapter if', ({ adapter }) => {
  const noticed = mutants.filter(({ name }) => adapter === 'koa' || !ofKoa.has(name));
  test.each(noticed)('$name', async (mutant) => {
    // One plan in 23 notices the mutant that is hardest to notice, so 1,000 plans surely do. With this seed, the first
    // plans do.
    const difference = await findDifference(await importMutant(mutant, adapter), 1_000, 6);
    expect(difference).toBeDefined();
  });
});

import { storeHealthSuite } from '../../conformance/store-health.ts';
import {
  brokenStore,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

const promise = 'a store with a clock of its own tells its time, in milliseconds';

/** The store in memory has no clock of its own. */
const telling = (time: () => Promise<number>): RepositoryMutant['make'] =>
  brokenStore(({ store: { health } }) => ({ health: { ping: () => health.ping(), time } }));

export const storeHealthMutants: RepositorySuiteMutants = {
  suite: storeHealthSuite,
  mutants: [
    {
      fault: 'rejects writes from the start',
      caughtBy: 'an open store is reachable, and accepts writes',
      make: brokenStore(() => ({ health: { ping: async () => 'read-only' } })),
    },
    {
      fault: 'tells its time in seconds',
      caughtBy: promise,
      make: telling(async () => Date.now() / 1_000),
    },
    {
      fault: 'tells no number',
      caughtBy: promise,
      make: telling(async () => Number.NaN),
    },
    {
      fault: 'always tells the time of its first answer',
      caughtBy: promise,
      make: (subject) => {
        let told: number | undefined;
        return telling(async () => (told ??= Date.now()))(subject);
      },
    },
  ],
};

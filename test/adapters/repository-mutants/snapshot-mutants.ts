import type { Store } from '../../../core/store.ts';
import type { Snapshot } from '../../../core/vocabulary.ts';
import { noSnapshotSuite, snapshotSuite } from '../../conformance/transactions/snapshots.ts';
import { altered } from '../../support/core/altered.ts';
import {
  broken,
  brokenStore,
  pauses,
  type MemorySubject,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Snapshots that some writes do not change. `skip` follows such a write. */
const skipping = (
  change: (subject: MemorySubject, skip: () => void) => Partial<Store>,
): RepositoryMutant['make'] =>
  brokenStore((subject) => {
    let last: { readonly real: Snapshot | undefined; readonly shown: string } | undefined;
    let count = 0;
    let isSkipped = false;
    const show = async (): Promise<string> => {
      const real = await subject.store.snapshot();
      if (last === undefined || (real !== last.real && !isSkipped)) count += 1;
      isSkipped = false;
      last = { real, shown: String(count) };
      return last.shown;
    };
    const skip = (): void => {
      isSkipped = true;
    };
    return { ...change(subject, skip), snapshot: show };
  });

const telling = (
  snapshotOf: (subject: MemorySubject) => Promise<Snapshot | undefined>,
): RepositoryMutant['make'] =>
  broken('contents', (intact, subject) => {
    const pause = pauses();
    return {
      list: async (query, view, basis) => {
        const snapshot = await snapshotOf(subject);
        await pause();
        const read = await intact.list(query, view, basis);
        return read.isCurrent ? { ...read, snapshot } : read;
      },
    };
  });

export const snapshotMutants: RepositorySuiteMutants = {
  suite: snapshotSuite,
  mutants: [
    {
      fault: 'returns another snapshot each time',
      caughtBy: 'snapshots are equal without writes',
      make: brokenStore(() => ({ snapshot: async () => crypto.randomUUID() })),
    },
    {
      fault: 'never tells a snapshot',
      caughtBy: 'snapshots are equal without writes',
      make: brokenStore(() => ({ snapshot: async () => undefined })),
    },
    {
      fault: 'changes the snapshot with consistent reads',
      caughtBy: 'reads do not change the snapshot',
      make: brokenStore(({ store }) => {
        let runs = 0;
        return {
          consistently: (work) => {
            runs += 1;
            return store.consistently(work);
          },
          snapshot: async () => `${await store.snapshot()} ${runs}`,
        };
      }),
    },
    {
      fault: 'writes to prune a history that is within the limits',
      caughtBy: 'removals of old records that find none do not change the snapshot',
      make: broken('revisions', (intact, { repositories }) => ({
        prune: async (...limits) => {
          await repositories.site.saveSettings((await repositories.site.load()).settings);
          return intact.prune(...limits);
        },
      })),
    },
    {
      fault: 'does not change the snapshot with a deletion',
      caughtBy: 'every commit changes the snapshot',
      make: skipping(({ store }, skip) => ({
        commit: async (changes) => {
          const isStored = await store.commit(changes);
          if (changes.some(({ kind }) => kind === 'delete')) skip();
          return isStored;
        },
      })),
    },
    {
      fault: 'does not change the snapshot with the uses of tokens',
      caughtBy: 'every write of a repository changes the snapshot',
      make: skipping(({ repositories }, skip) => ({
        repositories: {
          ...repositories,
          apiTokens: altered(repositories.apiTokens, {
            storeUses: async (uses) => {
              await repositories.apiTokens.storeUses(uses);
              skip();
            },
          }),
        },
      })),
    },
    {
      fault: 'does not change the snapshot with an exclusive run',
      caughtBy: 'every write of an exclusive run changes the snapshot',
      make: skipping(({ store }, skip) => ({
        exclusively: async (lock, work) => {
          const result = await store.exclusively(lock, work);
          skip();
          return result;
        },
      })),
    },
    {
      fault: 'tells no snapshot of a read',
      caughtBy: 'a read of content tells the snapshot of its state',
      make: telling(async () => undefined),
    },
    {
      fault: 'tells the snapshot before a read, which may be of another state',
      caughtBy: 'reads with equal snapshots have equal values',
      make: telling(({ store }) => store.snapshot()),
    },
  ],
};

const supports = { snapshots: false };

export const noSnapshotMutants: RepositorySuiteMutants = {
  suite: noSnapshotSuite,
  mutants: [
    {
      fault: 'tells a snapshot that it does not support',
      caughtBy: 'without snapshots, neither the store nor a read tells one',
      make: brokenStore(() => ({ supports })),
    },
    {
      fault: 'tells the snapshots of reads only',
      caughtBy: 'without snapshots, neither the store nor a read tells one',
      make: brokenStore(() => ({ supports, snapshot: async () => undefined })),
    },
  ],
};

import { outboxRepositorySuite } from '../../conformance/content/outbox-repository.ts';
import {
  broken,
  brokenStore,
  committing,
  reordered,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

const first = 'each change stores its event byte for byte, in the order of the commits';

export const outboxMutants: RepositorySuiteMutants = {
  suite: outboxRepositorySuite,
  mutants: [
    {
      fault: 'stores no event of a deletion',
      caughtBy: first,
      make: committing((each) => (each.kind === 'delete' ? { ...each, event: undefined } : each)),
    },
    {
      fault: 'orders the members of an event',
      caughtBy: first,
      make: committing((each) =>
        each.event === undefined
          ? each
          : {
              ...each,
              event: reordered(each.event),
            },
      ),
    },
    {
      fault: 'lists the newest events',
      caughtBy: first,
      make: broken('outbox', (intact) => ({
        list: async (limit) => (await intact.list(1_000)).slice(-limit),
      })),
    },
    {
      fault: 'stores the event of the first of several changes',
      caughtBy: 'several changes store the events of all that have one',
      make: brokenStore(({ store }) => ({
        commit: (changes) => {
          const found = changes.findIndex(({ event }) => event !== undefined);
          return store.commit(
            changes.map((each, index) => (index === found ? each : { ...each, event: undefined })),
          );
        },
      })),
    },
    {
      fault: 'stores the event before the change',
      caughtBy: 'a change that is not stored stores no event',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          await memory.write(({ outbox }) => {
            for (const { event } of changes) {
              if (event !== undefined) outbox.add({ event, storedAt: Date.now() });
            }
          });
          return store.commit(changes.map((each) => ({ ...each, event: undefined })));
        },
      })),
    },
    {
      fault: 'removes all events',
      caughtBy: 'removeOlderThan removes old events, and no others',
      make: broken('outbox', (intact) => ({ removeOlderThan: () => intact.removeOlderThan(-1) })),
    },
    {
      fault: 'removes no event',
      caughtBy: 'removeOlderThan removes old events, and no others',
      make: broken('outbox', () => ({ removeOlderThan: async () => false })),
    },
  ],
};

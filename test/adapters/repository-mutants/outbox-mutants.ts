import { addEvents } from '../../../adapters/memory/content/memory-outbox-repository.ts';
import type { ContentChange } from '../../../core/store.ts';
import { outboxRepositorySuite } from '../../conformance/content/history/outbox-repository.ts';
import { withParts } from '../../conformance/content/content-changes.ts';
import {
  broken,
  brokenStore,
  committing,
  reordered,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

const first = 'each change stores its event byte for byte, in the order of the commits';

const claimed = 'a reader is claimed by one of several, while it is before the head';
const moved = 'a reader is moved by the newest claim alone';

const withoutEvent = (change: ContentChange): ContentChange =>
  withParts(change, { event: undefined });

export const outboxMutants: RepositorySuiteMutants = {
  suite: outboxRepositorySuite,
  mutants: [
    {
      fault: 'stores no event of a deletion',
      caughtBy: first,
      make: committing((each) => (each.kind === 'delete' ? withoutEvent(each) : each)),
    },
    {
      fault: 'orders the members of an event',
      caughtBy: first,
      make: committing((each) =>
        each.parts.event === undefined
          ? each
          : withParts(each, { event: reordered(each.parts.event) }),
      ),
    },
    {
      fault: 'lists changes of visibility oldest first',
      caughtBy: 'changes of visibility are listed newest first, also while they have no position',
      make: broken('outbox', (intact) => ({
        listVisibilityAfter: async (...given) =>
          (await intact.listVisibilityAfter(...given)).toReversed(),
      })),
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
          const found = changes.findIndex(({ parts }) => parts.event !== undefined);
          return store.commit(
            changes.map((each, index) => (index === found ? each : withoutEvent(each))),
          );
        },
      })),
    },
    {
      fault: 'stores the event before the change',
      caughtBy: 'a change that is not stored stores no event',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          await memory.write((tables) =>
            addEvents(tables, ...changes.map(({ parts }) => parts.event)),
          );
          return store.commit(changes.map(withoutEvent));
        },
      })),
    },
    {
      fault: 'adds the newest of several events first',
      caughtBy: 'added events are stored byte for byte, in their order',
      make: broken('outbox', (intact) => ({ add: (events) => intact.add(events.toReversed()) })),
    },
    {
      fault: 'lists the event at the position again',
      caughtBy: 'each event gets a position after all that had one',
      make: broken('outbox', (intact) => ({
        listAfter: (position, limit) => intact.listAfter(position - 1, limit),
      })),
    },
    {
      fault: 'has an epoch for each call',
      caughtBy: 'each event gets a position after all that had one',
      make: broken('outbox', (intact) => ({
        advance: async () => ({ ...(await intact.advance()), epoch: crypto.randomUUID() }),
      })),
    },
    {
      fault: 'gives the last event two positions',
      caughtBy: 'concurrent readers give each event one position',
      make: broken('outbox', (intact, { memory }) => ({
        advance: async () => {
          await memory.write((tables) => {
            const last = [...tables.outbox].at(-1);
            if (last !== undefined) addEvents(tables, last.event);
          });
          return intact.advance();
        },
      })),
    },
    {
      fault: 'leaves out some events',
      caughtBy: 'who reads on sees each event once, however many write',
      make: broken('outbox', (intact) => ({
        listAfter: async (position, limit) =>
          (await intact.listAfter(position, limit))?.filter((each) => each.position % 5 !== 0),
      })),
    },
    {
      fault: 'does not tell that events are missing',
      caughtBy: 'listAfter tells if events after the position were removed',
      make: broken('outbox', (intact) => ({
        listAfter: async (position, limit) => (await intact.listAfter(position, limit)) ?? [],
      })),
    },
    {
      fault: 'moves a reader that is added again',
      caughtBy: claimed,
      make: broken('outbox', (_, { memory }) => ({
        addReader: async (name, position) => {
          await memory.write(({ readers }) => {
            readers.set(name, { position, failures: 0, claimedUntil: 0 });
          });
        },
      })),
    },
    {
      fault: 'claims a reader that is at the head',
      caughtBy: claimed,
      make: broken('outbox', (intact) => ({
        claimReader: (name, claim, head, leaseMs) =>
          intact.claimReader(name, claim, head + 1, leaseMs),
      })),
    },
    {
      fault: 'claims a reader for several at once',
      caughtBy: claimed,
      make: broken('outbox', (intact) => ({
        claimReader: (name, claim, head) => intact.claimReader(name, claim, head, 0),
      })),
    },
    {
      fault: 'ends the claim with every move',
      caughtBy: moved,
      make: broken('outbox', (intact) => ({
        moveReader: (name, claim, place) => intact.moveReader(name, claim, place, 0),
      })),
    },
    {
      fault: 'forgets the failures of a reader',
      caughtBy: moved,
      make: broken('outbox', (intact) => ({
        moveReader: (name, claim, place, leaseMs) =>
          intact.moveReader(name, claim, { ...place, failures: 0 }, leaseMs),
      })),
    },
    {
      fault: 'moves a reader by any claim',
      caughtBy: moved,
      make: broken('outbox', (intact, { memory }) => ({
        moveReader: async (name, claim, place, leaseMs) =>
          intact.moveReader(
            name,
            (await memory.read(({ readers }) => readers.get(name)?.claim)) ?? claim,
            place,
            leaseMs,
          ),
      })),
    },
  ],
};

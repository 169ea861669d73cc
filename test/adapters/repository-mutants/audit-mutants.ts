import { auditRepositorySuite } from '../../conformance/audit-repository.ts';
import { broken, type RepositorySuiteMutants } from './repository-mutant.ts';

const collects =
  'collect stores each note once, in the order of the events, and no event without one';
const filters = 'list finds by each part of the filter, and by several';
const spans = 'list finds from a time on, and before a time';
const pages = 'pages follow each other, whatever is added meanwhile';
const removes = 'a sweep removes what is too old, and all but the last entries';

export const auditMutants: RepositorySuiteMutants = {
  suite: auditRepositorySuite,
  mutants: [
    {
      fault: 'collects nothing after the first call',
      caughtBy: collects,
      make: broken('audit', (intact) => {
        let isDone = false;
        return {
          collect: async () => {
            if (isDone) return false;
            isDone = true;
            return intact.collect();
          },
        };
      }),
    },
    {
      fault: 'collects events again',
      caughtBy: 'concurrent calls of collect store each note once',
      make: broken('audit', (intact, { memory }) => ({
        collect: async () => {
          await memory.write(({ auditState }) => {
            const { number = 0 } = auditState.get('current') ?? {};
            auditState.set('current', { position: 0, number });
          });
          return intact.collect();
        },
      })),
    },
    {
      fault: 'adds the newest of several entries first',
      caughtBy: 'add stores entries in their order, with the time of the store',
      make: broken('audit', (intact) => ({ add: (notes) => intact.add(notes.toReversed()) })),
    },
    {
      fault: 'leaves out what the client did',
      caughtBy: collects,
      make: broken('audit', (intact) => ({
        list: async (...given) => {
          const { entries, next } = await intact.list(...given);
          return {
            entries: entries.map((each) => ({ ...each, by: { kind: each.by.kind } })),
            next,
          };
        },
      })),
    },
    ...(['actorId', 'id', 'resource', 'action'] as const).map((member) => ({
      fault: `ignores ${member}`,
      caughtBy: filters,
      make: broken('audit', (intact) => ({
        list: (filter, ...rest) => intact.list({ ...filter, [member]: undefined }, ...rest),
      })),
    })),
    ...(['from', 'to'] as const).map((member) => ({
      fault: `ignores ${member}`,
      caughtBy: spans,
      make: broken('audit', (intact) => ({
        list: (filter, ...rest) => intact.list({ ...filter, [member]: undefined }, ...rest),
      })),
    })),
    {
      fault: 'returns the last entry of a page again',
      caughtBy: pages,
      make: broken('audit', (intact) => ({
        list: (filter, after, limit) =>
          intact.list(filter, after && { ...after, number: after.number + 1 }, limit),
      })),
    },
    {
      fault: 'removes entries with their events',
      caughtBy: 'entries stay when their events are removed',
      make: broken('outbox', (intact, { memory }) => ({
        sweep: async (ageMs) => {
          await memory.write(({ audit }) => audit.clear());
          return intact.sweep(ageMs);
        },
      })),
    },
    {
      fault: 'ignores the age',
      caughtBy: removes,
      make: broken('audit', (intact) => ({
        sweep: (limits) => intact.sweep({ ...limits, ageMs: Infinity }),
      })),
    },
    {
      fault: 'ignores the number',
      caughtBy: removes,
      make: broken('audit', (intact) => ({
        sweep: (limits) => intact.sweep({ ...limits, entries: Infinity }),
      })),
    },
  ],
};

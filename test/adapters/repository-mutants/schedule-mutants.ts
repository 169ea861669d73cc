import { addEvents } from '../../../adapters/memory/content/memory-outbox-repository.ts';
import { inScope } from '../../../core/store.ts';
import type { ScheduledChange } from '../../../core/vocabulary.ts';
import { scheduleRepositorySuite } from '../../conformance/content/schedule-repository.ts';
import {
  broken,
  pauses,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Claims over the intact ones, by a choice among all pending changes. */
const claiming = (
  choose: (pending: readonly ScheduledChange[]) => ScheduledChange | undefined,
): RepositoryMutant['make'] =>
  broken('schedules', (_, { memory }) => {
    const claimed = new Set<string>();
    return {
      claim: () =>
        memory.read(({ schedules }) => {
          const pending = [...schedules.values()]
            .flat()
            .map(({ claimedUntil: _until, ...change }) => change)
            .filter(({ contentId, reason }) => reason === undefined && !claimed.has(contentId))
            .toSorted((left, right) => left.at - right.at);
          const chosen = choose(pending);
          if (chosen !== undefined) claimed.add(chosen.contentId);
          return chosen;
        }),
    };
  });

export const scheduleMutants: RepositorySuiteMutants = {
  suite: scheduleRepositorySuite,
  mutants: [
    {
      fault: 'counts the time in seconds',
      caughtBy: 'an item without planned changes has an empty schedule, with the time of the store',
      make: broken('schedules', (intact) => ({
        find: async (id) => {
          const schedule = await intact.find(id);
          return { ...schedule, now: Math.floor(schedule.now / 1_000) };
        },
      })),
    },
    {
      fault: 'loses who planned a change',
      caughtBy: 'a revised schedule is found unchanged',
      make: broken('schedules', (intact) => ({
        find: async (id) => {
          const { now, changes } = await intact.find(id);
          return { now, changes: changes.map((each) => ({ ...each, scheduledBy: undefined })) };
        },
      })),
    },
    {
      fault: 'keeps the changes that a revision leaves out',
      caughtBy: 'a revision gets the stored schedule and replaces all of it',
      make: broken('schedules', (intact) => ({
        revise: (id, revise) =>
          intact.revise(id, (stored) => {
            const next = revise(stored);
            const kept = stored.changes.filter(
              ({ action }) => !next.some((each) => each.action === action),
            );
            return [...next, ...kept];
          }),
      })),
    },
    {
      fault: 'stores the schedule of an unknown item',
      caughtBy: 'a revision of an unknown item returns undefined and stores nothing',
      make: broken('schedules', (intact, { memory }) => ({
        revise: async (id, revise) =>
          (await intact.revise(id, revise)) ??
          memory.write(({ schedules }) => {
            const changes = revise({ now: 0, changes: [] });
            schedules.set(
              id,
              changes.map((change) => ({ ...change, claimedUntil: 0 })),
            );
            return { now: 0, changes };
          }),
      })),
    },
    {
      fault: 'empties the schedule before a revision',
      caughtBy: 'a revision that throws changes nothing',
      make: broken('schedules', (intact, { memory }) => ({
        revise: async (id, revise) => {
          const stored = await intact.find(id);
          await memory.write(({ schedules }) => schedules.delete(id));
          return intact.revise(id, () => revise(stored));
        },
      })),
    },
    {
      fault: 'reads the schedule some time before it is replaced',
      caughtBy: 'concurrent revisions of one item all see each other',
      make: broken('schedules', (intact) => {
        const pause = pauses();
        return {
          revise: async (id, revise) => {
            const stored = await intact.find(id);
            await pause();
            const next = revise(stored);
            return intact.revise(id, () => next);
          },
        };
      }),
    },
    {
      fault: 'lists changes of the same time in the order in which they were stored',
      caughtBy:
        'the list shows the soonest change first, by pages, with the title that the item has now',
      make: broken('schedules', (intact) => ({
        list: async (page, within) => {
          const all = await intact.list({ limit: 1_000, offset: 0 }, within);
          return all
            .toSorted(
              (left, right) => left.at - right.at || (left.contentId > right.contentId ? -1 : 1),
            )
            .slice(page.offset, page.offset + page.limit);
        },
      })),
    },
    {
      fault: 'lists the changes of all collections',
      caughtBy: 'the list has the changes of items that are in the collections now',
      make: broken('schedules', (intact) => ({ list: (page) => intact.list(page, 'all') })),
    },
    {
      fault: 'lists pages of all collections, without the entries of others',
      caughtBy: 'the list has the changes of items that are in the collections now',
      make: broken('schedules', (intact) => ({
        list: async (page, within) =>
          (await intact.list(page, 'all')).filter(({ collectionId }) =>
            inScope(within, collectionId),
          ),
      })),
    },
    {
      fault: 'claims the change that became due last',
      caughtBy: 'a claim takes the change that is due for the longest time, and only once',
      make: claiming((pending) => pending.findLast(({ at }) => at <= Date.now())),
    },
    {
      fault: 'claims changes that are not due',
      caughtBy: 'a change that is not due, or that has failed, is not claimed',
      make: claiming(([first]) => first),
    },
    {
      fault: 'claims changes of one item at the same time',
      caughtBy: 'a change is not claimed before an earlier one of its item is made, or has failed',
      make: broken('schedules', (intact, { memory }) => ({
        claim: async (leaseMs) => {
          const claimed = await intact.claim(leaseMs);
          if (claimed !== undefined) return claimed;
          const other = await memory.read(({ schedules }) =>
            [...schedules.values()].flat().find(({ claimedUntil }) => claimedUntil === 0),
          );
          if (other === undefined || other.reason !== undefined) return undefined;
          const { claimedUntil: _, ...change } = other;
          return change;
        },
      })),
    },
    {
      fault: 'claims a change some time after it was chosen',
      caughtBy: 'of concurrent claims, each takes another change',
      make: broken('schedules', (intact, { memory }) => ({
        claim: async (leaseMs) => {
          const chosen = await memory.read(({ schedules }) =>
            [...schedules.values()].flat().find(({ claimedUntil }) => claimedUntil === 0),
          );
          if (chosen === undefined) return undefined;
          await intact.extendClaim(chosen, leaseMs);
          const { claimedUntil: _, ...change } = chosen;
          return change;
        },
      })),
    },
    {
      fault: 'never ends a claim',
      caughtBy: 'a claim ends after its time',
      make: broken('schedules', (intact) => ({
        claim: () => intact.claim(Number.MAX_SAFE_INTEGER / 2),
      })),
    },
    {
      fault: 'does not extend claims',
      caughtBy: 'an extended claim does not end before the new time',
      make: broken('schedules', () => ({ extendClaim: async () => undefined })),
    },
    {
      fault: 'ends all claims of an item when its schedule is revised',
      caughtBy:
        'a revision keeps the claim of a change that stays, and ends that of one that gets another time',
      make: broken('schedules', (intact) => ({
        revise: async (id, revise) => {
          const result = await intact.revise(id, revise);
          for (const change of result?.changes ?? []) await intact.extendClaim(change, -1);
          return result;
        },
      })),
    },
    {
      fault: 'stores a failure without its event',
      caughtBy: 'a failed change has its reason, and its event is stored',
      make: broken('schedules', (intact, { memory }) => ({
        fail: async (...given) => {
          const hasFailed = await intact.fail(...given);
          await memory.write(({ outbox }) => outbox.clear());
          return hasFailed;
        },
      })),
    },
    {
      fault: 'stores the event of a failure in every case',
      caughtBy: 'only a pending change at that time fails',
      make: broken('schedules', (intact, { memory }) => ({
        fail: async (key, reason, event) => {
          const hasFailed = await intact.fail(key, reason, event);
          if (!hasFailed) {
            await memory.write((tables) => addEvents(tables, event));
          }
          return hasFailed;
        },
      })),
    },
    {
      fault: 'removes the change of any time',
      caughtBy: 'remove removes the change at that time and no other',
      make: broken('schedules', (intact) => ({
        remove: async (key) => {
          for (const change of (await intact.find(key.contentId)).changes) {
            if (change.action === key.action) await intact.remove(change);
          }
        },
      })),
    },
  ],
};

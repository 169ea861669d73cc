import { applyChange } from '../../../adapters/memory/content/memory-commit.ts';
import type { ContentChange } from '../../../core/store.ts';
import { plannedChangeSuite } from '../../conformance/content/planned-changes.ts';
import { withParts, expecting } from '../../conformance/content/content-changes.ts';
import {
  broken,
  brokenStore,
  committing,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

type Update = Extract<ContentChange, { readonly kind: 'update' }>;

const updating = (change: (each: Update) => ContentChange): RepositoryMutant['make'] =>
  committing((each) => (each.kind === 'update' ? change(each) : each));

const withoutPlan = (change: ContentChange): ContentChange => expecting(change, { due: undefined });

/** Removes the planned change first, and only then stores what carries it out. */
const removingFirst = brokenStore(({ store, repositories }) => ({
  commit: async (changes) => {
    for (const change of changes) {
      if (change.kind !== 'update' || change.expected.due === undefined) continue;
      const key = { contentId: change.item.id, ...change.expected.due };
      const { now, changes: stored } = await repositories.schedules.find(key.contentId);
      const isDue = stored.some(
        ({ action, at, reason }) =>
          action === key.action && at === key.at && at <= now && reason === undefined,
      );
      if (!isDue) return false;
      await repositories.schedules.remove(key);
    }
    return store.commit(changes.map(withoutPlan));
  },
}));

export const plannedChangeMutants: RepositorySuiteMutants = {
  suite: plannedChangeSuite,
  mutants: [
    {
      fault: 'makes a planned change without removing it',
      caughtBy: 'a planned change is stored once, and removed with that',
      make: committing(withoutPlan),
    },
    {
      fault: 'makes a change whose plan is gone',
      caughtBy: 'a change whose plan is gone, failed, at another time or not due stores nothing',
      make: brokenStore(({ store }) => ({
        commit: async (changes) =>
          (await store.commit(changes)) || store.commit(changes.map(withoutPlan)),
      })),
    },
    {
      fault: 'removes a planned change before it is made',
      caughtBy: 'a planned change stays if the item or its collection has another version',
      make: removingFirst,
    },
    {
      fault: 'removes a planned change that cannot be made',
      caughtBy: 'a planned change stays if the slug of the item is taken',
      make: removingFirst,
    },
    {
      fault: 'checks the plan some time before the change',
      caughtBy: 'of concurrent commits that carry out one plan, exactly one is stored',
      make: brokenStore(({ memory }) => ({
        commit: async (changes) => {
          const isFit = await memory.read(({ schedules }) =>
            changes.every(({ item }) => schedules.has(item.id)),
          );
          if (!isFit) return false;
          await memory.write((tables) => changes.forEach((each) => applyChange(tables, each)));
          return true;
        },
      })),
    },
    {
      fault: 'leaves failed changes',
      caughtBy:
        'a change removes the planned changes that it makes pointless, and all that have failed',
      make: updating((each) =>
        each.parts.unscheduled?.length === 0 ? withParts(each, { unscheduled: undefined }) : each,
      ),
    },
    {
      fault: 'removes the whole schedule with any change',
      caughtBy: 'an update that names no pointless changes, or is not stored, leaves the schedule',
      make: updating((each) => withParts(each, { unscheduled: ['publish', 'unpublish'] })),
    },
    {
      fault: 'leaves the schedule of a deleted item',
      caughtBy: 'a deletion removes the schedule of the item and no other',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          const before = await memory.read(({ schedules }) => new Map(schedules));
          const isStored = await store.commit(changes);
          await memory.write(({ schedules }) => {
            for (const { kind, item } of changes) {
              const schedule = before.get(item.id);
              if (kind === 'delete' && schedule !== undefined) schedules.set(item.id, schedule);
            }
          });
          return isStored;
        },
      })),
    },
    {
      fault: 'revises the schedule of an item some time after it looked for the item',
      caughtBy: 'of a deletion and a concurrent revision of the schedule, no schedule stays',
      make: broken('schedules', (intact, { memory, repositories }) => ({
        revise: async (id, revise) => {
          if ((await repositories.contents.findById(id)) === undefined) return undefined;
          const stored = await intact.find(id);
          const changes = revise(stored);
          await memory.write(({ schedules }) =>
            schedules.set(
              id,
              changes.map((change) => ({ ...change, claimedUntil: 0 })),
            ),
          );
          return { now: stored.now, changes };
        },
      })),
    },
  ],
};

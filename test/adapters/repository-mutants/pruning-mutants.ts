import type { Revision, Store } from '../../../core/store.ts';
import { minute } from '../../../core/vocabulary.ts';
import { pruningSuite } from '../../conformance/content/history/pruning.ts';
import { broken, type RepositoryMutant, type RepositorySuiteMutants } from './repository-mutant.ts';

/** Prunes with other limits, or other items. */
const pruning = (
  change: (...request: Parameters<Prune>) => Parameters<Prune>,
): RepositoryMutant['make'] =>
  broken('revisions', (intact) => ({ prune: (...request) => intact.prune(...change(...request)) }));

type Prune = Store['repositories']['revisions']['prune'];

/** Prunes, and then also removes some of the revisions that must stay. */
const alsoRemoving = (
  isRemoved: (revision: Revision, all: readonly Revision[]) => boolean,
): RepositoryMutant['make'] =>
  broken('revisions', (intact, { memory }) => ({
    prune: async (limits, step) => {
      await intact.prune(limits, step);
      await memory.write(({ revisions }) => {
        for (const [id, all] of revisions) {
          if (all.length < limits.maxPerItem && limits.maxDays === 0) continue;
          revisions.set(
            id,
            all.filter((revision) => !isRemoved(revision, all)),
          );
        }
      });
      return undefined;
    },
  }));

const kept = 'prune leaves the newest revisions, those with a note, and the last published one';
const old = 'prune removes what is too old, except for the same revisions';

export const pruningMutants: RepositorySuiteMutants = {
  suite: pruningSuite,
  mutants: [
    {
      fault: 'keeps one revision more',
      caughtBy: kept,
      make: pruning(({ maxPerItem, ...limits }, step) => [
        { ...limits, maxPerItem: maxPerItem + 1 },
        step,
      ]),
    },
    {
      fault: 'removes revisions with a note',
      caughtBy: kept,
      make: alsoRemoving(({ note }) => note !== undefined),
    },
    {
      fault: 'removes the last published revision',
      caughtBy: kept,
      make: alsoRemoving(
        ({ status }, all) => status === 'published' && all.at(-1)?.status !== 'published',
      ),
    },
    {
      fault: 'removes the newest revision when it is too old',
      caughtBy: old,
      make: alsoRemoving((revision, all) => all.length > 1 && revision === all.at(-1)),
    },
    {
      fault: 'ignores ages',
      caughtBy: old,
      make: pruning((limits, step) => [{ ...limits, maxDays: 0 }, step]),
    },
    {
      fault: 'takes 0 for no limit',
      caughtBy: 'prune removes everything if the limits keep none',
      make: pruning((limits, step) => [
        { ...limits, maxPerItem: limits.maxPerItem || Infinity },
        step,
      ]),
    },
    {
      fault: 'overflows with a large age',
      caughtBy: 'prune counts the revisions of each item, also for the largest limits',
      make: pruning(({ maxDays, ...limits }, step) => [
        { ...limits, maxDays: maxDays > 2 ** 31 ? -1 : maxDays },
        step,
      ]),
    },
    {
      fault: 'counts the revisions of all items together',
      caughtBy: 'prune counts the revisions of each item, also for the largest limits',
      make: broken('revisions', (intact, { memory }) => ({
        prune: async (limits, step) => {
          const all = await memory.read(({ revisions }) => [...revisions.values()].flat().length);
          return intact.prune(
            { ...limits, maxPerItem: Math.max(1, limits.maxPerItem - all + 6) },
            step,
          );
        },
      })),
    },
    {
      fault: 'ends after a hundred items',
      caughtBy: 'prune handles all items in steps',
      make: broken('revisions', (intact, { memory }) => ({
        prune: async (limits, step) => {
          const ids = await memory.read(({ revisions }) => [...revisions.keys()].slice(100));
          const later = await memory.read(({ revisions }) =>
            ids.map((id) => revisions.get(id) ?? []),
          );
          await intact.prune(limits, step);
          await memory.write(({ revisions }) =>
            ids.forEach((id, index) => revisions.set(id, later[index] ?? [])),
          );
          return undefined;
        },
      })),
    },
    {
      fault: 'never handles only recent items',
      caughtBy:
        'prune of recent items handles those with a revision of this time, and their older ones',
      make: pruning((limits) => [limits]),
    },
    {
      fault: 'removes recent revisions only',
      caughtBy:
        'prune of recent items handles those with a revision of this time, and their older ones',
      make: broken('revisions', (intact, { memory }) => ({
        prune: async (limits, step = {}) => {
          if (step.recentMs !== minute) return intact.prune(limits, step);
          const before = await memory.read(({ revisions }) => [...revisions]);
          await intact.prune(limits, step);
          const time = Date.now() - 15;
          await memory.write(({ revisions }) => {
            for (const [id, all] of before) {
              const left = revisions.get(id) ?? [];
              revisions.set(id, [...all.filter(({ storedAt }) => storedAt < time), ...left]);
            }
          });
          return undefined;
        },
      })),
    },
    {
      fault: 'handles the first item of a step only',
      caughtBy: 'prune of recent items reaches every item, with many revisions each',
      make: broken('revisions', (intact, { memory }) => ({
        prune: async (limits, step = {}) => {
          if (step.recentMs !== 10 * minute) return intact.prune(limits, step);
          const [, ...others] = await memory.read(({ revisions }) => [...revisions]);
          await intact.prune(limits, step);
          await memory.write(({ revisions }) =>
            others.forEach(([id, all]) => revisions.set(id, all)),
          );
          return undefined;
        },
      })),
    },
    {
      fault: 'removes what was written while it ran',
      caughtBy: 'prune can run several times at once, and during writes',
      make: broken('revisions', (intact, { memory }) => ({
        prune: async (limits, step) => {
          const before = await memory.read(({ revisions }) => [...revisions]);
          for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
          await memory.write(({ revisions }) =>
            before.forEach(([id, all]) => revisions.set(id, all)),
          );
          return intact.prune(limits, step);
        },
      })),
    },
  ],
};

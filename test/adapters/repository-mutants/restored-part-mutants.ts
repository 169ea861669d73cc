import type { MemoryTables } from '../../../adapters/memory/memory-tables.ts';
import type { Revision, RevisionOfItem, TrashedItem } from '../../../core/store.ts';
import type { WorkingCopy } from '../../../core/vocabulary.ts';
import { restoredPartsSuite } from '../../conformance/content/history/restored-parts.ts';
import {
  broken,
  pauses,
  type MemorySubject,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

const steps = 'all revisions are read in steps, by item and version, with the state of the item';
const additions = 'add stores revisions as they are, also of items in the trash';
const unchanged = 'add changes no revision, and adds none to items that do not exist';
const trashSteps = 'the trash is read in steps by id';
const trashAdditions = 'an item is added to the trash as it was, with a slug that another one has';
const nothingAdded =
  'nothing is added to the trash for an id that exists, or without its collection';
const partsNotLeft = 'parts that are added while their item is deleted for good are not left';
const copyAdditions = 'a copy is added to an item that has none, also in the trash';
const copySteps = 'all copies are read in steps, with the state of the item';

/** Changes a step of revisions. */
const stepping = (
  change: (step: readonly RevisionOfItem[]) => readonly RevisionOfItem[],
): RepositoryMutant['make'] =>
  broken('revisions', (intact) => ({
    listAfter: async (after, limit) => change(await intact.listAfter(after, limit)),
  }));

/** Adds other revisions. */
const adding = (change: (revision: Revision) => Revision): RepositoryMutant['make'] =>
  broken('revisions', (intact) => ({ add: (revisions) => intact.add(revisions.map(change)) }));

/** Adds other items to the trash. */
const trashing = (change: (trashed: TrashedItem) => TrashedItem): RepositoryMutant['make'] =>
  broken('trash', (intact) => ({ add: (trashed) => intact.add(change(trashed)) }));

/** Adds to the tables without a check of the intact store. */
const puttingTrash =
  (isAllowed: (tables: MemoryTables, trashed: TrashedItem) => boolean, isLate = false) =>
  (_: unknown, { memory }: MemorySubject) => {
    const pause = pauses();
    return {
      add: async (trashed: TrashedItem) => {
        if (!(await memory.read((tables) => isAllowed(tables, trashed)))) return false;
        if (isLate) await pause();
        await memory.write(({ trash }) => {
          trash.set(trashed.item.id, { ...trashed, storedAt: Date.now() });
        });
        return true;
      },
    };
  };

const puttingCopy =
  (isAllowed: (tables: MemoryTables, copy: WorkingCopy) => boolean) =>
  (_: unknown, { memory }: MemorySubject) => ({
    add: (copy: WorkingCopy) =>
      memory.write((tables) => {
        if (!isAllowed(tables, copy)) return false;
        tables.copies.set(copy.contentId, structuredClone(copy));
        return true;
      }),
  });

export const restoredPartMutants: RepositorySuiteMutants = {
  suite: restoredPartsSuite,
  mutants: [
    {
      fault: 'orders versions like text',
      caughtBy: steps,
      make: stepping((step) =>
        step.toSorted((one, other) =>
          `${one.revision.contentId}${one.revision.version}` <
          `${other.revision.contentId}${other.revision.version}`
            ? -1
            : 1,
        ),
      ),
    },
    {
      fault: 'leaves out revisions of items in the trash',
      caughtBy: steps,
      make: broken('revisions', (intact, { repositories }) => ({
        listAfter: async (after, limit) => {
          const step = await intact.listAfter(after, limit);
          const ids = await repositories.trash.findIds(step.map((each) => each.revision.contentId));
          return step.filter((each) => !ids.has(each.revision.contentId));
        },
      })),
    },
    {
      fault: 'goes on with the next item',
      caughtBy: steps,
      make: broken('revisions', (intact) => ({
        listAfter: (after, limit) =>
          intact.listAfter(after && { ...after, version: 2 ** 31 - 1 }, limit),
      })),
    },
    {
      fault: 'ignores the limit of a step',
      caughtBy: steps,
      make: broken('revisions', (intact) => ({
        listAfter: (after) => intact.listAfter(after, 1_000),
      })),
    },
    {
      fault: 'returns the version of the revision as that of the item',
      caughtBy: steps,
      make: stepping((step) =>
        step.map(({ revision, item }) => ({
          revision,
          item: item && { ...item, version: revision.version },
        })),
      ),
    },
    {
      fault: 'reads the revisions of a step whatever their size',
      caughtBy: 'a step of revisions ends with the one that exceeds the maximum',
      make: broken('revisions', (intact) => ({
        listAfter: async (after, limit) => {
          const step = await intact.listAfter(after, limit);
          const { revision } = step.at(-1) ?? {};
          return [...step, ...(await intact.listAfter(revision, limit - step.length))];
        },
      })),
    },
    {
      fault: 'drops the note of an added revision',
      caughtBy: additions,
      make: adding((revision) => ({ ...revision, note: undefined })),
    },
    {
      fault: 'drops whether an added revision was an autosave',
      caughtBy: additions,
      make: adding((revision) => ({ ...revision, isAutosave: false })),
    },
    {
      fault: 'adds revisions with the collection of the item',
      caughtBy: additions,
      make: broken('revisions', (intact, { repositories }) => ({
        add: async (revisions) => {
          const changed: Revision[] = [];
          for (const revision of revisions) {
            const item = await repositories.contents.findById(revision.contentId);
            changed.push({
              ...revision,
              collectionId: item?.collectionId ?? revision.collectionId,
            });
          }
          return intact.add(changed);
        },
      })),
    },
    {
      fault: 'adds no revision of an item in the trash',
      caughtBy: additions,
      make: broken('revisions', (intact, { repositories }) => ({
        add: async (revisions) => {
          const ids = await repositories.trash.findIds(revisions.map((each) => each.contentId));
          const added = await intact.add(revisions.filter((each) => !ids.has(each.contentId)));
          return [...added, ...[...ids].map(() => false)];
        },
      })),
    },
    {
      fault: 'adds a revision in place of another one',
      caughtBy: unchanged,
      make: broken('revisions', (intact, { memory }) => ({
        add: async (revisions) => {
          await memory.write((tables) => {
            for (const { contentId, version } of revisions) {
              const all = tables.revisions.get(contentId) ?? [];
              tables.revisions.set(
                contentId,
                all.filter((each) => each.version !== version),
              );
            }
          });
          return intact.add(revisions);
        },
      })),
    },
    {
      fault: 'says that it added every revision',
      caughtBy: unchanged,
      make: broken('revisions', (intact) => ({
        add: async (revisions) => (await intact.add(revisions)).map(() => true),
      })),
    },
    {
      fault: 'looks first, and then adds',
      caughtBy: 'of concurrent additions of one revision exactly one adds it',
      make: broken('revisions', (intact) => {
        const pause = pauses();
        return {
          add: async (revisions) => {
            const found = await Promise.all(
              revisions.map((each) => intact.find(each.contentId, each.version)),
            );
            await pause();
            await intact.add(revisions);
            return found.map((each) => each === undefined);
          },
        };
      }),
    },
    {
      fault: 'measures the age of an added revision by its time',
      caughtBy: 'the age of an added revision counts from now',
      make: broken('revisions', (intact, { memory }) => ({
        add: async (revisions) => {
          const added = await intact.add(revisions);
          await memory.write((tables) => {
            for (const [id, all] of tables.revisions) {
              tables.revisions.set(
                id,
                all.map((each) => ({ ...each, storedAt: each.createdAt })),
              );
            }
          });
          return added;
        },
      })),
    },
    {
      fault: 'reads the latest deletion first',
      caughtBy: trashSteps,
      make: broken('trash', (intact) => ({
        listAfter: async (id, limit) =>
          (await intact.listAfter(id, limit)).toSorted(
            (one, other) => other.deletedAt - one.deletedAt,
          ),
      })),
    },
    {
      fault: 'ignores the limit of a step through the trash',
      caughtBy: trashSteps,
      make: broken('trash', (intact) => ({ listAfter: (id) => intact.listAfter(id, 1_000) })),
    },
    {
      fault: 'begins a step through the trash anew',
      caughtBy: trashSteps,
      make: broken('trash', (intact) => ({
        listAfter: (_, limit) => intact.listAfter(undefined, limit),
      })),
    },
    {
      fault: 'reads the trash of a step whatever its size',
      caughtBy: 'a step of the trash ends with the item that exceeds the maximum',
      make: broken('trash', (intact) => ({
        listAfter: async (id, limit) => {
          const step = await intact.listAfter(id, limit);
          const last = step.at(-1)?.item.id;
          return last === undefined
            ? step
            : [...step, ...(await intact.listAfter(last, limit - step.length))];
        },
      })),
    },
    {
      fault: 'adds an item to the trash as a draft',
      caughtBy: trashAdditions,
      make: trashing((each) => ({ ...each, item: { ...each.item, status: 'draft' } })),
    },
    {
      fault: 'drops the origin of an item that it adds to the trash',
      caughtBy: trashAdditions,
      make: trashing((each) => ({ ...each, item: { ...each.item, origin: undefined } })),
    },
    {
      fault: 'needs a free slug for the trash',
      caughtBy: trashAdditions,
      make: broken('trash', (intact, { repositories }) => ({
        add: async (trashed) =>
          (await repositories.contents.findBySlug(trashed.item.slug)) === undefined &&
          intact.add(trashed),
      })),
    },
    {
      fault: 'keeps users that do not exist',
      caughtBy: 'users that do not exist are left out of an item that is added to the trash',
      make: broken(
        'trash',
        puttingTrash(() => true),
      ),
    },
    {
      fault: 'adds what is content to the trash',
      caughtBy: nothingAdded,
      make: broken(
        'trash',
        puttingTrash(({ trash }, { item }) => !trash.has(item.id)),
      ),
    },
    {
      fault: 'replaces an item in the trash',
      caughtBy: nothingAdded,
      make: broken(
        'trash',
        puttingTrash(({ contents }, { item }) => !contents.has(item.id)),
      ),
    },
    {
      fault: 'adds to the trash some time after a check',
      caughtBy: 'of a creation and an addition to the trash with one id exactly one succeeds',
      make: broken(
        'trash',
        puttingTrash(
          ({ contents, trash }, { item }) => !contents.has(item.id) && !trash.has(item.id),
          true,
        ),
      ),
    },
    {
      fault: 'adds no copy of an item in the trash',
      caughtBy: copyAdditions,
      make: broken('copies', (intact, { repositories }) => ({
        add: async (copy) =>
          (await repositories.contents.findById(copy.contentId)) !== undefined && intact.add(copy),
      })),
    },
    {
      fault: 'adds a revision some time after it looked for the item',
      caughtBy: partsNotLeft,
      make: broken('revisions', (intact, { memory }) => {
        const pause = pauses();
        return {
          add: async (revisions) => {
            const [revision] = revisions;
            const id = revision?.contentId ?? '';
            const exists = await memory.read(
              ({ contents, trash }) => contents.has(id) || trash.has(id),
            );
            await pause();
            if (!exists || revision === undefined) return intact.add(revisions);
            await memory.write((tables) => {
              const added = { ...structuredClone(revision), storedAt: Date.now() };
              tables.revisions.set(id, [...(tables.revisions.get(id) ?? []), added]);
            });
            return [true];
          },
        };
      }),
    },
    {
      fault: 'adds a copy some time after it looked for the item',
      caughtBy: partsNotLeft,
      make: broken('copies', (intact, { memory }) => {
        const pause = pauses();
        return {
          add: async (copy) => {
            const { contentId: id } = copy;
            const exists = await memory.read(
              ({ contents, trash }) => contents.has(id) || trash.has(id),
            );
            await pause();
            if (!exists) return intact.add(copy);
            await memory.write(({ copies }) => void copies.set(id, structuredClone(copy)));
            return true;
          },
        };
      }),
    },
    {
      fault: 'replaces a copy',
      caughtBy: copyAdditions,
      make: broken(
        'copies',
        puttingCopy(({ contents, trash }, { contentId: id }) => contents.has(id) || trash.has(id)),
      ),
    },
    {
      fault: 'adds the copy of no item',
      caughtBy: copyAdditions,
      make: broken(
        'copies',
        puttingCopy(({ copies }, { contentId: id }) => !copies.has(id)),
      ),
    },
    {
      fault: 'keeps the copies of purged items',
      caughtBy: 'an added copy in the trash goes with its item',
      make: broken('trash', (_, { memory }) => ({
        purge: (id) => memory.write(({ trash }) => trash.delete(id)),
      })),
    },
    {
      fault: 'reads no copies of items in the trash',
      caughtBy: copySteps,
      make: broken('copies', (intact, { repositories }) => ({
        listAfter: async (id, limit) => {
          const step = await intact.listAfter(id, limit);
          const ids = await repositories.trash.findIds(step.map(({ copy }) => copy.contentId));
          return step.filter(({ copy }) => !ids.has(copy.contentId));
        },
      })),
    },
    {
      fault: 'ignores the limit of a step of copies',
      caughtBy: copySteps,
      make: broken('copies', (intact) => ({ listAfter: (id) => intact.listAfter(id, 1_000) })),
    },
    {
      fault: 'does not count the data of the base',
      caughtBy: 'a step of copies ends with the one that exceeds the maximum with its base',
      make: broken('copies', (intact) => ({
        listAfter: async (id, limit) => {
          const step = await intact.listAfter(id, limit);
          const last = step.at(-1)?.copy.contentId;
          return last === undefined ? step : [...step, ...(await intact.listAfter(last, 1))];
        },
      })),
    },
    {
      fault: 'keeps the object that was added',
      caughtBy: 'modifying an object that was added or returned does not change what is stored',
      make: broken(
        'trash',
        puttingTrash(() => true),
      ),
    },
  ],
};

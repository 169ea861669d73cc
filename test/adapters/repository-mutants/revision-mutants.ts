import type { Revision, RevisionFacts } from '../../../core/store.ts';
import { day } from '../../../core/vocabulary.ts';
import { revisionRepositorySuite } from '../../conformance/content/history/revision-repository.ts';
import { withParts } from '../../conformance/content/content-changes.ts';
import {
  broken,
  brokenStore,
  committing,
  reordered,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Stores revisions with other facts. */
const withFacts = (
  change: (facts: RevisionFacts) => RevisionFacts | undefined,
): RepositoryMutant['make'] =>
  committing((each) =>
    each.parts.revision === undefined
      ? each
      : withParts(each, { revision: change(each.parts.revision) }),
  );

/** Returns whole revisions with other members. */
const finding = (change: (revision: Revision) => Revision): RepositoryMutant['make'] =>
  broken('revisions', (intact) => ({
    find: async (id, version) => {
      const found = await intact.find(id, version);
      return found && change(found);
    },
  }));

/** Lists other revisions than those of the page, of all revisions of an item. */
const listing = (
  choose: <T extends { readonly version: number }>(
    all: readonly T[],
    limit: number,
    offset: number,
  ) => readonly T[],
): RepositoryMutant['make'] =>
  broken('revisions', (intact) => ({
    list: async (id, { limit, offset }) =>
      choose(await intact.list(id, { limit: 1_000, offset: 0 }), limit, offset),
  }));

/** Two commits instead of one: the revision, and then the change. */
const storingFirst: RepositoryMutant['make'] = brokenStore(({ store, memory }) => ({
  commit: async (changes) => {
    await memory.write(({ revisions }) => {
      for (const { item, parts } of changes) {
        const { revision } = parts;
        if (revision === undefined) continue;
        const {
          origin: _,
          id: contentId,
          createdAt: _created,
          updatedAt: createdAt,
          ...state
        } = item;
        const all = revisions.get(contentId) ?? [];
        const stored = { ...state, ...revision, contentId, createdAt, storedAt: Date.now() };
        revisions.set(contentId, [...all, stored]);
      }
    });
    return store.commit(changes.map((each) => withParts(each, { revision: undefined })));
  },
}));

const first = 'a change stores its revision, with everything that it consists of';
const pages = 'list returns the revisions of the item, newest first, page by page';
const autosaves = 'findAutosave returns the newest revision, if it is an autosave of this time';

export const revisionMutants: RepositorySuiteMutants = {
  suite: revisionRepositorySuite,
  mutants: [
    {
      fault: 'drops the note',
      caughtBy: first,
      make: withFacts((facts) => ({ ...facts, note: undefined })),
    },
    {
      fault: 'drops whether a write was an autosave',
      caughtBy: first,
      make: withFacts((facts) => ({ ...facts, isAutosave: false })),
    },
    {
      fault: 'stores a revision only if something is said to have changed',
      caughtBy: first,
      make: withFacts((facts) => (facts.changed.length === 0 ? undefined : facts)),
    },
    {
      fault: 'returns the members of data in another order',
      caughtBy: first,
      make: finding((revision) => ({
        ...revision,
        data: reordered(revision.data),
      })),
    },
    {
      fault: 'returns the current collection of the item',
      caughtBy: first,
      make: finding((revision) => ({ ...revision, collectionId: 'other' })),
    },
    {
      fault: 'stores a revision with every change',
      caughtBy: 'a change without a revision stores none',
      make: committing((each) =>
        each.kind === 'update'
          ? withParts(each, {
              revision: each.parts.revision ?? {
                authorId: undefined,
                changed: [],
                isAutosave: false,
              },
            })
          : each,
      ),
    },
    {
      fault: 'finds the newest version below',
      caughtBy: 'find returns nothing for another version or item',
      make: broken('revisions', (intact) => ({
        find: async (id, version) => {
          const entries = await intact.list(id, { limit: 1_000, offset: 0 });
          const below = entries.find((entry) => entry.version <= version);
          return below && intact.find(id, below.version);
        },
      })),
    },
    {
      fault: 'lists versions in the order of text',
      caughtBy: pages,
      make: listing((all, limit, offset) =>
        all
          .toSorted((one, other) => (String(one.version) < String(other.version) ? 1 : -1))
          .slice(offset, offset + limit),
      ),
    },
    {
      fault: 'ignores the offset',
      caughtBy: pages,
      make: listing((all, limit) => all.slice(0, limit)),
    },
    {
      fault: 'lists the oldest first',
      caughtBy: pages,
      make: listing((all, limit, offset) => all.toReversed().slice(offset, offset + limit)),
    },
    {
      fault: 'forgets who wrote when the account is deleted',
      caughtBy: 'list names the author, while the account exists',
      make: broken('revisions', (intact) => ({
        list: async (id, page) =>
          (await intact.list(id, page)).map((entry) =>
            entry.author === undefined ? { ...entry, authorId: undefined } : entry,
          ),
      })),
    },
    {
      fault: 'replaces nothing',
      caughtBy: 'a revision that replaces another one removes it, and no other',
      make: withFacts(({ replaces: _, ...facts }) => facts),
    },
    {
      fault: 'rejects a version that the history has already',
      caughtBy: 'a revision of a version that the history has already takes its place',
      make: brokenStore(({ store, repositories }) => ({
        commit: async (changes) => {
          for (const { item } of changes) {
            if ((await repositories.revisions.find(item.id, item.version)) !== undefined) {
              throw new Error('duplicate key');
            }
          }
          return store.commit(changes);
        },
      })),
    },
    {
      fault: 'finds an autosave before other revisions',
      caughtBy: autosaves,
      make: broken('revisions', (intact) => ({
        findAutosave: async (id) =>
          (await intact.list(id, { limit: 1_000, offset: 0 })).find(({ isAutosave }) => isAutosave),
      })),
    },
    {
      fault: 'finds an autosave of any age',
      caughtBy: autosaves,
      make: broken('revisions', (intact) => ({
        findAutosave: (id) => intact.findAutosave(id, day),
      })),
    },
    {
      fault: 'measures the age of an autosave by the time of the write',
      caughtBy: autosaves,
      make: broken('revisions', (intact) => ({
        findAutosave: async (id, withinMs) => {
          const found = await intact.findAutosave(id, day);
          return found !== undefined && found.createdAt > Date.now() - withinMs ? found : undefined;
        },
      })),
    },
    {
      fault: 'gives all creations of a commit the facts of the first one',
      caughtBy: 'many creations each store their own revision, if they have one',
      make: brokenStore(({ store }) => ({
        commit: (changes) => {
          const [some] = changes.flatMap((each) =>
            each.kind === 'create' ? (each.parts.revision ?? []) : [],
          );
          return store.commit(
            changes.map((each) =>
              each.kind === 'create' && each.parts.revision !== undefined
                ? withParts(each, { revision: some })
                : each,
            ),
          );
        },
      })),
    },
    {
      fault: 'stores the revision before it checks the version',
      caughtBy: 'a change that is not stored stores no revision',
      make: storingFirst,
    },
    {
      fault: 'stores the revision before it checks the version',
      caughtBy: 'of concurrent updates of one version, only the stored one has a revision',
      make: storingFirst,
    },
    {
      fault: 'keeps the history of deleted items',
      caughtBy: 'a deletion removes the history of that item',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          const kept = await memory.read(({ revisions }) => [...revisions]);
          const isStored = await store.commit(changes);
          if (isStored && changes.some(({ kind }) => kind === 'delete')) {
            await memory.write(({ revisions }) =>
              kept.forEach(([id, all]) => revisions.set(id, all)),
            );
          }
          return isStored;
        },
      })),
    },
    {
      fault: 'returns the stored object',
      caughtBy: 'modifying an object that was stored or returned does not change the history',
      make: broken('revisions', (intact) => {
        const found = new Map<string, Revision | undefined>();
        return {
          find: async (id, version) => {
            const key = `${id}/${version}`;
            if (!found.has(key)) found.set(key, await intact.find(id, version));
            return found.get(key);
          },
        };
      }),
    },
  ],
};

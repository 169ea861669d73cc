import { inScope } from '../../../core/store.ts';
import type { WorkingCopyEntry } from '../../../core/vocabulary.ts';
import { workingCopyListSuite } from '../../conformance/content/lists/working-copy-lists.ts';
import { collectionId } from '../../conformance/samples.ts';
import {
  broken,
  type MemorySubject,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Another list. */
const listing = (
  change: (
    intact: MemorySubject['repositories']['copies'],
    subject: MemorySubject,
  ) => MemorySubject['repositories']['copies']['list'],
): RepositoryMutant['make'] =>
  broken('copies', (intact, subject) => ({ list: change(intact, subject) }));

export const workingCopyListMutants: RepositorySuiteMutants = {
  suite: workingCopyListSuite,
  mutants: [
    {
      fault: 'shows the collection to which the copy moves the item',
      caughtBy:
        'an entry has the members of the copy, the collection of the item, and the name of the author',
      make: listing((intact) => async (query) => {
        const entries = await intact.list(query);
        const copies = await Promise.all(entries.map(({ contentId }) => intact.find(contentId)));
        return entries.map((entry, index) => ({
          ...entry,
          collectionId: copies[index]?.collectionId ?? '',
        }));
      }),
    },
    {
      fault: 'lists copies that move their item to any collection',
      caughtBy: 'a list within collections has only copies with which the item is in one of them',
      make: listing(
        (intact) =>
          ({ within: _, ...query }) =>
            intact.list(query),
      ),
    },
    {
      fault: 'leaves copies for other collections out of its pages, instead of listing others',
      caughtBy: 'a list within collections has only copies with which the item is in one of them',
      make: listing((intact) => async ({ within, ...query }) => {
        const entries = await intact.list(query);
        const copies = await Promise.all(entries.map(({ contentId }) => intact.find(contentId)));
        return entries.filter((_, index) =>
          inScope(within ?? 'all', copies[index]?.collectionId ?? ''),
        );
      }),
    },
    {
      fault: 'lists the lowest id first',
      caughtBy: 'the latest change comes first, then the highest id',
      make: listing(
        (intact) => async (query) =>
          (await intact.list(query)).toSorted(
            (left, right) =>
              right.updatedAt - left.updatedAt || (left.contentId < right.contentId ? -1 : 1),
          ),
      ),
    },
    {
      fault: 'cuts the page before the offset',
      caughtBy: 'pages of copies have no gaps and no overlaps',
      make: listing(
        (intact) => async (query) =>
          (await intact.list({ ...query, offset: 0 })).slice(query.offset),
      ),
    },
    {
      fault: 'lists the items of the owner in all collections',
      caughtBy: 'a list contains all copies of some collections, and of others those of the owner',
      make: listing(
        (intact) => (query) => intact.list({ ...query, own: [collectionId(1), collectionId(2)] }),
      ),
    },
    {
      fault: 'ignores the owner',
      caughtBy: 'a list contains all copies of some collections, and of others those of the owner',
      make: listing(
        (intact) => (query) => intact.list({ ...query, all: [...query.all, ...query.own] }),
      ),
    },
    {
      fault: 'ignores the locales',
      caughtBy: 'a list is limited to some locales of a collection',
      make: listing(
        (intact) =>
          ({ locales: _, ...query }) =>
            intact.list(query),
      ),
    },
    {
      fault: 'ignores the author',
      caughtBy: 'a list of an author contains the copies that this user changed last',
      make: listing(
        (intact) =>
          ({ authorId: _, ...query }) =>
            intact.list(query),
      ),
    },
    {
      fault: 'lists items of nobody as own items',
      caughtBy: 'without an owner, items of nobody are not own items',
      make: listing((intact, { memory }) => async (query) => {
        if (query.ownerId !== undefined) return intact.list(query);
        const ids = await memory.read(({ contents }) =>
          [...contents.values()]
            .filter(({ authorId }) => authorId === undefined)
            .map(({ id }) => id),
        );
        const all = await intact.list({ ...query, all: [...query.all, ...query.own] });
        return all.filter(({ contentId }) => ids.includes(contentId));
      }),
    },
    {
      fault: 'lists a copy in the collection that its item had at first',
      caughtBy: 'a copy is listed in the collection and for the owner that its item has now',
      make: listing((intact) => async (query) => {
        const entries = await intact.list(query);
        const copies = await Promise.all(entries.map(({ contentId }) => intact.find(contentId)));
        return entries.filter((_, index) =>
          query.all.includes(copies[index]?.base.collectionId ?? ''),
        );
      }),
    },
    {
      fault: 'lists the copies that it has listed before',
      caughtBy: 'a copy of a deleted item is not listed',
      make: listing((intact) => {
        const known = new Map<string, WorkingCopyEntry>();
        return async (query) => {
          for (const entry of await intact.list(query)) known.set(entry.contentId, entry);
          return [...known.values()];
        };
      }),
    },
    {
      fault: 'takes each write of an item for a change of its state',
      caughtBy: 'a copy is outdated if its item has another state than the base',
      make: listing((intact, { memory }) => async (query) => {
        const entries = await intact.list(query);
        return memory.read(({ contents }) =>
          entries.map((entry) => ({
            ...entry,
            isOutdated: contents.get(entry.contentId)?.version !== entry.baseVersion,
          })),
        );
      }),
    },
  ],
};

import type { MemoryTables } from '../../../adapters/memory/memory-tables.ts';
import type { ItemQuery, QueryPage, QuerySlice } from '../../../core/store.ts';
import type { ContentItem } from '../../../core/vocabulary.ts';
import { draftQuerySuite } from '../../conformance/content/lists/queries.ts';
import {
  broken,
  reading,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Shows what is stored in some queries. */
const storedIn = (
  isStored: (query: ItemQuery, slice: QuerySlice) => boolean,
): RepositoryMutant['make'] =>
  broken('queries', (intact) => ({
    list: (query, slice, basis) =>
      intact.list(isStored(query, slice) ? { ...query, shown: 'published' } : query, slice, basis),
  }));

/** Changes pages, with what is stored. */
const paging = (
  change: (page: QueryPage, tables: MemoryTables) => QueryPage,
): RepositoryMutant['make'] =>
  broken('queries', (intact, { memory }) => ({
    list: (query, slice, basis) =>
      reading(intact.list(query, slice, basis), (page) =>
        memory.read((tables) => change(page, tables)),
      ),
  }));

const without = (
  isMissing: (item: ContentItem, tables: MemoryTables) => boolean,
): RepositoryMutant['make'] =>
  paging((page, tables) => {
    if ('large' in page) return page;
    const items = page.items.filter((item) => !isMissing(item, tables));
    const ids = new Set(items.map(({ id }) => id));
    return { items, places: page.places.filter(({ id }) => ids.has(id)) };
  });

const sizing = (bytes: number): RepositoryMutant['make'] =>
  paging((page) =>
    'large' in page ? { ...page, large: page.large.map(({ id }) => ({ id, bytes })) } : page,
  );

export const draftQueryMutants: RepositorySuiteMutants = {
  suite: draftQuerySuite,
  mutants: [
    {
      fault: 'checks given items as they are stored',
      caughtBy: 'among given items, those are found for which the core says so',
      make: broken('queries', (intact) => ({
        meetingAmong: (ids, conditions, _, basis) =>
          intact.meetingAmong(ids, conditions, 'published', basis),
      })),
    },
    {
      fault: 'ignores what is shown',
      caughtBy: 'a condition holds for the items for which the core says so',
      make: storedIn(() => true),
    },
    {
      fault: 'leaves out items with a copy',
      caughtBy: 'a condition about a list holds if it holds for a value',
      make: without(({ id }, { copies }) => copies.has(id)),
    },
    {
      fault: 'leaves out items that a copy moves',
      caughtBy: 'a scan finds the entries with its keys and within its range',
      make: without(
        ({ id, collectionId }, { contents }) => contents.get(id)?.collectionId !== collectionId,
      ),
    },
    {
      fault: 'ignores what is shown after the first page',
      caughtBy: 'the pages of a query that follows its scan contain each item once',
      make: storedIn((_, { after }) => after !== undefined),
    },
    {
      fault: 'ignores what is shown in a range',
      caughtBy: 'a followed scan can have a range, and starts after a place',
      make: storedIn(({ scan }) => scan.range !== undefined),
    },
    {
      fault: 'ignores what is shown in orders by several fields',
      caughtBy: 'candidates are sorted by any fields, in any directions',
      make: storedIn(({ sort }) => sort.length > 1),
    },
    {
      fault: 'counts stored candidates',
      caughtBy: 'counts stop at their maximum',
      make: broken('queries', (intact) => ({
        countCandidates: (collectionId, scans, max, _, basis) =>
          intact.countCandidates(collectionId, scans, max, 'published', basis),
      })),
    },
    {
      fault: 'reports no sizes',
      caughtBy: 'a large page has the sizes of its items',
      make: sizing(0),
    },
    {
      fault: 'shows the stored items at the places of their copies',
      caughtBy: 'a page has the items as they are shown',
      make: paging((page, { contents }) =>
        'large' in page
          ? page
          : { ...page, items: page.items.map((item) => contents.get(item.id) ?? item) },
      ),
    },
    {
      fault: 'reports other sizes than those of copies',
      caughtBy: 'a large page has the sizes of copies, and a small one their data',
      make: sizing(13),
    },
    {
      fault: 'counts all copies',
      caughtBy:
        'the copies of a collection are those of its items, and those that move items there',
      make: broken('queries', (intact, { memory }) => ({
        countCopies: (id, max, basis) =>
          reading(intact.countCopies(id, max, basis), () =>
            memory.read(({ copies }) => ({ items: Math.min(copies.size, max), bytes: 0 })),
          ),
      })),
    },
    {
      fault: 'measures no copies',
      caughtBy: 'the size of copies is that of their data',
      make: broken('queries', (intact) => ({
        countCopies: (id, max, basis) =>
          reading(intact.countCopies(id, max, basis), ({ items }) => ({ items, bytes: 0 })),
      })),
    },
    {
      fault: 'counts beyond the maximum',
      caughtBy:
        'the copies of a collection are those of its items, and those that move items there',
      make: broken('queries', (intact) => ({
        countCopies: (id, _, basis) => intact.countCopies(id, 1_000, basis),
      })),
    },
  ],
};

import { everything, type ContentPage, type ContentQuery } from '../../../core/index.ts';
import { contentSizesSuite } from '../../conformance/content-sizes.ts';
import { broken, type RepositoryMutant, type RepositorySuiteMutants } from './repository-mutant.ts';

/** Answers the same pages, looked at once more. */
const paging = (
  change: (page: ContentPage, query: ContentQuery) => ContentPage | Promise<ContentPage>,
): RepositoryMutant['make'] =>
  broken('contents', (intact) => ({
    list: async (query) => change(await intact.list(query), query),
  }));

const hugeQuery = { limit: 1_000, offset: 0, visibility: everything };

export const contentSizeMutants: RepositorySuiteMutants = {
  suite: contentSizesSuite,
  mutants: [
    {
      fault: 'takes as much as there may be for too much',
      caughtBy: 'a page of exactly as much data as there may be comes whole',
      make: paging((page) =>
        page.items.length < 4
          ? page
          : { items: [], large: page.items.map(({ id }) => ({ id, bytes: 1 })) },
      ),
    },
    {
      fault: 'counts characters for bytes',
      caughtBy: 'a page of more names its items instead, in their order and with their sizes',
      make: paging(({ large, ...page }) => ({
        ...page,
        ...(large && {
          large: large.map(({ id, bytes }) => ({ id, bytes: bytes > 100 ? bytes / 2 : bytes })),
        }),
      })),
    },
    {
      fault: 'names the items of a large page by ascending id',
      caughtBy: 'a page of more names its items instead, in their order and with their sizes',
      make: paging(({ large, ...page }) => ({
        ...page,
        ...(large && { large: large.toReversed() }),
      })),
    },
    {
      fault: 'answers a large page all the same',
      caughtBy: 'a page of more names its items instead, in their order and with their sizes',
      make: broken('contents', (intact) => ({
        list: async (query) => {
          const { large } = await intact.list(query);
          if (large === undefined) return intact.list(query);
          const ids = large.map(({ id }) => id);
          return { items: await intact.listAmong(ids, query) };
        },
      })),
    },
    {
      fault: 'counts what is on no page',
      caughtBy: 'only what is on the page counts',
      make: broken('contents', (intact) => ({
        list: async (query) => {
          const { large } = await intact.list(hugeQuery);
          return large === undefined ? intact.list(query) : { items: [], large };
        },
      })),
    },
    {
      fault: 'gives no more than a page has, whatever it is asked for',
      caughtBy: 'listAmong answers those that the list has, whole and whatever their size',
      make: broken('contents', (intact) => ({
        listAmong: async (ids, filter) => (await intact.listAmong(ids, filter)).slice(0, 4),
      })),
    },
    {
      fault: 'looks items up without asking who may see them',
      caughtBy: 'listAmong leaves out what the list has not, or has no more',
      make: broken('contents', (intact) => ({
        listAmong: (ids, filter) => intact.listAmong(ids, { ...filter, visibility: everything }),
      })),
    },
    {
      fault: 'forgets the filter of the list',
      caughtBy: 'listAmong leaves out what the list has not, or has no more',
      make: broken('contents', (intact) => ({
        listAmong: (ids, { visibility }) => intact.listAmong(ids, { visibility }),
      })),
    },
    {
      fault: 'walks through everything without a look at sizes',
      caughtBy: 'listAfter ends with the item that is too much',
      make: broken('contents', (intact) => ({
        listAfter: async (id, limit) => {
          const first = await intact.listAfter(id, limit);
          const last = first.at(-1);
          if (last === undefined || first.length === limit) return first;
          return [...first, ...(await intact.listAfter(last.id, limit - first.length))];
        },
      })),
    },
  ],
};

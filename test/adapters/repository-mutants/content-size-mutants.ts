import type { ContentPage, ContentQuery, JsonText, SizedItem } from '../../../core/index.ts';
import { itemsOf } from '../../conformance/cases.ts';
import { valueOf } from '../../conformance/content-changes.ts';
import { contentSizesSuite } from '../../conformance/content-sizes.ts';
import {
  broken,
  reading,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Returns the pages of the intact adapter, changed. */
const paging = (
  change: (page: ContentPage, query: ContentQuery) => ContentPage | Promise<ContentPage>,
): RepositoryMutant['make'] =>
  broken('contents', (intact) => ({
    list: (query, basis) => reading(intact.list(query, basis), (page) => change(page, query)),
  }));

/** Changes the list of a large page. */
const resizing = (
  change: (large: readonly SizedItem[]) => readonly SizedItem[],
): RepositoryMutant['make'] =>
  paging((page) => ('large' in page ? { ...page, large: change(page.large) } : page));

const hugeQuery: ContentQuery = { limit: 1_000, offset: 0, within: 'all' };

export const contentSizeMutants: RepositorySuiteMutants = {
  suite: contentSizesSuite,
  mutants: [
    {
      fault: 'cuts data after 1 MB',
      caughtBy: 'data of the maximum size is returned completely',
      make: broken('contents', (intact) => ({
        findById: async (id) => {
          const item = await intact.findById(id);
          return item && { ...item, data: item.data.slice(0, 1_000_000) as JsonText };
        },
      })),
    },
    {
      fault: 'treats a page of exactly the maximum size as large',
      caughtBy: 'a page with exactly the maximum of data contains its items',
      make: paging((page) =>
        itemsOf(page).length < 4
          ? page
          : { large: itemsOf(page).map(({ id }) => ({ id, bytes: 1 })) },
      ),
    },
    {
      fault: 'counts characters instead of bytes',
      caughtBy: 'a larger page contains ids and sizes instead, in order',
      make: resizing((large) =>
        large.map(({ id, bytes }) => ({ id, bytes: bytes > 100 ? bytes / 2 : bytes })),
      ),
    },
    {
      fault: 'sorts the items of a large page by ascending id',
      caughtBy: 'a larger page contains ids and sizes instead, in order',
      make: resizing((large) => large.toReversed()),
    },
    {
      fault: 'returns the items of a large page',
      caughtBy: 'a larger page contains ids and sizes instead, in order',
      make: broken('contents', (intact) => ({
        list: (query, basis) =>
          reading(intact.list(query, basis), async (page) => {
            if (!('large' in page)) return page;
            const ids = page.large.map(({ id }) => id);
            return { items: valueOf(await intact.listAmong(ids, query, basis)) };
          }),
      })),
    },
    {
      fault: 'counts items that are not on the page',
      caughtBy: 'only items on the page count',
      make: broken('contents', (intact) => ({
        list: (query, basis) =>
          reading(intact.list(hugeQuery, basis), async (page) =>
            'large' in page ? page : valueOf(await intact.list(query, basis)),
          ),
      })),
    },
    {
      fault: 'returns at most a page of items from listAmong',
      caughtBy: 'listAmong returns complete items of the list, of any size',
      make: broken('contents', (intact) => ({
        listAmong: (ids, filter, basis) =>
          reading(intact.listAmong(ids, filter, basis), (items) => items.slice(0, 4)),
      })),
    },
    {
      fault: 'ignores the visible collections in listAmong',
      caughtBy: 'listAmong omits items that are not in the list, or no longer',
      make: broken('contents', (intact) => ({
        listAmong: (ids, filter, basis) =>
          intact.listAmong(ids, { ...filter, within: 'all' }, basis),
      })),
    },
    {
      fault: 'ignores the other filters in listAmong',
      caughtBy: 'listAmong omits items that are not in the list, or no longer',
      make: broken('contents', (intact) => ({
        listAmong: (ids, { within }, basis) => intact.listAmong(ids, { within }, basis),
      })),
    },
    {
      fault: 'ignores the size of items in listAfter',
      caughtBy: 'listAfter ends with the item that exceeds the maximum',
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

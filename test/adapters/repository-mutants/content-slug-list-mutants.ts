import type { ContentItem, ContentPage, ContentQuery } from '../../../core/index.ts';
import { itemsOf } from '../../conformance/cases.ts';
import { contentSlugListsSuite } from '../../conformance/content-slug-lists.ts';
import {
  broken,
  reading,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Replaces the list of queries with a slug. `all` are the items that match its other conditions. */
const listing = (
  find: (
    query: ContentQuery & { readonly slug: string },
    all: readonly ContentItem[],
  ) => readonly ContentItem[] | ContentPage,
): RepositoryMutant['make'] =>
  broken('contents', (intact) => ({
    list: async (query, basis) => {
      const { slug, ...rest } = query;
      if (slug === undefined) return intact.list(query, basis);
      return reading(intact.list({ ...rest, limit: 1_000, offset: 0 }, basis), (page) => {
        const found = find({ ...rest, slug }, itemsOf(page));
        return 'length' in found ? { items: found } : found;
      });
    },
  }));

const pageOf = ({ limit, offset }: ContentQuery, items: readonly ContentItem[]) =>
  items.slice(offset, offset + limit);

export const contentSlugListMutants: RepositorySuiteMutants = {
  suite: contentSlugListsSuite,
  mutants: [
    {
      fault: 'ignores the slug',
      caughtBy: 'a list with a slug contains the one item that has exactly this slug',
      make: listing(pageOf),
    },
    {
      fault: 'finds the start of a slug',
      caughtBy: 'a list with a slug contains the one item that has exactly this slug',
      make: listing((query, all) =>
        pageOf(query, all.filter(({ slug }) => slug.startsWith(query.slug)).slice(0, 1)),
      ),
    },
    {
      fault: 'ignores the other conditions of a list with a slug',
      caughtBy: 'it is empty unless the item matches all other conditions',
      make: broken('contents', (intact) => ({
        list: ({ slug, ...query }, basis) =>
          intact.list(slug === undefined ? query : { ...query, ...unlimited, slug }, basis),
      })),
    },
    {
      fault: 'ignores the offset of a list with a slug',
      caughtBy: 'it is one page',
      make: listing((query, all) => all.filter(({ slug }) => slug === query.slug)),
    },
    {
      fault: 'treats a page with one item of the maximum size as large',
      caughtBy: 'it contains the whole item, whatever the size of its data',
      make: listing((query, all) => {
        const found = pageOf(
          query,
          all.filter(({ slug }) => slug === query.slug),
        );
        const large = found.map(({ id, data }) => ({ id, bytes: data.length }));
        return (large[0]?.bytes ?? 0) > 1_000_000 ? { large } : found;
      }),
    },
    {
      fault: 'adds the scope of the caller to the trace of a list with a slug',
      caughtBy: 'its trace contains the requested conditions, and nothing about the caller',
      make: listing(({ limit, offset, slug, status, collectionId, within }) => ({
        items: [],
        trace: {
          statement: 'select',
          parameters: [limit, offset, slug, status ?? '', collectionId ?? '', ...[within].flat()],
        },
      })),
    },
  ],
};

const unlimited = { status: undefined, collectionId: undefined, within: 'all' } as unknown as Pick<
  ContentQuery,
  'within'
>;

import type { ContentPage, ContentQuery } from '../../../core/store.ts';
import type { ContentItem } from '../../../core/vocabulary.ts';
import { itemsOf } from '../../conformance/cases.ts';
import { pageTagsSuite } from '../../conformance/content/lists/page-tags.ts';
import {
  broken,
  reading,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Gives pages other tags. */
const tagging = (
  tagOf: (query: ContentQuery, items: readonly ContentItem[]) => string,
): RepositoryMutant['make'] =>
  broken('contents', (intact) => ({
    list: (query, view, basis) =>
      reading(intact.list(query, view, basis), (page) =>
        'large' in page ? page : { ...page, tag: tagOf(query, page.items) },
      ),
    tagOf: (query, view, basis) =>
      reading(intact.list(query, view, basis), (page) => tagOf(query, itemsOf(page))),
  }));

const withTag = (page: ContentPage, tag: string | undefined): ContentPage => {
  const { tag: _, ...rest } = page;
  return tag === undefined ? rest : { ...rest, tag };
};

export const pageTagMutants: RepositorySuiteMutants = {
  suite: pageTagsSuite,
  mutants: [
    {
      fault: 'returns pages without tags',
      caughtBy: 'tagOf returns the tag of the list',
      make: broken('contents', (intact) => ({
        list: (query, view, basis) =>
          reading(intact.list(query, view, basis), (page) => withTag(page, undefined)),
      })),
    },
    {
      fault: 'computes tags in two ways',
      caughtBy: 'tagOf returns the tag of the list',
      make: broken('contents', (intact) => ({
        tagOf: (query, view, basis) =>
          reading(intact.tagOf(query, view, basis), (tag) => `again ${tag}`),
      })),
    },
    {
      fault: 'returns a new tag each time',
      caughtBy: 'a tag stays the same without writes',
      make: tagging(() => crypto.randomUUID()),
    },
    {
      fault: 'ignores the query in a tag',
      caughtBy: 'different queries have different tags, even for the same page',
      make: tagging((_, items) => JSON.stringify(items)),
    },
    {
      fault: 'ignores the limit in a tag',
      caughtBy: 'different queries have different tags, even for the same page',
      make: tagging(({ limit: _, ...query }, items) => JSON.stringify([query, items])),
    },
    {
      fault: 'tags a page without the versions of its items',
      caughtBy: 'a tag differs after every write of an item on the page',
      make: tagging((query, items) => JSON.stringify([query, items.map(({ id }) => id)])),
    },
    {
      fault: 'tags a page with the versions and times of its items only',
      caughtBy: 'a tag differs after every write of an item on the page',
      make: tagging((query, items) =>
        JSON.stringify([
          query,
          items.map(({ id, version, updatedAt }) => [id, version, updatedAt]),
        ]),
      ),
    },
    {
      fault: 'tags a page with its newest item only',
      caughtBy: 'a tag differs when an item leaves the page or comes to it',
      make: tagging((query, items) => JSON.stringify([query, items[0]])),
    },
    {
      fault: 'gives large pages a tag',
      caughtBy: 'a large page has no tag, but tagOf returns one',
      make: broken('contents', (intact) => ({
        list: (query, view, basis) =>
          reading(intact.list(query, view, basis), (page) => withTag(page, page.tag ?? 'large')),
      })),
    },
    {
      fault: 'gives all large pages the same tag',
      caughtBy: 'a large page has no tag, but tagOf returns one',
      make: tagging((query, items) => JSON.stringify([query, items])),
    },
  ],
};

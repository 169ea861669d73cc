import {
  parseSearchQuery,
  parseSlug,
  type BasedRead,
  type Basis,
  type Repositories,
} from '../../../core/index.ts';
import { collectionId, contentId } from '../samples.ts';

export type ContentRead = (repositories: Repositories, basis: Basis) => Promise<BasedRead<unknown>>;

const everything = { within: 'all', limit: 10, offset: 0 } as const;

/** Every method that reads content on a basis, for the first sample items. */
export const contentReads: Readonly<Record<string, ContentRead>> = {
  list: ({ contents }, basis) => contents.list(everything, basis),
  'list, for a slug': ({ contents }, basis) =>
    contents.list({ ...everything, slug: parseSlug('item-1') }, basis),
  tagOf: ({ contents }, basis) => contents.tagOf(everything, basis),
  listAmong: ({ contents }, basis) =>
    contents.listAmong([1, 2].map(contentId), { within: 'all' }, basis),
  getById: ({ contents }, basis) => contents.getById(contentId(1), basis),
  getBySlug: ({ contents }, basis) => contents.getBySlug(parseSlug('item-1'), basis),
  'list of redirects': ({ redirects }, basis) => redirects.list(everything, basis),
  'list of summaries': ({ summaries }, basis) =>
    summaries.list({ ...everything, order: 'updated' }, basis),
  'find summaries': ({ summaries }, basis) =>
    summaries.find({ title: { words: [], prefix: 'item' }, within: 'all', limit: 10 }, basis),
  search: ({ search }, basis) =>
    search.search({ ...everything, terms: parseSearchQuery('item') }, basis),
  'count summaries': ({ summaries }, basis) => summaries.count([collectionId(1)], 10, basis),
};

import {
  parseSearchQuery,
  parseSlug,
  systemFields,
  targetOf,
  type BasedRead,
  type Basis,
  type ItemQuery,
  type Repositories,
} from '../../../core/index.ts';
import { collectionId, contentId } from '../samples.ts';

export type ContentRead = (repositories: Repositories, basis: Basis) => Promise<BasedRead<unknown>>;

const everything = { within: 'all', limit: 10, offset: 0 } as const;

const query: ItemQuery = {
  collectionId: collectionId(1),
  scan: { fields: [systemFields.created_at], among: [], statuses: ['published'] },
  conditions: [],
  sort: [{ field: systemFields.created_at, isDescending: true }],
  idsDescend: true,
  isFollowed: true,
};

/** Every method that reads content on a basis, for the first sample items. */
export const contentReads: Readonly<Record<string, ContentRead>> = {
  list: ({ contents }, basis) => contents.list(everything, basis),
  'list, for a slug': ({ contents }, basis) =>
    contents.list({ ...everything, slug: parseSlug('item-1') }, basis),
  tagOf: ({ contents }, basis) => contents.tagOf(everything, basis),
  listAmong: ({ contents }, basis) =>
    contents.listAmong([1, 2].map(contentId), { within: 'all' }, basis),
  sizesAmong: ({ contents }, basis) =>
    contents.sizesAmong([1, 2].map(contentId), { within: 'all' }, basis),
  getById: ({ contents }, basis) => contents.getById(contentId(1), basis),
  getBySlug: ({ contents }, basis) => contents.getBySlug(parseSlug('item-1'), basis),
  'list of previews': ({ previews }, basis) => previews.list(everything, basis),
  'listAmong of previews': ({ previews }, basis) =>
    previews.listAmong([1, 2].map(contentId), { within: 'all' }, basis),
  'sizesAmong of previews': ({ previews }, basis) =>
    previews.sizesAmong([1, 2].map(contentId), { within: 'all' }, basis),
  'getById of previews': ({ previews }, basis) => previews.getById(contentId(1), basis),
  'list of redirects': ({ redirects }, basis) => redirects.list(everything, basis),
  'list of summaries': ({ summaries }, basis) =>
    summaries.list({ ...everything, order: 'updated' }, basis),
  'listAmong of summaries': ({ summaries }, basis) =>
    summaries.listAmong([1, 2].map(contentId), { within: 'all' }, basis),
  'find summaries': ({ summaries }, basis) =>
    summaries.find({ title: { words: [], prefix: 'item' }, within: 'all', limit: 10 }, basis),
  'list of a query': ({ queries }, basis) => queries.list(query, { limit: 10 }, basis),
  'list of a query with candidates': ({ queries }, basis) =>
    queries.list({ ...query, isFollowed: false }, { limit: 10 }, basis),
  'counted query': ({ queries }, basis) => queries.list(query, { limit: 10, countMax: 10 }, basis),
  'count of candidates': ({ queries }, basis) =>
    queries.countCandidates(query.collectionId, [query.scan], 10, basis),
  'list of referrers': ({ references }, basis) =>
    references.listReferrers({ ...everything, targets: [targetOf('item', contentId(1))] }, basis),
  'find targets': ({ references }, basis) =>
    references.findTargets(
      { items: [contentId(1)], mediaIds: [], mediaKeys: [], maxItems: 10 },
      { within: 'all' },
      basis,
    ),
  'find targets as previews': ({ references }, basis) =>
    references.findTargets(
      {
        items: [contentId(1)],
        mediaIds: [],
        mediaKeys: [],
        maxItems: 10,
        perspective: 'drafts',
      },
      { within: 'all' },
      basis,
    ),
  'list of problems': ({ references }, basis) =>
    references.listProblems('broken', undefined, 10, { within: 'all' }, basis),
  search: ({ search }, basis) =>
    search.search({ ...everything, terms: parseSearchQuery('item') }, basis),
  'count summaries': ({ summaries }, basis) => summaries.count([collectionId(1)], 10, basis),
};

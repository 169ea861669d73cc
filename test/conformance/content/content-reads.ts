import {
  parseSearchQuery,
  systemFields,
  targetOf,
  type BasedRead,
  type Basis,
  type ItemQuery,
  type Repositories,
} from '../../../core/store.ts';
import { parseSlug } from '../../../core/vocabulary.ts';
import { collectionId, contentId } from '../samples.ts';
import { unpublishedView, wholeView } from './views.ts';

export type ContentRead = (repositories: Repositories, basis: Basis) => Promise<BasedRead<unknown>>;

const page = { limit: 10, offset: 0 } as const;
const everything = { ...page, within: 'all' } as const;

const ids = [1, 2].map(contentId);
const slug = parseSlug('item-1');
const bySlug = { slug, collectionId: collectionId(1) };
const targets = { items: [contentId(1)], mediaIds: [], mediaKeys: [], maxItems: 10 };

const query: ItemQuery = {
  collectionId: collectionId(1),
  shown: 'published',
  scan: { fields: [systemFields.created_at], among: [], statuses: ['published'] },
  conditions: [],
  sort: [{ field: systemFields.created_at, isDescending: true }],
  idsDescend: true,
  isFollowed: true,
};

/** Every method that reads content on a basis, for the first sample items. */
export const contentReads: Readonly<Record<string, ContentRead>> = {
  list: ({ contents }, basis) => contents.list(page, wholeView, basis),
  'list, for a slug': ({ contents }, basis) => contents.list({ ...page, slug }, wholeView, basis),
  tagOf: ({ contents }, basis) => contents.tagOf(page, wholeView, basis),
  listAmong: ({ contents }, basis) => contents.listAmong({ ids }, wholeView, basis),
  sizesAmong: ({ contents }, basis) => contents.sizesAmong({ ids }, wholeView, basis),
  getById: ({ contents }, basis) => contents.getById(contentId(1), wholeView, basis),
  getBySlug: ({ contents }, basis) => contents.getBySlug(bySlug, wholeView, basis),
  'list of what is unpublished': ({ contents }, basis) =>
    contents.list(page, unpublishedView, basis),
  'listAmong of what is unpublished': ({ contents }, basis) =>
    contents.listAmong({ ids }, unpublishedView, basis),
  'sizesAmong of what is unpublished': ({ contents }, basis) =>
    contents.sizesAmong({ ids }, unpublishedView, basis),
  'getById of what is unpublished': ({ contents }, basis) =>
    contents.getById(contentId(1), unpublishedView, basis),
  'getBySlug of what is unpublished': ({ contents }, basis) =>
    contents.getBySlug(bySlug, unpublishedView, basis),
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
    queries.countCandidates(query.collectionId, [query.scan], 10, query.shown, basis),
  'list of referrers': ({ references }, basis) =>
    references.listReferrers({ ...everything, targets: [targetOf('item', contentId(1))] }, basis),
  'find targets': ({ references }, basis) => references.findTargets(targets, wholeView, basis),
  'find targets of what is unpublished': ({ references }, basis) =>
    references.findTargets(targets, unpublishedView, basis),
  'list of problems': ({ references }, basis) =>
    references.listProblems('broken', undefined, 10, { within: 'all' }, basis),
  search: ({ search }, basis) =>
    search.search({ ...page, terms: parseSearchQuery('item') }, wholeView, basis),
  'list of a group of translations': ({ translations }, basis) =>
    translations.listGroup(contentId(1), wholeView, basis),
  'list of what there is to translate': ({ translations }, basis) =>
    translations.listWork(
      { ...page, locale: 'de', locales: ['de'], collectionIds: [collectionId(1)] },
      basis,
    ),
  'count summaries': ({ summaries }, basis) => summaries.count([collectionId(1)], 10, basis),
};

import type { Audience, ContentRepository, View } from '../../../core/store.ts';
import { audienceSuite } from '../../conformance/content/audiences.ts';
import { broken, type RepositoryMutant, type RepositorySuiteMutants } from './repository-mutant.ts';

type Method = 'list' | 'tagOf' | 'listAmong' | 'sizesAmong' | 'getById' | 'getBySlug';

const seeing =
  (more: Partial<Audience>) =>
  <V extends View>(view: V): V => ({ ...view, audience: { ...view.audience, ...more } });

/** Reads for an audience that sees more. */
const showingMore = (method: Method, more: Partial<Audience>): RepositoryMutant['make'] =>
  broken('contents', (intact) => {
    const widened = seeing(more);
    const all: Pick<ContentRepository, Method> = {
      list: (query, view, basis) => intact.list(query, widened(view), basis),
      tagOf: (query, view, basis) => intact.tagOf(query, widened(view), basis),
      listAmong: (query, view, basis) => intact.listAmong(query, widened(view), basis),
      sizesAmong: (query, view, basis) => intact.sizesAmong(query, widened(view), basis),
      getById: (id, view, basis) => intact.getById(id, widened(view), basis),
      getBySlug: (query, view, basis) => intact.getBySlug(query, widened(view), basis),
    };
    return { [method]: all[method] };
  });

const listCase = 'a list contains the items that its audience sees and that meet the conditions';
const amongCase = 'listAmong and sizesAmong return the same items as lists';
const idCase = 'an item is found by its id if the audience sees it, whatever its scope';
const slugCase = 'an item is found by its slug in its collection only, and if lists contain it';
const tagCase = 'pages have equal tags for audiences that see the same, and others otherwise';

export const audienceMutants: RepositorySuiteMutants = {
  suite: audienceSuite,
  mutants: [
    {
      fault: 'lists drafts for everybody',
      caughtBy: listCase,
      make: showingMore('list', { publishedOnly: false }),
    },
    {
      fault: 'lists hidden collections',
      caughtBy: listCase,
      make: showingMore('list', { collections: 'all' }),
    },
    {
      fault: 'ignores the scope in lists',
      caughtBy: listCase,
      make: showingMore('list', { scope: 'all' }),
    },
    {
      fault: 'ignores several requested collections',
      caughtBy: listCase,
      make: broken('contents', (intact) => ({
        list: ({ collectionIds: _, ...query }, view, basis) => intact.list(query, view, basis),
      })),
    },
    {
      fault: 'reads drafts among ids',
      caughtBy: amongCase,
      make: showingMore('listAmong', { publishedOnly: false }),
    },
    {
      fault: 'ignores the scope in sizes',
      caughtBy: amongCase,
      make: showingMore('sizesAmong', { scope: 'all' }),
    },
    {
      fault: 'finds drafts by their ids',
      caughtBy: idCase,
      make: showingMore('getById', { publishedOnly: false }),
    },
    {
      fault: 'finds items of hidden collections by their ids',
      caughtBy: idCase,
      make: showingMore('getById', { collections: 'all' }),
    },
    {
      fault: 'finds no items by their ids outside of the scope',
      caughtBy: idCase,
      make: broken('contents', (intact) => ({
        getById: async (id, view, basis) => {
          const read = await intact.listAmong({ ids: [id] }, view, basis);
          return read.isCurrent ? { ...read, value: read.value[0] } : read;
        },
      })),
    },
    {
      fault: 'finds drafts by their slugs',
      caughtBy: slugCase,
      make: showingMore('getBySlug', { publishedOnly: false }),
    },
    {
      fault: 'finds items by their slugs in all collections',
      caughtBy: slugCase,
      make: broken('contents', (intact) => ({
        getBySlug: async ({ slug }, view, basis) => {
          const read = await intact.list({ slug, limit: 1, offset: 0 }, view, basis);
          if (!read.isCurrent) return read;
          return { ...read, value: 'items' in read.value ? read.value.items[0] : undefined };
        },
      })),
    },
    {
      fault: 'gives the pages of all audiences the same tag',
      caughtBy: tagCase,
      make: showingMore('tagOf', { publishedOnly: false, collections: 'all', scope: 'all' }),
    },
    {
      fault: 'finds drafts for everybody',
      caughtBy: 'a search finds the items that lists contain',
      make: broken('search', (intact) => ({
        search: (query, view, basis) =>
          intact.search(query, seeing({ publishedOnly: false })(view), basis),
      })),
    },
    {
      fault: 'finds targets of hidden collections',
      caughtBy: 'targets of references are items that lists contain',
      make: broken('references', (intact) => ({
        findTargets: (wanted, view, basis) =>
          intact.findTargets(wanted, seeing({ collections: 'all' })(view), basis),
      })),
    },
  ],
};

import {
  encodeJson,
  everything,
  notFound,
  type ContentItem,
  type ContentPage,
  type ContentQuery,
  type ContentRepository,
  type QueryTrace,
} from '../../../core/index.ts';
import { contentListsSuite } from '../../conformance/content-lists.ts';
import { broken, type RepositoryMutant, type RepositorySuiteMutants } from './repository-mutant.ts';

const all = { limit: 1_000_000, offset: 0 };

/** Sorts what the intact adapter finds in another way, and pages through that. */
const sorting = (
  compare: (left: ContentItem, right: ContentItem) => number,
): RepositoryMutant['make'] =>
  broken('contents', (intact) => ({
    list: async (query) => {
      const { items } = await intact.list({ ...query, ...all });
      return { items: items.toSorted(compare).slice(query.offset, query.offset + query.limit) };
    },
  }));

/** Asks the intact adapter something else. */
const asking = (change: (query: ContentQuery) => ContentQuery): RepositoryMutant['make'] =>
  broken('contents', (intact) => ({ list: (query) => intact.list(change(query)) }));

const tracing = (trace: (query: ContentQuery) => QueryTrace): RepositoryMutant['make'] =>
  broken('contents', (intact) => ({
    list: async (query) => ({ ...(await intact.list(query)), trace: trace(query) }),
  }));

const askedFor = ({ status, collectionId }: ContentQuery): string[] =>
  [status, collectionId].filter((value) => value !== undefined);

const scopeOf = ({ visibility }: ContentQuery): readonly string[] =>
  visibility.scope === 'all' ? [] : visibility.scope;

const refusingNothing = async (page: Promise<ContentPage>): Promise<ContentPage> => {
  const found = await page;
  if (found.items.length === 0) throw notFound('Content');
  return found;
};

const startOver = async (
  intact: ContentRepository,
  id: string | undefined,
  limit: number,
): Promise<readonly ContentItem[]> => {
  const items = await intact.listAfter(undefined, all.limit);
  const place = items.findIndex((item) => item.id === id);
  return items.slice(place + 1, place + 1 + limit);
};

export const contentListMutants: RepositorySuiteMutants = {
  suite: contentListsSuite,
  mutants: [
    {
      fault: 'fails when there is nothing to list',
      caughtBy: 'an empty list is a list',
      make: broken('contents', (intact) => ({
        list: (query) => refusingNothing(intact.list(query)),
      })),
    },
    {
      fault: 'lists items without their data',
      caughtBy: 'list answers whole items',
      make: broken('contents', (intact) => ({
        list: async (query) => ({
          items: (await intact.list(query)).items.map((item) => ({
            ...item,
            data: encodeJson({}),
          })),
        }),
      })),
    },
    {
      fault: 'lists by the last change',
      caughtBy: 'list begins with the newest and breaks ties by id, descending',
      make: sorting((left, right) => right.updatedAt - left.updatedAt),
    },
    {
      fault: 'breaks ties by id, ascending',
      caughtBy: 'list begins with the newest and breaks ties by id, descending',
      make: sorting(
        (left, right) => right.createdAt - left.createdAt || (left.id < right.id ? -1 : 1),
      ),
    },
    {
      fault: 'counts offsets from one',
      caughtBy: 'pages follow one another without gap or overlap',
      make: asking((query) => ({ ...query, offset: Math.max(0, query.offset - 1) })),
    },
    {
      fault: 'gives at most a hundred items',
      caughtBy: 'list gives up to a thousand items',
      make: asking((query) => ({ ...query, limit: Math.min(100, query.limit) })),
    },
    {
      fault: 'lets the filter overrule what may be seen',
      caughtBy: 'publishedOnly hides drafts and archived items, also from those who ask for them',
      make: asking((query) => ({
        ...query,
        visibility: {
          ...query.visibility,
          publishedOnly: query.visibility.publishedOnly && query.status === undefined,
        },
      })),
    },
    {
      fault: 'shows items of inactive collections',
      caughtBy: 'activeCollectionsOnly follows the collection as it is now',
      make: asking((query) => ({
        ...query,
        visibility: { ...query.visibility, activeCollectionsOnly: false },
      })),
    },
    {
      fault: 'takes an empty scope for none',
      caughtBy: 'an empty scope sees nothing',
      make: asking((query) =>
        scopeOf(query).length > 0
          ? query
          : { ...query, visibility: { ...query.visibility, scope: 'all' } },
      ),
    },
    {
      fault: 'forgets the scope when a collection is asked for',
      caughtBy: 'every combination of filters and visibility gives exactly what it should',
      make: asking((query) =>
        query.collectionId === undefined
          ? query
          : { ...query, visibility: { ...query.visibility, scope: 'all' } },
      ),
    },
    {
      fault: 'filters after it has cut the page',
      caughtBy: 'every combination of filters and visibility gives exactly what it should',
      make: broken('contents', (intact) => ({
        list: async (query) => {
          const { limit, offset } = query;
          const page = await intact.list({ limit, offset, visibility: everything });
          const seen = await intact.list({ ...query, ...all });
          const ids = new Set(seen.items.map(({ id }) => id));
          return { items: page.items.filter(({ id }) => ids.has(id)) };
        },
      })),
    },
    {
      fault: 'writes values into the statement of its trace',
      caughtBy: 'a trace holds what was asked for, and nothing about who asked',
      make: tracing((query) => ({
        statement: `select ${askedFor(query).join()}`,
        parameters: askedFor(query),
      })),
    },
    {
      fault: 'leaves parameters out of its trace',
      caughtBy: 'a trace holds what was asked for, and nothing about who asked',
      make: tracing(() => ({ statement: 'select', parameters: [] })),
    },
    {
      fault: 'tells the scope of the caller in its trace',
      caughtBy: 'a trace holds what was asked for, and nothing about who asked',
      make: tracing((query) => ({
        statement: 'select',
        parameters: [...askedFor(query), ...scopeOf(query)],
      })),
    },
    {
      fault: 'walks on with the item it was given',
      caughtBy: 'listAfter walks through everything once, by ascending id',
      make: broken('contents', (intact) => ({
        listAfter: async (id, limit) => {
          const items = await intact.listAfter(undefined, all.limit);
          return items.filter((item) => id === undefined || item.id >= id).slice(0, limit);
        },
      })),
    },
    {
      fault: 'starts over when the item it was given is gone',
      caughtBy: 'listAfter goes on from an id that is gone',
      make: broken('contents', (intact) => ({
        listAfter: (id, limit) => startOver(intact, id, limit),
      })),
    },
  ],
};

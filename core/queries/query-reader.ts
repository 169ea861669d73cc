import { visibleFilter } from '../access/visibility.ts';
import { queryFields } from '../collections/indexes/query-fields.ts';
import type { Alternates } from '../content/alternates.ts';
import { languageFacts, pageAlternates } from '../content/language-facts.ts';
import type { PageFacts } from '../content/list-reader.ts';
import { pageItems, type PageDependencies, type PageItems } from '../content/page-items.ts';
import type { Decided, Reader, ReadOptions } from '../content/read-on-basis.ts';
import { requestedFilter } from '../content/requested-filter.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import type { Languages } from '../model/content/view.ts';
import type { Digest } from '../ports/hashing.ts';
import type { ContentConditions } from '../ports/repositories/content-repository.ts';
import type { QueryPage } from '../ports/repositories/query-repository.ts';
import { notFound } from '../primitives/errors.ts';
import { parsePage, type Page } from '../primitives/paging.ts';
import { noId } from '../primitives/uuid.ts';
import { chooseQuery } from './choose-query.ts';
import { candidatesMax, demandOf, matchingStatuses } from './choose-scan.ts';
import { assertInside, readCursor, writeCursor, type CursorQuery } from './cursor.ts';
import { matchGroups } from './group-conditions.ts';
import {
  newestFirst,
  newestGroupFirst,
  parseConditions,
  parseOrder,
  type RequestedCondition,
} from './parse-query.ts';
import { queriesOf } from './previewed-queries.ts';
import { isSchemaField, parseSelection, type SelectedFields } from './select-fields.ts';

/** The items of a collection that meet conditions, in an order. */
export interface QueryOf {
  /** The name of the collection. */
  readonly collection: string;
  /** All must be met. None by default. */
  readonly where?: readonly RequestedCondition[];
  /** Paths of fields, separated by commas; descending after `-`. Newest first by default. */
  readonly sort?: string | undefined;
  /**
   * Members to return, separated by commas. All by default. After a path of `expand`, members of the items to which it
   * leads.
   */
  readonly fields?: string | undefined;
  /** As in `PageRequest`. */
  readonly limit?: number | undefined;
  /** The cursor of the page before. */
  readonly after?: string | undefined;
  /** Whether to count the items of all pages. Defaults to false. */
  readonly total?: boolean | undefined;
}

/** What only pages of queries have. */
export interface QueryFacts {
  /** Continues after the page; undefined at the end. */
  readonly cursor: string | undefined;
  /** Up to {@link candidatesMax}; undefined without `total`. */
  readonly total: { readonly count: number; readonly isLowerBound: boolean } | undefined;
  /** Undefined for whole items. */
  readonly selection: SelectedFields | undefined;
}

export type QueryDependencies = PageDependencies & { readonly digest: Digest };

export const queryReader = (
  dependencies: QueryDependencies,
  actor: Actor,
  query: QueryOf,
  options: ReadOptions,
): Reader<QueriedPage, PageFacts & QueryFacts & PageItems> => {
  const page = parsePage({ limit: query.limit });
  const read = (decided: Decided): Promise<BasedRead<QueriedPage>> =>
    readPage(dependencies, decided, query, page);
  return {
    request: { ...options, collection: query.collection },
    read: pageAlternates(read, options, page),
    resultOf: ({ total, cursor, selection, ...found }) => {
      const value = found.filter.collectionId ?? noId;
      return {
        ...page,
        conditions: [{ field: 'collectionId', operator: 'equals', value }],
        total,
        cursor,
        selection,
        ...languageFacts(found),
        ...pageItems(dependencies, actor, options, found),
      };
    },
  };
};

interface QueriedPage extends QueryFacts {
  readonly page: Exclude<QueryPage, 'places'>;
  readonly filter: ContentConditions;
  readonly languages: Languages | undefined;
  readonly alternates?: Alternates;
}

const readPage = async (
  { digest }: QueryDependencies,
  decided: Decided,
  command: QueryOf,
  { limit }: Page,
): Promise<BasedRead<QueriedPage>> => {
  const filter = requestedFilter(decided, {
    status: undefined,
    collection: command.collection,
    mustExist: true,
  });
  const { repositories, basis, view } = decided;
  const collection = await repositories.collections.findByName(command.collection);
  if (collection === undefined) throw notFound('Collection');

  const fields = queryFields(collection.schema);
  const requested = parseConditions(command.where ?? [], fields);
  const conditions = await matchGroups(decided, requested);
  const { languages } = view;
  const chain = languages?.localized.includes(collection.id) === true ? languages.chain : undefined;
  const order = parseOrder(
    command.sort,
    fields,
    chain === undefined ? newestFirst : newestGroupFirst,
  );
  const selection = parseSelection(command.fields, (path) =>
    isSchemaField(collection.schema.properties, path),
  );
  const visible = visibleFilter(filter, view.audience);
  const isEmpty = visible.within !== 'all' && !visible.within.includes(collection.id);
  const statuses = isEmpty ? [] : matchingStatuses(conditions, visible.status);
  const asked = { collectionId: collection.id, conditions, statuses };
  const queries = queriesOf(decided, asked);
  const demand = demandOf(conditions, statuses, order, chain);
  const cursorQuery: CursorQuery = {
    collectionId: collection.id,
    conditions: requested,
    shown: view.shown,
    sort: demand.sort,
    idsDescend: demand.idsDescend,
    languages: languages?.chain,
  };
  const after =
    command.after === undefined ? undefined : await readCursor(digest, cursorQuery, command.after);

  if (command.total === true) await decided.spend(countBytes);
  const chosen = await chooseQuery(decided, collection, demand);
  if (!chosen.isCurrent) return chosen;
  if (after !== undefined) assertInside(chosen.value, after);
  const slice = {
    after,
    // One more than requested shows whether there is a next page.
    limit: limit + 1,
    countMax: command.total === true ? candidatesMax + 1 : undefined,
  };
  const read = await queries.list(chosen.value, slice, basis);
  if (!read.isCurrent) return read;
  const { places, count, ...rest } = read.value;
  const last = places.length > limit ? places[limit - 1] : undefined;
  return {
    ...read,
    value: {
      filter,
      languages,
      selection,
      page:
        'items' in rest
          ? { places, items: rest.items.slice(0, limit) }
          : { places, large: rest.large.slice(0, limit) },
      cursor: last && (await writeCursor(digest, cursorQuery, last)),
      total:
        count === undefined
          ? undefined
          : { count: Math.min(count, candidatesMax), isLowerBound: count > candidatesMax },
    },
  };
};

/** What it costs to count; see `Spend`. */
const countBytes = candidatesMax * 64;

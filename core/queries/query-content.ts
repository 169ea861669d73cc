import type { PerspectiveRequest } from '../access/perspective.ts';
import { visibleFilter } from '../access/visibility.ts';
import { queryFields } from '../collections/indexes/query-fields.ts';
import { readPortions } from '../content/large-page.ts';
import {
  readOnBasis,
  requestedFilter,
  type BasisDependencies,
  type Decided,
  type Reader,
} from '../content/read-on-basis.ts';
import type { Gate } from '../limits/gate.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { Digest } from '../ports/hashing.ts';
import type { ContentConditions } from '../ports/repositories/content-repository.ts';
import type { QueryPage } from '../ports/repositories/query-repository.ts';
import { notFound } from '../primitives/errors.ts';
import { parsePage } from '../primitives/paging.ts';
import type { Signal } from '../primitives/signal.ts';
import { noId } from '../primitives/uuid.ts';
import { chooseQuery } from './choose-query.ts';
import { candidatesMax, demandOf, matchingStatuses } from './choose-scan.ts';
import { assertInside, readCursor, writeCursor, type CursorQuery } from './cursor.ts';
import { parseConditions, parseOrder, type RequestedCondition } from './parse-query.ts';
import { queriesOf } from './previewed-queries.ts';
import { isSchemaField, parseSelection, type SelectedFields } from './select-fields.ts';

export interface QueryContent extends PerspectiveRequest {
  /** The name of the collection. */
  readonly collection: string;
  /** All must be met. None by default. */
  readonly where?: readonly RequestedCondition[];
  /** Paths of fields, separated by commas; descending after `-`. Newest first by default. */
  readonly sort?: string | undefined;
  /** Members to return, separated by commas. All by default. */
  readonly fields?: string | undefined;
  /** As in `PageRequest`. */
  readonly limit?: number | undefined;
  /** The cursor of the page before. */
  readonly after?: string | undefined;
  /** Whether to count the items of all pages. Defaults to false. */
  readonly total?: boolean | undefined;
  /** The caller's address, for the limits. */
  readonly client: string;
  /** Ends a read that waits for its turn. Accepts an AbortSignal. */
  readonly signal?: Signal | undefined;
}

export type QueryListing = {
  readonly collectionId: string;
  readonly count: number;
  /** Continues after the page; undefined at the end. */
  readonly cursor: string | undefined;
  /** Up to {@link candidatesMax}. */
  readonly total: { readonly count: number; readonly isLowerBound: boolean } | undefined;
  /** Undefined for whole items. */
  readonly selection: SelectedFields | undefined;
} & (
  | { readonly kind: 'items'; readonly items: readonly ContentItem[] }
  /** A page that is too large to hold in memory at once; see `ContentListing`. */
  | { readonly kind: 'portions'; readonly portions: AsyncIterable<readonly ContentItem[]> }
);

export type QueryDependencies = BasisDependencies & {
  readonly digest: Digest;
  readonly largePageGate: Gate;
};

export const queryContent =
  (dependencies: QueryDependencies) =>
  async (actor: Actor, command: QueryContent): Promise<QueryListing> => {
    const { request, read, resultOf } = queryReader(dependencies, actor, command);
    return resultOf((await readOnBasis(dependencies, actor, request, read)).value);
  };

export const queryReader = (
  dependencies: QueryDependencies,
  actor: Actor,
  command: QueryContent,
): Reader<QueriedPage, QueryListing> => {
  const { collection, client, signal, perspective, preview } = command;
  const viewpoint = { perspective, preview };
  return {
    request: { client, signal, collection, ...viewpoint },
    read: (decided) => readPage(dependencies, decided, command),
    resultOf: ({ page, filter, total, cursor, selection }) => {
      const { collectionId = noId } = filter;
      const facts = { collectionId, total, cursor, selection };
      if ('items' in page) {
        return { ...facts, kind: 'items', count: page.items.length, items: page.items };
      }
      const large = { filter, items: page.large, viewpoint };
      const portions = readPortions(dependencies, actor, large);
      return { ...facts, kind: 'portions', count: page.large.length, portions };
    },
  };
};

interface QueriedPage extends Pick<QueryListing, 'cursor' | 'total' | 'selection'> {
  readonly page: Exclude<QueryPage, 'places'>;
  readonly filter: ContentConditions;
}

const readPage = async (
  { digest }: QueryDependencies,
  decided: Decided,
  command: QueryContent,
): Promise<BasedRead<QueriedPage>> => {
  const { limit } = parsePage({ limit: command.limit });
  const filter = requestedFilter(decided, {
    status: undefined,
    collection: command.collection,
    mustExist: true,
  });
  const { repositories, basis, view } = decided;
  const collection = await repositories.collections.findByName(command.collection);
  if (collection === undefined) throw notFound('Collection');

  const fields = queryFields(collection.schema);
  const conditions = parseConditions(command.where ?? [], fields);
  const order = parseOrder(command.sort, fields);
  const selection = parseSelection(command.fields, (path) =>
    isSchemaField(collection.schema.properties, path),
  );
  const visible = visibleFilter(filter, view.audience);
  const isEmpty = visible.within !== 'all' && !visible.within.includes(collection.id);
  const statuses = isEmpty ? [] : matchingStatuses(conditions, visible.status);
  const asked = { collectionId: collection.id, conditions, statuses };
  const queries = queriesOf(decided, asked);
  const demand = demandOf(conditions, statuses, order);
  const cursorQuery: CursorQuery = {
    collectionId: collection.id,
    conditions,
    shown: view.shown,
    sort: demand.sort,
    idsDescend: demand.idsDescend,
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

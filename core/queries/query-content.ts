import { visibleFilter, type RequestedFilter } from '../access/visibility.ts';
import { fieldIndexesOf, systemIndexes } from '../collections/field-indexes.ts';
import { queryFields } from '../collections/query-fields.ts';
import { readPortions } from '../content/large-page.ts';
import {
  readOnBasis,
  requestedFilter,
  type BasisDependencies,
  type Decided,
} from '../content/read-on-basis.ts';
import type { Gate } from '../limits/gate.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import type { Collection } from '../model/collection.ts';
import type { ContentItem } from '../model/content-item.ts';
import type { FieldMap } from '../model/field.ts';
import type { ItemQuery, QueryPlace } from '../model/item-query.ts';
import type { Digest } from '../ports/hashing.ts';
import type { QueryPage } from '../ports/query-repository.ts';
import { notFound } from '../primitives/errors.ts';
import { parsePage } from '../primitives/paging.ts';
import { noId } from '../primitives/uuid.ts';
import {
  candidateScans,
  candidatesMax,
  demandOf,
  followedScan,
  matchingStatuses,
  notIndexed,
  type Demand,
} from './choose-scan.ts';
import { readCursor, writeCursor, type CursorQuery } from './cursor.ts';
import { satisfies } from './item-keys.ts';
import {
  parseConditions,
  parseOrder,
  parseSelection,
  type RequestedCondition,
  type SelectedFields,
} from './parse-query.ts';

export interface QueryContent {
  /** The name of the collection. */
  readonly collection: string;
  /** All must be met. */
  readonly where?: readonly RequestedCondition[];
  /** Paths of fields, separated by commas; descending after `-`. Newest first by default. */
  readonly sort?: string | undefined;
  /** Members to return, separated by commas. All by default. */
  readonly fields?: string | undefined;
  readonly limit?: number | undefined;
  /** The cursor of the page before. */
  readonly after?: string | undefined;
  /** Whether to count the items of all pages. */
  readonly total?: boolean | undefined;
  /** The caller's address, for the rate limit. */
  readonly client: string;
}

export type QueryListing = {
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

type QueryDependencies = BasisDependencies & {
  readonly digest: Digest;
  readonly largePageGate: Gate;
};

/**
 * A page of the items of a collection that meet conditions, in an order. An item whose sorted values stay the same is
 * on exactly one page. The work is bounded, whoever asks: a query that no index supports is rejected.
 *
 * @throws DomainError `not_found`, `token_scope`, `rate_limited`, `invalid_input`, `invalid_cursor`, `not_indexed`.
 */
export const queryContent =
  (dependencies: QueryDependencies) =>
  async (actor: Actor, command: QueryContent): Promise<QueryListing> => {
    const { collection, client } = command;
    const { value } = await readOnBasis(dependencies, actor, { client, collection }, (decided) =>
      readPage(dependencies, decided, command),
    );
    const { page, filter, total, cursor, selection } = value;
    const facts = { total, cursor, selection };
    return 'items' in page
      ? { ...facts, kind: 'items', count: page.items.length, items: page.items }
      : {
          ...facts,
          kind: 'portions',
          count: page.large.length,
          portions: readPortions(dependencies, actor, { filter, items: page.large }),
        };
  };

interface ReadPage extends Pick<QueryListing, 'cursor' | 'total' | 'selection'> {
  readonly page: Exclude<QueryPage, 'places'>;
  readonly filter: RequestedFilter;
}

const readPage = async (
  { digest }: QueryDependencies,
  decided: Decided,
  command: QueryContent,
): Promise<BasedRead<ReadPage>> => {
  const { limit } = parsePage({ limit: command.limit });
  const filter = requestedFilter(decided, { status: undefined, collection: command.collection });
  const { repositories, basis, audience } = decided;
  const { queries } = repositories;
  const collection =
    filter.collectionId === noId
      ? undefined
      : await repositories.collections.findByName(command.collection);
  if (collection === undefined) throw notFound('Collection');

  const fields = queryFields(collection.schema);
  const conditions = parseConditions(command.where ?? [], fields);
  const order = parseOrder(command.sort, fields);
  const selection = parseSelection(command.fields, (path) =>
    isSchemaField(collection.schema.properties, path),
  );
  const visible = visibleFilter(filter, audience);
  const isEmpty = visible.within !== 'all' && !visible.within.includes(collection.id);
  const statuses = isEmpty ? [] : matchingStatuses(conditions, visible.status);
  const demand = demandOf(conditions, statuses, order);
  const cursorQuery: CursorQuery = {
    collectionId: collection.id,
    conditions,
    ...demandOrder(demand),
  };
  const after =
    command.after === undefined ? undefined : await readCursor(digest, cursorQuery, command.after);

  const chosen = await chooseQuery(decided, collection, demand);
  if (!chosen.isCurrent) return chosen;
  const query = after === undefined ? chosen.value : startingAfter(chosen.value, after);
  // One more than requested shows whether there is a next page.
  const read = await queries.list(query, { after, limit: limit + 1 }, basis);
  if (!read.isCurrent) return read;
  const counted =
    command.total === true
      ? await queries.count(chosen.value, candidatesMax + 1, basis)
      : undefined;
  if (counted?.isCurrent === false) return counted;
  const { places, ...rest } = read.value;
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
      total: counted && {
        count: Math.min(counted.value, candidatesMax),
        isLowerBound: counted.value > candidatesMax,
      },
    },
  };
};

const demandOrder = ({ sort, idsDescend }: Demand) => ({ sort, idsDescend });

/** Whether the schema has the field, of any type. */
const isSchemaField = (fields: FieldMap, [name = '', ...rest]: readonly string[]): boolean => {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field === undefined || rest.length === 0) return field !== undefined;
  return isSchemaField(field.properties ?? {}, rest);
};

/**
 * The query with the scan that bounds its work.
 *
 * @throws DomainError `not_indexed`.
 */
const chooseQuery = async (
  { repositories: { queries, indexes }, basis }: Decided,
  collection: Collection,
  demand: Demand,
): Promise<BasedRead<ItemQuery>> => {
  const states = await indexes.statusOf(fieldIndexesOf(collection));
  const isReady = ({ state }: (typeof states)[number]): boolean => state === 'ready';
  const ready = [
    ...systemIndexes(collection.id),
    ...states.filter(isReady).map(({ index }) => index),
  ];
  const base = { collectionId: collection.id, ...demandOrder(demand) };
  const followed = followedScan(ready, demand);
  if (followed !== undefined) {
    const query = { ...base, scan: followed, conditions: [], isFollowed: true };
    return { isCurrent: true, value: query };
  }
  const choices = candidateScans(ready, demand);
  const scans = choices.map(({ scan }) => scan);
  for (const max of countSteps) {
    const counted = await queries.countCandidates(collection.id, scans, max, basis);
    if (!counted.isCurrent) return counted;
    const choice = choices[counted.value.indexOf(Math.min(...counted.value))];
    if (choice !== undefined && Math.min(...counted.value) < max) {
      return { ...counted, value: { ...base, ...choice, isFollowed: false } };
    }
  }
  const building = states.filter((one) => !isReady(one)).map(({ index }) => index);
  throw notIndexed(ready, building, demand);
};

/** Counts only a little if one of the scans finds few candidates. */
const countSteps = [100, 1_000, candidatesMax + 1] as const;

/**
 * A query that follows an index starts at the place, instead of at the beginning of its range: of two starts, a store may
 * use the wrong one. A place outside of the range is a forged one.
 */
const startingAfter = (query: ItemQuery, { keys, id }: QueryPlace): ItemQuery => {
  const { scan, sort, idsDescend, isFollowed } = query;
  if (!isFollowed || scan.range === undefined) return query;
  // Without sorted fields, the range is one of ids.
  const isInside = satisfies(keys[0] ?? id, scan.range);
  const { from, to } = scan.range;
  const isDescending = sort[0]?.isDescending ?? idsDescend;
  return {
    ...query,
    scan: {
      ...scan,
      range: { kind: 'range', ...(isDescending ? { from } : { to }) },
      statuses: isInside ? scan.statuses : [],
    },
  };
};

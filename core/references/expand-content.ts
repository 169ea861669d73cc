import { requestedCollections } from '../access/visibility.ts';
import {
  movedFrom,
  readCollectionItem,
  readSingleton,
  type GetCollectionContent,
  type GetSingleton,
} from '../content/get-collection-content.ts';
import { readItem, type GetContent } from '../content/get-content.ts';
import {
  pageReader,
  type ContentListing,
  type ListCollectionContent,
  type ListContent,
  type PageDependencies,
} from '../content/list-content.ts';
import {
  readOnBasis,
  type BasisDependencies,
  type Decided,
  type ReadRequest,
  type Reader,
  type ReadResult,
} from '../content/read-on-basis.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { Slug } from '../model/content/slug.ts';
import type { ContentConditions } from '../ports/repositories/content-repository.ts';
import type { CollectionFields } from '../ports/repositories/site-repository.ts';
import {
  queryReader,
  type QueryContent,
  type QueryDependencies,
  type QueryListing,
} from '../queries/query-content.ts';
import { divideSelection, type DividedSelection } from '../queries/select-fields.ts';
import type { Signal } from '../primitives/signal.ts';
import { noExpansion, parseExpand, planExpansion, type ExpansionPlan } from './expansion-plan.ts';
import {
  dataLength,
  readExpansion,
  targetCollector,
  type Expansion,
  type TargetCollector,
} from './read-expansion.ts';

/** What to add to a read of content. In a perspective, everything is shown in it. */
export interface Expanding {
  /** Paths of fields, separated by commas. Those of the second level follow the path of the first, after a dot. */
  readonly expand: string;
  /** Ends a read that waits for its turn. Accepts an AbortSignal. */
  readonly signal?: Signal | undefined;
}

export interface ExpandedItem {
  readonly item: ContentItem;
  /** The slug of the item, if it was found by a former one. */
  readonly movedTo?: Slug | undefined;
  readonly expansion: Expansion;
}

export interface ExpandedListing<L = ContentListing> {
  readonly listing: L;
  /** Call it after the last portion, if the listing comes in portions. */
  readonly expansion: () => Promise<Expansion>;
}

export const expandItem =
  (dependencies: BasisDependencies) =>
  async (
    actor: Actor,
    { expand, id, ...request }: GetContent & Expanding,
  ): Promise<ReadResult<ExpandedItem>> =>
    readExpandedItem(dependencies, actor, request, expand, readItem(id));

export const expandCollectionItem =
  (dependencies: BasisDependencies) =>
  async (
    actor: Actor,
    { expand, idOrSlug, ...request }: GetCollectionContent & Expanding,
  ): Promise<ReadResult<ExpandedItem>> => {
    const read = readCollectionItem(request.collection, idOrSlug);
    const result = await readExpandedItem(dependencies, actor, request, expand, read);
    const movedTo = movedFrom(idOrSlug, result.value.item);
    return { ...result, value: { ...result.value, movedTo } };
  };

export const expandSingleton =
  (dependencies: BasisDependencies) =>
  async (
    actor: Actor,
    { expand, ...request }: GetSingleton & Expanding,
  ): Promise<ReadResult<ExpandedItem>> =>
    readExpandedItem(dependencies, actor, request, expand, readSingleton(request.collection));

export const expandList =
  (dependencies: PageDependencies) =>
  async (
    actor: Actor,
    { expand, signal, ...command }: ListContent & Expanding,
  ): Promise<ReadResult<ExpandedListing>> =>
    expandPage(dependencies, actor, { expand, signal }, pageReader(dependencies, actor, command));

export const expandCollectionList =
  (dependencies: PageDependencies) =>
  async (
    actor: Actor,
    { expand, signal, ...command }: ListCollectionContent & Expanding,
  ): Promise<ReadResult<ExpandedListing>> => {
    const reader = pageReader(dependencies, actor, { ...command, mustExist: true });
    return expandPage(dependencies, actor, { expand, signal }, reader);
  };

export const expandQuery =
  (dependencies: QueryDependencies) =>
  async (
    actor: Actor,
    { expand, fields, signal, ...command }: QueryContent & Expanding,
  ): Promise<ExpandedListing<QueryListing>> => {
    const { own, included } = divideSelection(fields, parseExpand(expand));
    const reader = queryReader(dependencies, actor, { ...command, fields: own });
    return (await expandPage(dependencies, actor, { expand, signal }, reader, included)).value;
  };

const readExpandedItem = async (
  dependencies: BasisDependencies,
  actor: Actor,
  request: ReadRequest,
  expand: string,
  read: (decided: Decided) => Promise<BasedRead<ContentItem>>,
): Promise<ReadResult<ExpandedItem>> => {
  const result = await readExpanded(dependencies, actor, request, expand, {
    read,
    itemsOf: (item) => [item],
    baseOf: (item, { schemas }) => schemas.filter(({ id }) => id === item.collectionId),
  });
  return { ...result, value: { item: result.value.value, expansion: result.value.expansion } };
};

type PageListing =
  | { readonly kind: 'items' }
  | { readonly kind: 'portions'; readonly portions: AsyncIterable<readonly ContentItem[]> };

/** A page of either form, and the conditions that it was read with. */
interface AnyPage {
  readonly page: { readonly items: readonly ContentItem[] } | { readonly large: unknown };
  readonly filter: ContentConditions;
}

export const expandPage = async <T extends AnyPage, L extends PageListing>(
  dependencies: BasisDependencies,
  actor: Actor,
  { expand, signal }: Expanding,
  { request: requested, read, resultOf }: Reader<T, L>,
  selected?: DividedSelection['included'],
): Promise<ReadResult<ExpandedListing<L>>> => {
  const request = { ...requested, ...(signal && { signal }) };
  const result = await readExpanded(dependencies, actor, request, expand, {
    read,
    selected,
    itemsOf: ({ page }) => ('items' in page ? page.items : []),
    baseOf: ({ filter }, { schemas, decided: { view } }) =>
      requestedCollections(filter, schemas, view.audience),
  });
  const { value: found, expansion, plan, schemas, collector } = result.value;
  const listing = resultOf(found);
  if (listing.kind === 'items') {
    return { ...result, value: { listing, expansion: async () => expansion } };
  }
  const portions = collecting(listing.portions, collector, plan);
  const readLate = async (): Promise<Expansion> =>
    (
      await readOnBasis(dependencies, actor, { ...request, isCounted: true }, (decided) =>
        readExpansion(decided, schemas, plan, collector),
      )
    ).value;
  return { ...result, value: { listing: { ...listing, portions }, expansion: readLate } };
};

/** Passes the portions on, and collects what their items refer to. */
async function* collecting(
  portions: AsyncIterable<readonly ContentItem[]>,
  collector: TargetCollector,
  { first }: ExpansionPlan,
): AsyncGenerator<readonly ContentItem[]> {
  for await (const items of portions) {
    collector.add(items, () => first);
    yield items;
  }
}

interface Reading<T> {
  readonly selected?: DividedSelection['included'] | undefined;
  readonly read: (decided: Decided) => Promise<BasedRead<T>>;
  readonly itemsOf: (value: T) => readonly ContentItem[];
  /** The collections of the items; none if there can be no items. */
  readonly baseOf: (
    value: T,
    state: { readonly schemas: readonly CollectionFields[]; readonly decided: Decided },
  ) => readonly CollectionFields[];
}

interface Read<T> {
  readonly value: T;
  readonly expansion: Expansion;
  readonly plan: ExpansionPlan;
  readonly schemas: readonly CollectionFields[];
  readonly collector: TargetCollector;
}

/** Reads something and what it refers to, on one basis. */
const readExpanded = <T>(
  dependencies: BasisDependencies,
  actor: Actor,
  request: ReadRequest,
  expand: string,
  { read, selected, itemsOf, baseOf }: Reading<T>,
): Promise<ReadResult<Read<T>>> =>
  readOnBasis(dependencies, actor, { ...request, withSchemas: true }, async (decided) => {
    const found = await read(decided);
    if (!found.isCurrent) return found;
    const { schemas = [] } = decided.site;
    const base = baseOf(found.value, { schemas, decided });
    const { audience } = decided.view;
    const paths = parseExpand(expand);
    const plan =
      base.length === 0 ? noExpansion : planExpansion(paths, base, schemas, audience, selected);
    const collector = targetCollector(schemas);
    const items = itemsOf(found.value);
    await decided.spend(dataLength(items));
    collector.add(items, () => plan.first);
    const expansion = await readExpansion(decided, schemas, plan, collector, found.snapshot);
    if (!expansion.isCurrent) return expansion;
    const value = { value: found.value, expansion: expansion.value, plan, schemas, collector };
    return { ...expansion, value };
  });

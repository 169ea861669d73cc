import { requestedCollections } from '../access/visibility.ts';
import type { ItemReader, FoundItem } from '../content/item-reader.ts';
import type { PageItems } from '../content/page-items.ts';
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
import type { ContentConditions } from '../ports/repositories/content-repository.ts';
import type { CollectionFields } from '../ports/repositories/site-repository.ts';
import type { DividedSelection } from '../queries/select-fields.ts';
import { noExpansion, parseExpand, planExpansion, type ExpansionPlan } from './expansion-plan.ts';
import {
  dataLength,
  readExpansion,
  targetCollector,
  type Expansion,
  type TargetCollector,
} from './read-expansion.ts';

/** Reads an item and what its fields refer to, on one basis. @param expand paths of fields, separated by commas. */
export const expandItem = async (
  dependencies: BasisDependencies,
  actor: Actor,
  request: ReadRequest,
  expand: string,
  read: ItemReader['read'],
): Promise<ReadResult<FoundItem & { readonly expansion: Expansion }>> => {
  const result = await readExpanded(dependencies, actor, request, expand, {
    read,
    itemsOf: ({ item }) => [item],
    baseOf: ({ item }, { schemas }) => schemas.filter(({ id }) => id === item.collectionId),
  });
  const { value: found, expansion } = result.value;
  return { ...result, value: { ...found, expansion } };
};

/** A page of either form, and the conditions that it was read with. */
interface AnyPage {
  readonly page: { readonly items: readonly ContentItem[] } | { readonly large: unknown };
  readonly filter: ContentConditions;
}

/** What the items of a page refer to. Call it after the last portion, if the page comes in portions. */
export type LateExpansion = () => Promise<Expansion>;

interface ExpandedPage<Result> {
  readonly page: Result;
  readonly expansion: LateExpansion;
}

/**
 * Reads a page and what the fields of its items refer to. It is read with the page or, for a page in portions, after them.
 *
 * @param selected the names to select of included items, by their path.
 */
export const expandPage = async <Found extends AnyPage, Result extends PageItems>(
  dependencies: BasisDependencies,
  actor: Actor,
  expand: string,
  { request, read, resultOf }: Reader<Found, Result>,
  selected?: DividedSelection['included'],
): Promise<ReadResult<ExpandedPage<Result>>> => {
  const result = await readExpanded(dependencies, actor, request, expand, {
    read,
    selected,
    itemsOf: ({ page }) => ('items' in page ? page.items : []),
    baseOf: ({ filter }, { schemas, decided: { view } }) =>
      requestedCollections(filter, schemas, view.audience),
  });
  const { value: found, expansion, plan, schemas, collector } = result.value;
  const page = resultOf(found);
  if (page.kind === 'items') {
    return { ...result, value: { page, expansion: async () => expansion } };
  }
  const portions = collecting(page.portions, collector, plan);
  const readLate: LateExpansion = async () =>
    (
      await readOnBasis(dependencies, actor, { ...request, isCounted: true }, (decided) =>
        readExpansion(decided, schemas, plan, collector),
      )
    ).value;
  return { ...result, value: { page: { ...page, portions }, expansion: readLate } };
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
    const collector = targetCollector(schemas, decided.view.languages?.chain[0]);
    const items = itemsOf(found.value);
    await decided.spend(dataLength(items));
    collector.add(items, () => plan.first);
    const expansion = await readExpansion(decided, schemas, plan, collector, found.snapshot);
    if (!expansion.isCurrent) return expansion;
    const value = { value: found.value, expansion: expansion.value, plan, schemas, collector };
    return { ...expansion, value };
  });

import type { ContentItemDto } from '../schemas/content-schemas.ts';
import type { ItemOf } from './collection-reads.ts';
import { writeLinks } from './write-links.ts';

/**
 * Where a site shows the items of a collection: a template such as `/blog/{slug}`, with members of the item in braces, also
 * `{data.lang}`; or a function, which returns undefined for an item without a page.
 */
export type Address<Item> = string | ((item: Item) => string | undefined);

/** By the names of collections. */
export type Addresses<Collections = undefined> = [Collections] extends [undefined]
  ? Readonly<Record<string, Address<ContentItemDto>>>
  : { readonly [Name in keyof Collections & string]?: Address<ItemOf<Collections, Name>> };

export interface AddressOptions<Collections = undefined> {
  /**
   * Where the site shows items. In texts that a read expands, links to items then have these addresses in the place of
   * `quoin:<id>`: do not store such texts again. Default: `data` stays as it is stored.
   */
  readonly addresses?: Addresses<Collections> | undefined;
  /**
   * Where links lead to items that have no address, that the reader cannot see, or that are not published, unless the read is
   * one of drafts; `#` by default.
   */
  readonly fallbackAddress?: string | undefined;
}

type Item = Partial<ContentItemDto>;

interface Request {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
}

/** An entry of a search has its item inside. */
type Entry = Item & { readonly item?: Item };

interface Expanded {
  readonly data: Entry | readonly Entry[];
  readonly included: Readonly<Record<string, Item>>;
}

interface NamedCollection {
  readonly id: string;
  readonly name: string;
}

const ids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/**
 * Writes addresses into the texts that a read has expanded.
 *
 * @param list the collections that the reader sees. It is asked when an item is of a collection with an unknown name.
 * @returns a function of a request and the body of its response, which returns other bodies as they are.
 */
export const addressWriter = (
  { addresses = {}, fallbackAddress }: AddressOptions,
  list: () => Promise<readonly NamedCollection[]>,
) => {
  const addressesByName = new Map<unknown, Address<ContentItemDto>>(Object.entries(addresses));
  const names = new Map<unknown, unknown>();
  let listed: ReturnType<typeof list> | undefined;
  return async ({ params, query = {} }: Request, body: unknown): Promise<unknown> => {
    const { data, included } = (query['expand'] === undefined ? {} : body) as Partial<Expanded>;
    if (data === undefined || included === undefined) return body;
    const name = params?.['name'];
    for (const { collectionId } of name === undefined ? [] : [data].flat())
      if (collectionId !== undefined) names.set(collectionId, name);
    const isOfDrafts = query['perspective'] === 'drafts' || query['preview'] !== undefined;
    const unknown = new Set<unknown>();
    const addressOf = (id: string): string | undefined => {
      const item = included[id];
      if (item === undefined || (item.status !== 'published' && !isOfDrafts)) return undefined;
      if (!names.has(item.collectionId)) unknown.add(item.collectionId);
      const address = addressesByName.get(names.get(item.collectionId));
      return filled(address, item as ContentItemDto);
    };
    const write = (): unknown => {
      const written = writeExpanded({ data, included }, String(query['expand']), (text) =>
        writeLinks(text, addressOf, fallbackAddress),
      );
      return { ...(body as object), ...written };
    };
    const first = write();
    if (unknown.size === 0) return first;
    listed ??= list().finally(() => {
      listed = undefined;
    });
    for (const each of await listed) names.set(each.id, each.name);
    // Those that the reader does not find are not looked for again.
    for (const id of unknown) names.set(id, names.get(id));
    return write();
  };
};

const filled = (
  address: Address<ContentItemDto> | undefined,
  item: ContentItemDto,
): string | undefined => {
  if (typeof address !== 'string') return address?.(item);
  let isComplete = true;
  const text = address.replace(/\{([^{}]*)\}/g, (_, path: string) => {
    const value = path
      .split('.')
      .reduce<unknown>((of, key) => (of as Readonly<Record<string, unknown>> | null)?.[key], item);
    const isValue = typeof value === 'number' || (typeof value === 'string' && value !== '');
    // A segment of dots would lead to another folder.
    isComplete &&= isValue && !/^\.+$/.test(String(value));
    return encodeURIComponent(String(value));
  });
  return isComplete ? text : undefined;
};

/** @param expand paths of fields, separated by commas: of the items, or of those that a field leads to. */
const writeExpanded = (
  { data, included }: Expanded,
  expand: string,
  write: (text: string) => string,
): Expanded => {
  const paths = expand.split(',').map((path) => path.trim());
  /** The paths of the second level, by the ids of the items that have them. */
  const second = new Map<string, string[]>();
  const inItem = (item: Item): Item => {
    const visit = (text: string, path: string): string => {
      const rests = paths
        .filter((each) => each.startsWith(`${path}.`))
        .map((each) => each.slice(path.length + 1));
      for (const id of rests.length === 0 ? [] : (text.match(ids) ?? []))
        second.set(id.toLowerCase(), [...(second.get(id.toLowerCase()) ?? []), ...rests]);
      return write(text);
    };
    return withData(item, paths, visit);
  };
  const entryOf = (entry: Entry): Entry =>
    entry.item === undefined ? inItem(entry) : { ...entry, item: inItem(entry.item) };
  const written = data instanceof Array ? data.map(entryOf) : entryOf(data);
  const more = Object.entries(included).map(
    ([id, item]) => [id, withData(item, second.get(id) ?? [], write)] as const,
  );
  return { data: written, included: Object.fromEntries(more) };
};

type Visit = (text: string, path: string) => string;

const withData = (item: Item, paths: readonly string[], visit: Visit): Item =>
  item.data === undefined
    ? item
    : { ...item, data: visited(item.data, '', paths, visit) as ContentItemDto['data'] };

/** Replaces the texts at the paths, and at what they begin with. Indexes of lists are not part of a path. */
const visited = (value: unknown, path: string, paths: readonly string[], visit: Visit): unknown => {
  if (path !== '' && !paths.some((each) => `${each}.`.startsWith(`${path}.`))) return value;
  if (typeof value === 'string') return visit(value, path);
  if (Array.isArray(value)) return value.map((each) => visited(each, path, paths, visit));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(
    ([key, each]) =>
      [key, visited(each, path === '' ? key : `${path}.${key}`, paths, visit)] as const,
  );
  return Object.fromEntries(members);
};

import { contentsOf, type Decided } from '../content/read-on-basis.ts';
import type { BasedRead } from '../model/basis.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { ExactConditions } from '../ports/repositories/content-repository.ts';

export interface PageSize {
  /** The number of items. */
  readonly limit: number;
  /** Of their `data`. */
  readonly maxBytes: number;
  /** Called with the bytes that the page will take in memory, before the items are read. */
  readonly hold?: ((bytes: number) => void) | undefined;
}

/** What an item takes besides its `data`, about. */
const itemBytes = 1_024;

/** Which items a page will have. */
export interface PlannedItems {
  /** Of the given ids, those that the page covers. */
  readonly covered: readonly string[];
  /** Those that the reader sees. */
  readonly wanted: readonly string[];
  /** What the items, and the text in which they are sent, take in memory. */
  readonly bytes: number;
}

/** The items of a page, in the perspective of the request. */
export type ItemsById = ReadonlyMap<string, ContentItem>;

export interface ShownItems extends Pick<PlannedItems, 'covered'> {
  readonly items: ItemsById;
}

/** Chooses the items among `ids` that the reader sees, up to the size of a page. One item always fits. */
export const planItems = async (
  decided: Decided,
  filter: ExactConditions,
  ids: readonly string[],
  { limit, maxBytes }: Omit<PageSize, 'hold'>,
): Promise<BasedRead<PlannedItems>> => {
  const { view, only, basis } = decided;
  const asked = only === undefined ? ids : ids.filter((id) => id === only);
  // Also for no ids, to confirm the basis.
  const sized = await contentsOf(decided).sizesAmong({ ...filter, ids: asked }, view, basis);
  if (!sized.isCurrent) return sized;
  const bytesOf = new Map(sized.value.map(({ id, bytes }) => [id, bytes]));
  const wanted: string[] = [];
  let covered = 0;
  let sum = 0;
  for (const id of ids) {
    const bytes = bytesOf.get(id);
    if (bytes !== undefined) {
      if (wanted.length === limit || (wanted.length > 0 && sum + bytes > maxBytes)) break;
      wanted.push(id);
      sum += bytes;
    }
    covered += 1;
  }
  const bytes = 2 * (sum + wanted.length * itemBytes);
  return { ...sized, value: { covered: ids.slice(0, covered), wanted, bytes } };
};

/** Reads the planned items that the reader still sees. */
export const readItems = async (
  decided: Decided,
  filter: ExactConditions,
  wanted: readonly string[],
): Promise<BasedRead<ItemsById>> => {
  const { view, basis } = decided;
  const read = await contentsOf(decided).listAmong({ ...filter, ids: wanted }, view, basis);
  return read.isCurrent
    ? { ...read, value: new Map(read.value.map((item) => [item.id, item])) }
    : read;
};

/** Reads the items among `ids` that the reader sees, up to the size of a page. */
export const readShownItems = async (
  decided: Decided,
  filter: ExactConditions,
  ids: readonly string[],
  { hold, ...size }: PageSize,
): Promise<BasedRead<ShownItems>> => {
  const planned = await planItems(decided, filter, ids, size);
  if (!planned.isCurrent) return planned;
  const { covered, wanted, bytes } = planned.value;
  if (wanted.length === 0) return { ...planned, value: { covered, items: new Map() } };
  hold?.(bytes);
  const read = await readItems(decided, filter, wanted);
  return read.isCurrent ? { ...read, value: { covered, items: read.value } } : read;
};

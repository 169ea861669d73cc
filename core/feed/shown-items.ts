import { visibleFilter, type RequestedFilter } from '../access/visibility.ts';
import { contentsOf, type Decided } from '../content/read-on-basis.ts';
import type { BasedRead } from '../model/basis.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { ContentFilter } from '../ports/repositories/content-repository.ts';

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

/** The items of a page, in the perspective of the request. */
export interface ShownItems {
  /** How many of the given ids the page covers. */
  readonly covered: number;
  readonly items: ReadonlyMap<string, ContentItem>;
}

/** The conditions for the items that the reader sees. The bearer of the token of one item sees only this item. */
const shownFilter = ({ audience }: Decided, filter: RequestedFilter): ContentFilter =>
  audience.item === undefined ? visibleFilter(filter, audience) : { ...filter, within: 'all' };

/**
 * Reads the items among `ids` that the reader sees, up to the size of a page. One item always fits.
 */
export const readShownItems = async (
  decided: Decided,
  filter: RequestedFilter,
  ids: readonly string[],
  { limit, maxBytes, hold }: PageSize,
): Promise<BasedRead<ShownItems>> => {
  const { audience, basis } = decided;
  const contents = contentsOf(decided);
  const shown = shownFilter(decided, filter);
  const asked = audience.item === undefined ? ids : ids.filter((id) => id === audience.item);
  // Also for no ids, to confirm the basis.
  const sized = await contents.sizesAmong(asked, shown, basis);
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
  const items = new Map<string, ContentItem>();
  if (wanted.length === 0) return { ...sized, value: { covered, items } };
  // The items, and the text in which they are sent.
  hold?.(2 * (sum + wanted.length * itemBytes));
  const read = await contents.listAmong(wanted, shown, basis);
  if (!read.isCurrent) return read;
  for (const item of read.value) items.set(item.id, item);
  return { ...read, value: { covered, items } };
};

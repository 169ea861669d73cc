import type { ConfirmedReads } from '../freshness/confirmed-reads.ts';
import type { FreshMemory } from '../freshness/fresh-memory.ts';
import { subjects } from '../freshness/subjects.ts';
import type {
  ContentFilter,
  ContentPage,
  ContentQuery,
  ContentReads,
  KnownPlace,
  ListPlace,
} from '../ports/content-repository.ts';

/** How many places of a list are known, at most, and the memory that one takes in bytes. */
const maxPlaces = 100;
const placeBytes = 250;

/** Skipping fewer items than this costs less than it would save. */
const minSaved = 1_000;

/** The places of one list by their offsets, as long as nothing in the list changes. */
type Places = Map<number, KnownPlace>;

/** Lists pages far from the start of a list faster if a page nearby was listed before. */
export interface KnownPlaces {
  /** Like `list` of these reads. */
  list<Item extends ListPlace>(
    reads: ContentReads<Item>,
    query: ContentQuery,
  ): Promise<ContentPage<Item>>;
}

export const knownPlaces = (memory: FreshMemory, confirmed: ConfirmedReads): KnownPlaces => ({
  list: async (reads, query) => {
    if (query.slug !== undefined || query.offset + query.limit < minSaved) return reads.list(query);
    const places = await readPlaces(memory, query);
    const known = nearest(places, query);
    const page = await reads.list({ ...query, ...(known && { known }) });
    // Nothing in the list has changed since the places were read.
    if (known === undefined ? memory.holds(places) : await confirmed.isConfirmed(places)) {
      add(places, query, page);
      return page;
    }
    return known === undefined ? page : reads.list(query);
  },
});

const readPlaces = (
  memory: FreshMemory,
  { status, collectionId, within }: ContentFilter,
): Promise<Places> => {
  const key = `places:${JSON.stringify([status, collectionId, within])}`;
  const keeping = { bytes: maxPlaces * placeBytes + 2 * key.length };
  return memory.read(
    key,
    [subjects.list(collectionId, status)],
    async () => new Map(),
    () => keeping,
  );
};

/** The place that is fewest items away from the page, unless counting from the start is as good. */
const nearest = (places: Places, { offset, limit }: ContentQuery): KnownPlace | undefined => {
  let best: KnownPlace | undefined;
  let least = offset - minSaved;
  for (const place of places.values()) {
    const end = offset + limit - 1;
    const last = place.isLast ? Math.min(place.offset, end) : end;
    const away = place.offset <= offset ? offset - place.offset : place.offset - last;
    if (away >= 0 && away <= least) [best, least] = [place, away];
  }
  return best;
};

/** Adds the last item of the page, and drops what was added first. */
const add = (
  places: Places,
  { offset, limit }: ContentQuery,
  page: ContentPage<ListPlace>,
): void => {
  const items = 'items' in page ? page.items : [];
  const item = items.at(-1);
  if (item === undefined) return;
  const { createdAt, id } = item;
  const at = offset + items.length - 1;
  places.delete(at);
  places.set(at, { place: { createdAt, id }, offset: at, isLast: items.length < limit });
  for (const oldest of places.keys()) {
    if (places.size <= maxPlaces) return;
    places.delete(oldest);
  }
};

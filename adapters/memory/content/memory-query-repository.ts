import {
  comparePlaces,
  keyOf,
  meets,
  systemFields,
  type BasedRead,
  type Basis,
  type ContentItem,
  type ItemQuery,
  type QueryCondition,
  type QueryPage,
  type QueryPlace,
  type QueryRepository,
  type QuerySlice,
  type Scan,
} from '../../../core/index.ts';
import { readOn } from '../memory-basis.ts';
import type { MemoryAccess, MemoryTables } from '../memory-tables.ts';
import { sizedIfLarge } from '../page-bytes.ts';

/** Queries in memory. Reads all items: the scans say what an index would find. */
export class MemoryQueryRepository implements QueryRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async list(
    query: ItemQuery,
    { after, limit }: QuerySlice,
    basis: Basis,
  ): Promise<BasedRead<QueryPage>> {
    return readOn(this.#access, basis, (tables) => {
      const { sort, idsDescend } = query;
      const found = itemsOf(tables, query)
        .map((item) => ({ item, place: placeOf(query, item) }))
        .filter(
          ({ place }) => after === undefined || comparePlaces(place, after, sort, idsDescend) > 0,
        )
        .sort((left, right) => comparePlaces(left.place, right.place, sort, idsDescend))
        .slice(0, limit);
      const places = found.map(({ place }) => place);
      const items = found.map(({ item }) => item);
      return { places, ...(sizedIfLarge(items) ?? { items }) };
    });
  }

  async count(query: ItemQuery, max: number, basis: Basis): Promise<BasedRead<number>> {
    return readOn(this.#access, basis, (tables) => Math.min(itemsOf(tables, query).length, max));
  }

  async countCandidates(
    collectionId: string,
    scans: readonly Scan[],
    max: number,
    basis: Basis,
  ): Promise<BasedRead<readonly number[]>> {
    return readOn(this.#access, basis, (tables) =>
      scans.map((scan) => Math.min(entriesOf(tables, collectionId, scan).length, max)),
    );
  }
}

const placeOf = ({ sort }: ItemQuery, item: ContentItem): QueryPlace => ({
  keys: sort.map(({ field }) => keyOf(item, field)),
  id: item.id,
});

/** The items of all statuses for a list, as an index for lists has them. */
const entriesOf = (
  { contents }: MemoryTables,
  collectionId: string,
  { fields, among, range, statuses }: Scan,
): readonly ContentItem[] => {
  const tests = [
    ...among.map((keys) => ({ kind: 'among', keys }) as const),
    ...(range ? [range] : []),
  ];
  const conditions: readonly QueryCondition[] = tests.flatMap((test, at) => {
    const field = fields[at];
    return field === undefined ? [] : [{ field, test }];
  });
  const isOfList = fields[0]?.isList === true;
  return [...contents.values()].filter(
    (item) =>
      item.collectionId === collectionId &&
      (isOfList || statuses.includes(item.status)) &&
      conditions.every((condition) => meets(item, condition)),
  );
};

const itemsOf = (tables: MemoryTables, query: ItemQuery): readonly ContentItem[] => {
  const ofStatus = {
    field: systemFields.status,
    test: { kind: 'among', keys: query.scan.statuses },
  } as const;
  return entriesOf(tables, query.collectionId, query.scan).filter((item) =>
    [ofStatus, ...query.conditions].every((condition) => meets(item, condition)),
  );
};

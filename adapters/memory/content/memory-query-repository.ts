import {
  comparePlaces,
  keyOf,
  meets,
  scanConditions,
  systemFields,
  type BasedRead,
  type Basis,
  type CandidateCount,
  type ItemQuery,
  type QueryCondition,
  type QueryPage,
  type QueryPlace,
  type QueryRepository,
  type QuerySlice,
  type Scan,
  type Shown,
} from '../../../core/store.ts';
import { utf8Length, type ContentItem, type JsonText } from '../../../core/vocabulary.ts';
import { readOn } from '../memory-basis.ts';
import { findAnywhere } from '../memory-stamps.ts';
import type { MemoryAccess, MemoryTables } from '../memory-tables.ts';
import { sizedIfLarge } from '../page-bytes.ts';
import { itemsIn } from './memory-items.ts';
import { shownOfGroup } from './memory-languages.ts';

/** Queries in memory. Reads all items: the scans say what an index would find. */
export class MemoryQueryRepository implements QueryRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async list(
    query: ItemQuery,
    { after, limit, countMax }: QuerySlice,
    basis: Basis,
  ): Promise<BasedRead<QueryPage>> {
    return readOn(this.#access, basis, (tables) => {
      const { sort, idsDescend } = query;
      const all = itemsOf(tables, query);
      const count = countMax === undefined ? undefined : Math.min(all.length, countMax);
      const found = all
        .map((item) => ({ item, place: placeOf(query, item) }))
        .filter(
          ({ place }) => after === undefined || comparePlaces(place, after, sort, idsDescend) > 0,
        )
        .sort((left, right) => comparePlaces(left.place, right.place, sort, idsDescend))
        .slice(0, limit);
      const places = found.map(({ place }) => place);
      const items = found.map(({ item }) => item);
      return { places, count, ...(sizedIfLarge(items) ?? { items }) };
    });
  }

  async countCandidates(
    collectionId: string,
    scans: readonly Scan[],
    max: number,
    shown: Shown,
    basis: Basis,
  ): Promise<BasedRead<readonly CandidateCount[]>> {
    const source = { collectionId, shown };
    return readOn(this.#access, basis, (tables) =>
      scans.map((scan) => countOf(entriesOf(tables, source, scan), max)),
    );
  }

  async meetingAmong(
    ids: readonly string[],
    conditions: readonly QueryCondition[],
    shown: Shown,
    basis: Basis,
  ): Promise<BasedRead<readonly string[]>> {
    return readOn(this.#access, basis, (tables) => {
      const wanted = new Set(ids);
      return itemsIn(tables, shown)
        .filter((item) => wanted.has(item.id) && conditions.every((each) => meets(item, each)))
        .map(({ id }) => id);
    });
  }

  async countCopies(id: string, max: number, basis: Basis): Promise<BasedRead<CandidateCount>> {
    return readOn(this.#access, basis, (tables) => {
      const copies = [...tables.copies.values()].filter(
        ({ contentId, collectionId }) =>
          collectionId === id || findAnywhere(tables, contentId)?.collectionId === id,
      );
      return countOf(copies, max);
    });
  }
}

const countOf = (all: readonly { readonly data: JsonText }[], max: number): CandidateCount => {
  const counted = all.slice(0, max);
  return {
    items: counted.length,
    bytes: counted.reduce((sum, { data }) => sum + utf8Length(data), 0),
  };
};

const placeOf = ({ sort }: ItemQuery, item: ContentItem): QueryPlace => ({
  keys: sort.map(({ field }) => keyOf(item, field)),
  id: item.id,
});

const entriesOf = (
  tables: MemoryTables,
  { collectionId, shown }: Pick<ItemQuery, 'collectionId' | 'shown'>,
  scan: Scan,
): readonly ContentItem[] =>
  itemsIn(tables, shown).filter(
    (item) =>
      item.collectionId === collectionId &&
      scanConditions(scan).every((condition) => meets(item, condition)),
  );

const itemsOf = (tables: MemoryTables, query: ItemQuery): readonly ContentItem[] => {
  const ofStatus = {
    field: systemFields.status,
    test: { kind: 'among', keys: query.scan.statuses },
  } as const;
  return entriesOf(tables, query, query.scan).filter(
    (item) =>
      [ofStatus, ...query.conditions].every((condition) => meets(item, condition)) &&
      isChosen(tables, query, item),
  );
};

/** Whether no other item of the group takes its place. */
const isChosen = (
  tables: MemoryTables,
  { chain, shown, collectionId, scan }: ItemQuery,
  item: ContentItem,
): boolean => {
  if (chain === undefined) return true;
  const passes = (each: ContentItem): boolean =>
    each.collectionId === collectionId && scan.statuses.includes(each.status);
  if (!chain.includes(item.locale ?? '')) return false;
  return shownOfGroup(tables, item, { chain }, shown, passes)?.id === item.id;
};

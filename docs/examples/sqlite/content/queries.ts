import {
  comparePlaces,
  keyOf,
  meets,
  scanConditions,
  systemFields,
  pageBytes,
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
} from 'quoin/core/store';
import { utf8Length, type ContentItem } from 'quoin/core/vocabulary';
import type { Access } from '../work/access.ts';
import { readOn } from '../work/basis.ts';
import type { Db } from '../work/db.ts';
import { itemOf, tableOf, type ItemRow } from './items.ts';
import { shownOfGroup } from './pages.ts';

/** Reads the items of the collection one by one, and keeps those that meet the conditions. */
export class SqliteQueries implements QueryRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async list(
    query: ItemQuery,
    { after, limit, countMax }: QuerySlice,
    basis: Basis,
  ): Promise<BasedRead<QueryPage>> {
    const { sort, idsDescend } = query;
    return readOn(this.#access, basis, (db) => {
      const all = [...itemsOf(db, query)];
      const count = countMax === undefined ? undefined : Math.min(all.length, countMax);
      const found = all
        .map((item) => ({ item, place: placeOf(query, item) }))
        .filter(
          ({ place }) => after === undefined || comparePlaces(place, after, sort, idsDescend) > 0,
        )
        .sort((left, right) => comparePlaces(left.place, right.place, sort, idsDescend))
        .slice(0, limit);
      const places = found.map(({ place }) => place);
      const sizes = found.map(({ item: { id, data } }) => ({ id, bytes: utf8Length(data) }));
      const sum = sizes.reduce((total, { bytes }) => total + bytes, 0);
      if (sum > pageBytes) return { places, count, large: sizes };
      return { places, count, items: found.map(({ item }) => item) };
    });
  }

  async countCandidates(
    collectionId: string,
    scans: readonly Scan[],
    max: number,
    shown: Shown,
    basis: Basis,
  ): Promise<BasedRead<readonly CandidateCount[]>> {
    return readOn(this.#access, basis, (db) =>
      scans.map((scan) => {
        const entries = [...entriesOf(db, { collectionId, shown }, scan)].slice(0, max);
        const bytes = entries.reduce((sum, { data }) => sum + utf8Length(data), 0);
        return { items: entries.length, bytes };
      }),
    );
  }

  async meetingAmong(
    ids: readonly string[],
    conditions: readonly QueryCondition[],
    shown: Shown,
    basis: Basis,
  ): Promise<BasedRead<readonly string[]>> {
    return readOn(this.#access, basis, (db) =>
      ids.filter((id) => {
        const row = db.get<ItemRow>(`select * from ${tableOf[shown]} where id = ?`, id);
        if (row === undefined) return false;
        const item = itemOf(row);
        return conditions.every((condition) => meets(item, condition));
      }),
    );
  }

  async countCopies(id: string, max: number, basis: Basis): Promise<BasedRead<CandidateCount>> {
    return readOn(this.#access, basis, (db) => {
      const sizes = db.all<{ readonly bytes: number }>(
        `select octet_length(c.data) as bytes from copies c where c.collection_id = ?1
          or exists (select 1 from items i where i.id = c.content_id and i.collection_id = ?1)
          or exists (select 1 from trash t where t.id = c.content_id and t.collection_id = ?1) limit ?2`,
        id,
        max,
      );
      return { items: sizes.length, bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0) };
    });
  }
}

const placeOf = ({ sort }: ItemQuery, item: ContentItem): QueryPlace => ({
  keys: sort.map(({ field }) => keyOf(item, field)),
  id: item.id,
});

function* entriesOf(
  db: Db,
  { collectionId, shown }: Pick<ItemQuery, 'collectionId' | 'shown'>,
  scan: Scan,
): Generator<ContentItem> {
  const conditions = scanConditions(scan);
  const rows = db.each<ItemRow>(
    `select * from ${tableOf[shown]} where collection_id = ?`,
    collectionId,
  );
  for (const row of rows) {
    const item = itemOf(row);
    if (conditions.every((condition) => meets(item, condition))) yield item;
  }
}

function* itemsOf(db: Db, query: ItemQuery): Generator<ContentItem> {
  const ofStatus = {
    field: systemFields.status,
    test: { kind: 'among', keys: query.scan.statuses },
  } as const;
  for (const item of entriesOf(db, query, query.scan)) {
    const conditions = [ofStatus, ...query.conditions];
    if (conditions.every((condition) => meets(item, condition)) && isChosen(db, query, item)) {
      yield item;
    }
  }
}

/** Whether no other item of the group takes its place. */
const isChosen = (
  db: Db,
  { chain, shown, collectionId, scan }: ItemQuery,
  { id, locale = '' }: ContentItem,
): boolean => {
  if (chain === undefined) return true;
  const passes = (each: ContentItem): boolean =>
    each.collectionId === collectionId && scan.statuses.includes(each.status);
  return chain.includes(locale) && shownOfGroup(db, tableOf[shown], id, chain, passes)?.id === id;
};

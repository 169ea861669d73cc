import { queryStamped, type BasisRequest, type Seen } from '../../basis.ts';
import type { DatabaseSession } from '../../connection/database-session.ts';
import { sharedReads, type SharedRead } from '../../connection/shared-reads.ts';
import { contentColumns, type ContentRow } from '../content-row.ts';
import * as statements from '../content-statements.ts';

export interface ItemKey {
  readonly id: string;
  readonly request: BasisRequest;
}

/** Undefined for an item that does not exist. */
export type SeenItem = Seen<ContentRow | undefined>;

/** Reads of items by id. @param isShared whether reads at the same time may share a statement. */
export const itemReads = (
  database: DatabaseSession,
  isShared: boolean,
): SharedRead<ItemKey, SeenItem> =>
  isShared
    ? sharedReads({
        load: (keys) => loadItems(database, keys),
        nameOf: itemName,
        maxKeys: statements.batchSize,
      })
    : async (key) => (await loadItems(database, [key])).get(itemName(key));

const itemName = ({ id, request }: ItemKey): string => JSON.stringify([id, request]);

/** One statement for all readers with equal requests. Large items are not whole if there are several. */
const loadItems = async (
  database: DatabaseSession,
  keys: readonly ItemKey[],
): Promise<ReadonlyMap<string, SeenItem>> => {
  const groups = Map.groupBy(keys, ({ request }) => JSON.stringify(request));
  const loaded = new Map<string, SeenItem>();
  await Promise.all(
    [...groups.values()].map(async (group) => {
      const [first] = group;
      if (first === undefined) return;
      const ids = group.map(({ id }) => id);
      const isAlone = ids.length === 1;
      const seen = await queryStamped(database, {
        statement: isAlone ? statements.findById : statements.findBatch,
        columns: contentColumns.length,
        values: isAlone ? ids : [ids],
        request: first.request,
        valueOf: (rows: readonly ContentRow[]) => new Map(rows.map((row) => [row[0], row])),
      });
      for (const key of group) {
        loaded.set(itemName(key), { ...seen, value: seen.value.get(key.id) });
      }
    }),
  );
  return loaded;
};

import type { ItemStamp } from '../../../core/vocabulary.ts';

/** The version and the time of an item, next to something that belongs to it. The driver returns `bigint` as digits. */
export interface StampColumns {
  readonly content_id: string;
  /** Null if there is no item. */
  readonly item_version: number | null;
  readonly item_updated_at: string | null;
}

/**
 * Adds these columns to rows with a `content_id`. The subqueries look up one row each, and read no data.
 *
 * @param table the name of the rows.
 */
export const stampSelection = (table: string): string =>
  ['version', 'updated_at']
    .map((column) => {
      const of = (source: string): string =>
        `(select item.${column} from ${source} item where item.id = ${table}.content_id)`;
      return `coalesce(${of('content')}, ${of('content_trash')}) as item_${column}`;
    })
    .join(', ');

export const stampOfRow = (row: StampColumns): ItemStamp | undefined =>
  row.item_version === null
    ? undefined
    : { id: row.content_id, version: row.item_version, updatedAt: Number(row.item_updated_at) };

/** Finds the items with some ids in content and in the trash, and keeps them until the end of the transaction. */
export const anywhere = (ids: string): string => {
  const held = (table: string): string =>
    `select id, collection_id, author_id, status, locale from ${table} where id ${ids} order by id for share`;
  return (
    `live as (${held('content')}), kept as (${held('content_trash')}), ` +
    'item as (select * from live union all select * from kept)'
  );
};

import {
  pageBytes,
  type CopyOfItem,
  type WorkingCopy,
  type WorkingCopyEntry,
  type WorkingCopyQuery,
  type WorkingCopyRepository,
} from '../../../../core/index.ts';
import type { Database } from '../../connection/connections.ts';
import { execute, query, type Statement } from '../../connection/statement.ts';
import { anywhere, stampOfRow, stampSelection, type StampColumns } from '../item-stamps.ts';
import { copyListStatement, entryOf, type EntryRow } from './working-copy-list.ts';
import {
  baseColumns,
  copyColumns,
  copyOfRow,
  copySelection,
  copyTypes,
  copyValues,
  type CopyColumn,
  type CopyRow,
} from './working-copy-row.ts';

const find: Statement = {
  name: 'copy_find',
  text: `select ${copySelection} from content_copies where content_id = $1`,
};

const remove: Statement = {
  name: 'copy_remove',
  text: 'delete from content_copies where content_id = $1 and version = $2',
};

/** The lock lets no other change of the item come in between. Its id and version are the first two values. */
const lockedItem =
  'with item as (select id, collection_id, author_id from content ' +
  'where id = $1 and version = $2 for share)';

const placeOf = (column: CopyColumn, index: number, first: number): string =>
  `$${first + index}::${copyTypes[column]}`;

const insert: Statement = {
  name: 'copy_insert',
  text:
    `${lockedItem} insert into content_copies ` +
    `(content_id, item_collection_id, item_author_id, ${copyColumns.join(', ')}) ` +
    'select id, collection_id, author_id, ' +
    `${copyColumns.map((column, index) => placeOf(column, index, 3)).join(', ')} from item ` +
    'on conflict (content_id) do nothing',
};

/** For an item in content or in the trash, whose id is the first value. */
const add: Statement = {
  name: 'copy_add',
  text:
    `with ${anywhere('= $1')} insert into content_copies ` +
    `(content_id, item_collection_id, item_author_id, ${copyColumns.join(', ')}) ` +
    'select id, collection_id, author_id, ' +
    `${copyColumns.map((column, index) => placeOf(column, index, 2)).join(', ')} from item ` +
    'on conflict (content_id) do nothing',
};

/** Ends with the copy whose data exceeds the limit of a page; see the port. */
const step = (name: string, where: string): Statement => ({
  name,
  text:
    `select ${copySelection}, ${stampSelection('walked')} from (select *, ` +
    'sum(octet_length(data::text) + base_bytes) over ' +
    '(order by content_id rows between unbounded preceding and 1 preceding) as bytes_before ' +
    `from content_copies ${where} order by content_id limit $1) walked ` +
    `where bytes_before is null or bytes_before <= ${pageBytes} order by content_id`,
});

const listFirst = step('copies_first', '');
const listAfter = step('copies_after', 'where content_id > $2');

/** The version of the replaced copy is the third value. */
const update = (name: string, columns: readonly CopyColumn[]): Statement => ({
  name,
  text:
    `${lockedItem} update content_copies set ` +
    `${columns.map((column, index) => `${column} = ${placeOf(column, index, 4)}`).join(', ')} ` +
    'from item where content_id = item.id and version = $3',
});

const updateAll = update('copy_update', copyColumns);

/** A base that stays is not sent and not written again: it can be as large as the copy. */
const ownColumns = copyColumns.filter((column) => !baseColumns.includes(column));
const updateOwn = update('copy_update_own', ownColumns);

type SteppedRow = CopyRow & StampColumns;

export class PostgresWorkingCopyRepository implements WorkingCopyRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(contentId: string): Promise<WorkingCopy | undefined> {
    const [row] = await query<CopyRow>(this.#database, find, [contentId]);
    return row && copyOfRow(row);
  }

  async save(
    copy: WorkingCopy,
    itemVersion: number,
    replaced: WorkingCopy | undefined,
  ): Promise<boolean> {
    const item = [copy.contentId, itemVersion];
    if (replaced === undefined) {
      const values = [...item, ...copyValues(copy, copyColumns)];
      return (await execute(this.#database, insert, values)) > 0;
    }
    const keepsBase = copy.base.version === replaced.base.version;
    const columns = keepsBase ? ownColumns : copyColumns;
    const values = [...item, replaced.version, ...copyValues(copy, columns)];
    return (await execute(this.#database, keepsBase ? updateOwn : updateAll, values)) > 0;
  }

  async add(copy: WorkingCopy): Promise<boolean> {
    const values = [copy.contentId, ...copyValues(copy, copyColumns)];
    return (await execute(this.#database, add, values)) > 0;
  }

  async listAfter(contentId: string | undefined, limit: number): Promise<readonly CopyOfItem[]> {
    const rows = await (contentId === undefined
      ? query<SteppedRow>(this.#database, listFirst, [limit])
      : query<SteppedRow>(this.#database, listAfter, [limit, contentId]));
    return rows.map((row) => ({ copy: copyOfRow(row), item: stampOfRow(row) }));
  }

  async remove(contentId: string, version: string): Promise<boolean> {
    return (await execute(this.#database, remove, [contentId, version])) > 0;
  }

  async list(asked: WorkingCopyQuery): Promise<readonly WorkingCopyEntry[]> {
    const { statement, values } = copyListStatement(asked);
    return (await query<EntryRow>(this.#database, statement, values)).map(entryOf);
  }
}

import {
  pageBytes,
  type CopyOfItem,
  type CopyParts,
  type WorkingCopyQuery,
  type WorkingCopyRepository,
} from '../../../../core/store.ts';
import type { JsonText, WorkingCopy, WorkingCopyEntry } from '../../../../core/vocabulary.ts';
import type { DatabaseSession } from '../../connection/database-session.ts';
import { execute, query, type Statement, type Value } from '../../connection/statement.ts';
import { withEvent } from '../../connection/with-event.ts';
import type { Column } from '../../rows/fields.ts';
import { anywhere, stampOfRow, stampSelection, type StampColumns } from '../item-stamps.ts';
import {
  copyEntryColumns,
  copyEntryValues,
  entryMaker,
  searchBody,
} from '../search/search-entry.ts';
import { searchWords } from '../search/search-words.ts';
import { copyListStatement, entryOf, type EntryRow } from './working-copy-list.ts';
import { copyColumns, ownColumns, workingCopies } from './working-copy-row.ts';

const find: Statement = {
  name: 'copy_find',
  text: `select ${workingCopies.selection} from content_copies where content_id = $1`,
};

/** @param event the number of its placeholder. */
const writing = (name: string, write: string, event: number, parts?: string): Statement => ({
  name,
  text: withEvent(`${write} returning content_id`, '', event, parts),
});

const remove = writing(
  'copy_remove',
  'delete from content_copies where content_id = $1 and version = $2',
  3,
);

/** The lock lets no other change of the item come in between. Its id and version are the first two values. */
const lockedItem =
  'item as (select id, collection_id, author_id, locale from content ' +
  'where id = $1 and version = $2 for share)';

/** What is set: the columns with their values, the entry of the search, and the words. */
const assignments = (
  columns: readonly Column[],
  first: number,
): readonly (readonly [column: string, value: string])[] => {
  const values = new Map(
    columns.map(({ name, type }, index) => [name, `$${first + index}::${type}`]),
  );
  const entry = copyEntryValues({
    version: values.get('version') ?? '',
    collectionId: values.get('collection_id') ?? '',
    rebuild: 'settings.rebuild',
    locale: 'item.locale',
  });
  return [
    ...values,
    ...copyEntryColumns.map((column, at) => [column, entry[at] ?? ''] as const),
    ['words', `$${first + columns.length + 3}::integer`],
    ['words_version', values.get('version') ?? ''],
  ];
};

/** @param first the number of the placeholder of the title; those of the body and the words follow. */
const makerFrom = (first: number): string =>
  entryMaker({
    title: `$${first}::text`,
    body: `$${first + 1}::text`,
    words: `$${first + 2}::text`,
    locale: 'item.locale',
  });

/** @param item the part that finds the item. @param first the number of the placeholder of the first column. */
const insertInto = (name: string, item: string, first: number): Statement => {
  const assigned = assignments(copyColumns, first);
  const write =
    'insert into content_copies ' +
    `(content_id, item_collection_id, item_author_id, item_locale, ${assigned.map(([column]) => column).join(', ')}) ` +
    `select item.id, collection_id, author_id, item.locale, ${assigned.map(([, value]) => value).join(', ')} ` +
    `from item cross join ${makerFrom(first + copyColumns.length)} on conflict (content_id) do nothing`;
  return writing(name, write, first + copyColumns.length + 4, item);
};

const insert = insertInto('copy_insert', lockedItem, 3);

/** For an item in content or in the trash, whose id is the first value. */
const add = insertInto('copy_add', anywhere('= $1'), 2);

/** Ends with the copy whose data exceeds the limit of a page; see the port. */
const step = (name: string, where: string): Statement => ({
  name,
  text:
    `select ${workingCopies.selection}, ${stampSelection('walked')} from (select *, ` +
    'sum(octet_length(data::text) + base_bytes) over ' +
    '(order by content_id rows between unbounded preceding and 1 preceding) as bytes_before ' +
    `from content_copies ${where} order by content_id limit $1) walked ` +
    `where bytes_before is null or bytes_before <= ${pageBytes} order by content_id`,
});

const listFirst = step('copies_first', '');
const listAfter = step('copies_after', 'where content_id > $2');

/** The version of the replaced copy is the third value. */
const update = (name: string, columns: readonly Column[]): Statement => {
  const assigned = assignments(columns, 4).map((each) => each.join(' = '));
  const write =
    `update content_copies set ${assigned.join(', ')} ` +
    `from item cross join ${makerFrom(4 + columns.length)} where content_id = item.id and version = $3`;
  return writing(name, write, 4 + columns.length + 4, lockedItem);
};

const updateAll = update('copy_update', copyColumns);

/** A base that stays is not sent and not written again: it can be as large as the copy. */
const updateOwn = update('copy_update_own', ownColumns);

/** The last values of a statement. */
const recordedValues = ({ search, words, event }: CopyParts): readonly Value[] => [
  ...(search === undefined
    ? [null, null, null]
    : [search.title, searchBody(search), searchWords(search)]),
  words ?? null,
  event ?? null,
];

export class PostgresWorkingCopyRepository implements WorkingCopyRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async find(contentId: string): Promise<WorkingCopy | undefined> {
    return workingCopies.find(this.#database, find, [contentId]);
  }

  async save(
    copy: WorkingCopy,
    itemVersion: number,
    replaced: WorkingCopy | undefined,
    parts: CopyParts = {},
  ): Promise<boolean> {
    const recorded = recordedValues(parts);
    const item = [copy.contentId, itemVersion];
    if (replaced === undefined) {
      const values = [...item, ...workingCopies.values(copy, copyColumns), ...recorded];
      return (await execute(this.#database, insert, values)) > 0;
    }
    const keepsBase = copy.base.version === replaced.base.version;
    const columns = keepsBase ? ownColumns : copyColumns;
    const values = [...item, replaced.version, ...workingCopies.values(copy, columns), ...recorded];
    return (await execute(this.#database, keepsBase ? updateOwn : updateAll, values)) > 0;
  }

  async add(copy: WorkingCopy, parts: CopyParts = {}): Promise<boolean> {
    const recorded = recordedValues(parts);
    const values = [copy.contentId, ...workingCopies.values(copy, copyColumns), ...recorded];
    return (await execute(this.#database, add, values)) > 0;
  }

  async listAfter(contentId: string | undefined, limit: number): Promise<readonly CopyOfItem[]> {
    const rows = await (contentId === undefined
      ? query<StampColumns>(this.#database, listFirst, [limit])
      : query<StampColumns>(this.#database, listAfter, [limit, contentId]));
    return rows.map((row) => ({ copy: workingCopies.record(row), item: stampOfRow(row) }));
  }

  async remove(contentId: string, version: string, event?: JsonText): Promise<boolean> {
    return (await execute(this.#database, remove, [contentId, version, event ?? null])) > 0;
  }

  async list(asked: WorkingCopyQuery): Promise<readonly WorkingCopyEntry[]> {
    const { statement, values } = copyListStatement(asked);
    return (await query<EntryRow>(this.#database, statement, values)).map(entryOf);
  }
}

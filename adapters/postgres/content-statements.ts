import { pageBytes } from '../../core/index.ts';
import { batchSize } from './batched-reads.ts';
import {
  contentSelection,
  contentSelectionWith,
  dataAt,
  writtenColumns,
  type WrittenColumn,
} from './content-row.ts';
import { equalAsRange, orderBy } from './index-order.ts';
import type { Statement } from './statement.ts';

const columns = writtenColumns.join(', ');

const types: Readonly<Record<WrittenColumn, string>> = {
  id: 'uuid',
  collection_id: 'uuid',
  author_id: 'uuid',
  title: 'text',
  slug: 'text',
  status: 'text',
  data: 'json',
  version: 'integer',
  origin_digest: 'text',
  origin_version: 'integer',
  created_at: 'bigint',
  updated_at: 'bigint',
  title_key: 'text',
};

/** Renders each column with the placeholder of its value. */
const each = (render: (column: WrittenColumn, placeholder: string) => string): string =>
  writtenColumns.map((column, index) => render(column, `$${index + 1}`)).join(', ');

/** Null if the account does not exist. The lock prevents its deletion until the write is done. */
const existingAuthor = (id: string): string =>
  `(select users.id from users where users.id = ${id} for key share)`;

const valueOf = (column: WrittenColumn, placeholder: string): string =>
  column === 'author_id' ? existingAuthor(placeholder) : placeholder;

export const insert: Statement = {
  name: 'content_insert',
  text: `insert into content (${columns}) values (${each(valueOf)})`,
};

const newValueOf = (column: WrittenColumn): string =>
  column === 'author_id' ? existingAuthor(column) : column;

/** Takes an array of values for each column. */
export const insertAll: Statement = {
  name: 'content_insert_all',
  text:
    `insert into content (${columns}) select ${each(newValueOf)} from unnest(` +
    `${each((column, placeholder) => `${placeholder}::${types[column]}[]`)}) as new (${columns})`,
};

const assignments = writtenColumns.flatMap((column, index) =>
  column === 'id' ? [] : [`${column} = ${valueOf(column, `$${index + 1}`)}`],
);

/** Takes the expected version after the values of the columns. */
export const replace: Statement = {
  name: 'content_replace',
  text:
    `update content set ${assignments.join(', ')} ` +
    `where id = $1 and version = $${writtenColumns.length + 1}`,
};

export const remove: Statement = {
  name: 'content_delete',
  text: 'delete from content where id = $1 and version = $2',
};

const select = (name: string, clauses: string, selection = contentSelection): Statement => ({
  name,
  text: `select ${selection} from content ${clauses}`,
  rowMode: 'array',
  bytesAt: dataAt,
});

/** The order leaves only the index on the id: the other indexes contain it, but not as first column. */
export const findById = select(
  'content_by_id',
  `where ${equalAsRange([['id', '$1']])} order by id`,
);

const withIds = 'where id = any ($1) order by id';

export const findByIds = select('content_by_ids', withIds);

/** Withholds data that is larger than its share of a page, so that a batch never holds more than a page. */
const batchSelection = contentSelectionWith(
  (data) => `case when data_bytes <= ${pageBytes / batchSize} then ${data} end`,
);

export const findBatch = select('content_batch', withIds, batchSelection);

/** The rows of {@link findBatch}, each after its `xmin`; see `known-rows.ts`. */
export const findStatedBatch: Statement = {
  ...select('content_stated_batch', withIds, `xmin, ${batchSelection}`),
  bytesAt: dataAt + 1,
};

export const findBySlug = select('content_by_slug', 'where slug = $1');

export const findTakenSlugs: Statement = {
  name: 'content_taken_slugs',
  text: 'select slug from content where slug = any ($1)',
};

/** Ends with the item whose data exceeds the limit of a page; see the port. */
const walk = (name: string, where: string, order = 'order by id'): Statement => ({
  name,
  text:
    `select ${contentSelection} from (select *, sum(data_bytes) over ` +
    `(${order} rows between unbounded preceding and 1 preceding) as bytes_before ` +
    `from content ${where} ${order} limit $1) walked ` +
    `where bytes_before is null or bytes_before <= ${pageBytes} ${order}`,
  rowMode: 'array',
});

export const listFirst = walk('content_first', '');

export const listAfter = walk('content_after', 'where id > $2');

const orderInCollection = orderBy({ leading: ['collection_id'] });

export const listFirstOfCollection = walk(
  'content_first_of_collection',
  `where ${equalAsRange([['collection_id', '$2']])}`,
  orderInCollection,
);

/** Takes the place after the collection: the time of creation and the id. */
export const listOfCollectionAfter = walk(
  'content_of_collection_after',
  'where collection_id >= $2 and (collection_id, created_at, id) < ($2, $3, $4)',
  orderInCollection,
);

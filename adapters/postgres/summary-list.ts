import {
  contentStatuses,
  type ContentStatus,
  type ContentSummary,
  type Slug,
  type SummaryOrder,
  type SummaryQuery,
} from '../../core/index.ts';
import { padded } from './content-keys.ts';
import { equal, joinedPage, newestFirst, type Equality, type Order } from './index-order.ts';
import { prepared, type Statement, type Value } from './statement.ts';

/**
 * The conditions of a list of summaries, without their values. Every index for these lists starts with
 * the author or not, with the collection or not, and always with the status, followed by the time and the
 * id. A list of all statuses, or of several collections, merges one scan for each of them.
 */
interface Shape {
  readonly order: SummaryOrder;
  readonly hasAuthor: boolean;
  /** A power of two; 0 if the list is not limited to collections. */
  readonly collections: number;
  readonly statuses: number;
}

/** @param collectionIds the collections to which the list is limited; undefined if it is not limited. */
export const summaryListStatement = (
  { order, status, authorId, limit, offset }: SummaryQuery,
  collectionIds: readonly string[] | undefined,
): { readonly statement: Statement; readonly values: readonly Value[] } => {
  const statuses = status === undefined ? contentStatuses : [status];
  const ids = collectionIds === undefined ? [] : padded(collectionIds);
  const shape: Shape = {
    order,
    hasAuthor: authorId !== undefined,
    collections: ids.length,
    statuses: statuses.length,
  };
  const author = authorId === undefined ? [] : [authorId];
  return {
    statement: prepared(nameOf(shape), () => textOf(shape)),
    values: [limit, offset, limit + offset, ...author, ...statuses, ...ids],
  };
};

const nameOf = ({ order, hasAuthor, collections, statuses }: Shape): string =>
  ['summaries', order, ...(hasAuthor ? ['author'] : []), collections, statuses].join('_');

const textOf = (shape: Shape): string => {
  const order = { time: `${shape.order}_at` } as const;
  const merged = `(${branchesOf(shape, order).join(' union all ')}) merged`;
  return `select ${summarySelection} from ${joinedPage('content', merged, order)}`;
};

/** For each status and collection, the first keys. The placeholders are in the order of the values. */
const branchesOf = (
  { hasAuthor, collections, statuses }: Shape,
  order: Order,
): readonly string[] => {
  const first = hasAuthor ? 5 : 4;
  const placeholders = (count: number, start: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `$${start + index}`);
  const author: readonly Equality[] = hasAuthor ? [['author_id', '$4']] : [];
  const ids = placeholders(collections, first + statuses);
  const each: readonly (readonly Equality[])[] =
    collections === 0 ? [[]] : ids.map((id) => [['collection_id', id]]);
  return each.flatMap((collection) =>
    placeholders(statuses, first).map((status) => {
      const equalities: readonly Equality[] = [...author, ...collection, ['status', status]];
      const where = equalities.map(equal).join(' and ');
      return `(select id, ${order.time} from content where ${where} ${newestFirst(order)} limit $3)`;
    }),
  );
};

const summarySelection = [
  ...['id', 'title', 'slug', 'status', 'collection_id', 'version', 'created_at', 'updated_at'].map(
    (column) => `item.${column}`,
  ),
  '(select name from collections where id = item.collection_id) as collection',
  'item.author_id',
  '(select array[username, first_name, last_name] from users where id = item.author_id) as author',
].join(', ');

/** A row of {@link summarySelection}. The driver returns `bigint` as digits. */
export type SummaryRow = readonly [
  id: string,
  title: string,
  slug: string,
  status: string,
  collectionId: string,
  version: number,
  createdAt: string,
  updatedAt: string,
  collection: string,
  authorId: string | null,
  author: readonly [username: string, firstName: string, lastName: string] | null,
];

export const summaryOf = ([
  id,
  title,
  slug,
  status,
  collectionId,
  version,
  createdAt,
  updatedAt,
  collection,
  authorId,
  author,
]: SummaryRow): ContentSummary => ({
  id,
  title,
  slug: slug as Slug,
  status: status as ContentStatus,
  collectionId,
  collection,
  author:
    authorId === null || author === null
      ? undefined
      : { id: authorId, username: author[0], firstName: author[1], lastName: author[2] },
  version,
  createdAt: Number(createdAt),
  updatedAt: Number(updatedAt),
});

import type { ContentFilter, SummaryQuery } from '../../../../core/store.ts';
import type { ContentStatus, ContentSummary, Slug } from '../../../../core/vocabulary.ts';
import { unindexed } from '../content-list.ts';
import { joinedPage } from '../index-order.ts';
import { prepared, type Statement, type Value } from '../../connection/statement.ts';
import { summaryKeys, summaryKeySource, timeOf } from './summary-keys.ts';

export interface SummaryStatement {
  readonly statement: Statement;
  readonly values: readonly Value[];
}

/** The statement of a list. @param collectionIds see {@link SummaryKeys}. */
export const summaryListStatement = (
  { limit, offset, ...query }: SummaryQuery,
  collectionIds: readonly string[] | undefined,
): SummaryStatement => {
  const { shape, values } = summaryKeys(query, collectionIds);
  return {
    statement: prepared(`summaries_${shape.name}`, () => {
      const source = summaryKeySource(shape, { depth: '$3', first: 4 });
      const page = joinedPage('content', source, timeOf(shape));
      return `select ${summarySelection} from ${page}`;
    }),
    values: [limit, offset, limit + offset, ...values],
  };
};

/** The statement that returns the summaries with these ids that match the filter. */
export const summariesAmongStatement = (
  ids: readonly string[],
  filter: ContentFilter,
): SummaryStatement => {
  const rest = unindexed(filter, 2);
  const statement = prepared(
    `summaries_among${rest.name}`,
    () =>
      `select ${summarySelection} from content item where id = any ($1)${rest.text} order by id`,
  );
  return { statement, values: [ids, ...rest.values] };
};

/** Selects a row of `content`, named `item`, with the names of its collection and author. */
export const summarySelection: string = [
  ...[
    'id',
    'title',
    'slug',
    'status',
    'collection_id',
    'version',
    'created_at',
    'updated_at',
    'published_at',
    'locale',
  ].map((column) => `item.${column}`),
  '(select name from collections where id = item.collection_id) as collection',
  'item.author_id',
  '(select array[username, first_name, last_name] from users where id = item.author_id) as author',
].join(', ');

/** The number of columns of {@link summarySelection}. */
export const summaryColumns = 13;

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
  publishedAt: string | null,
  locale: string | null,
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
  publishedAt,
  locale,
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
  publishedAt: publishedAt === null ? undefined : Number(publishedAt),
  ...(locale !== null && { locale }),
});

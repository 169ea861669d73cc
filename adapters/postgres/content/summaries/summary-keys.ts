import type { SummaryOrder, SummaryQuery } from '../../../../core/store.ts';
import { contentStatuses } from '../../../../core/vocabulary.ts';
import { padToPowerOfTwo } from '../content-keys.ts';
import { equalitiesByRange, equalityWithRange, type Equality, type Order } from '../index-order.ts';
import type { Value } from '../../connection/statement.ts';

/**
 * The conditions of a list of summaries, without their values. Every index for these lists starts with
 * the author or not, with the collection or not, and always with the status, followed by the time and the
 * id. A list of all statuses, or of several collections, merges one scan for each of them.
 */
export interface SummaryShape {
  /** Unique for the shape. */
  readonly name: string;
  readonly order: SummaryOrder;
  readonly hasAuthor: boolean;
  /** Whether it is a list in one locale: then its collections and statuses are values. */
  readonly isExact: boolean;
  /** A power of two; 0 if the list is not limited to collections. */
  readonly collections: number;
  readonly statuses: number;
}

export interface SummaryKeys {
  readonly shape: SummaryShape;
  /** In the order of the placeholders. */
  readonly values: readonly Value[];
}

/** @param collectionIds the collections to which the list is limited; undefined if it is not limited. */
export const summaryKeys = (
  {
    order,
    status,
    authorId,
    locale,
  }: Pick<SummaryQuery, 'order' | 'status' | 'authorId' | 'locale'>,
  collectionIds: readonly string[] | undefined,
): SummaryKeys => {
  const author = authorId === undefined ? [] : [authorId];
  const statuses = status === undefined ? contentStatuses : [status];
  if (locale !== undefined) {
    return {
      shape: {
        name: [order, ...author.map(() => 'author'), 'locale'].join('_'),
        order,
        hasAuthor: author.length > 0,
        isExact: true,
        collections: 0,
        statuses: 0,
      },
      values: [...author, statuses, locale.code, locale.localized, locale.others],
    };
  }
  const ids = collectionIds === undefined ? [] : padToPowerOfTwo(collectionIds);
  const name = [order, ...author.map(() => 'author'), ids.length, statuses.length].join('_');
  return {
    shape: {
      name,
      order,
      hasAuthor: author.length > 0,
      isExact: false,
      collections: ids.length,
      statuses: statuses.length,
    },
    values: [...author, ...statuses, ...ids],
  };
};

export const timeOf = ({ order }: SummaryShape): Required<Pick<Order, 'time'>> => ({
  time: `${order}_at`,
});

/** Placeholders of a statement. */
interface Places {
  /** Of the number of keys that are needed. */
  readonly depth: string;
  /** The number of the first one for the values of the {@link SummaryKeys}. */
  readonly first: number;
}

/** The FROM clause, without the keyword, that finds the first keys, in any order. */
export const summaryKeySource = (shape: SummaryShape, { depth, first }: Places): string => {
  if (shape.isExact) return exactKeySource(shape, { depth, first });
  const placeholders = (count: number, start: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `$${start + index}`);
  const authors = placeholders(shape.hasAuthor ? 1 : 0, first);
  const statuses = placeholders(shape.statuses, first + authors.length);
  const ids = placeholders(shape.collections, first + authors.length + shape.statuses);
  const order = timeOf(shape);
  // The indexes for authors contain the time as an expression, so no other index has their order.
  const time = shape.hasAuthor ? `${order.time} + 0` : order.time;
  const author = authors.map((place) => `author_id = ${place}`);
  const collections: readonly (readonly string[])[] =
    ids.length === 0 ? [[]] : ids.map((place) => [equalityWithRange(['collection_id', place])]);
  const branches = collections.flatMap((collection) =>
    statuses.map((status) => {
      const where = [...author, ...collection, `status = ${status}`].join(' and ');
      const keys = `select id, ${time} as ${order.time} from content where ${where}`;
      return `(${keys} order by ${time} desc, id desc limit ${depth})`;
    }),
  );
  return `(${branches.join(' union all ')}) merged`;
};

/** Merges one scan for each status and collection, of the localised ones and of the others. */
const exactKeySource = (shape: SummaryShape, { depth, first }: Places): string => {
  const { time } = timeOf(shape);
  const scanned = shape.hasAuthor ? `${time} + 0` : time;
  const author = shape.hasAuthor ? `author_id = $${first} and ` : '';
  const next = first + (shape.hasAuthor ? 1 : 0);
  const keysIn = (ids: string, locale: readonly Equality[]): string => {
    const equalities: readonly Equality[] = [
      ['collection_id', 'wanted.id'],
      ...locale,
      ['status', 'one.status'],
    ];
    return (
      `select keys.* from unnest(${ids}::uuid[]) wanted (id) cross join unnest($${next}::text[]) one (status) ` +
      `cross join lateral (select id, ${time} from content where ${author}${equalitiesByRange(equalities)} ` +
      `order by status desc, ${scanned} desc, id desc limit ${depth}) keys`
    );
  };
  const localized = keysIn(`$${next + 2}`, [['locale', `$${next + 1}::text`]]);
  return `(${localized} union all ${keysIn(`$${next + 3}`, [])}) merged`;
};

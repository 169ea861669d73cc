/**
 * Parts of statements that only one index fits, so that their plans do not depend on statistics or
 * values. Plans that do become slow, for example when one collection contains most items.
 */

/** A column that must equal the value of a placeholder. */
export type Equality = readonly [column: string, placeholder: string];

const range = ([column, placeholder]: Equality): string =>
  `${column} >= ${placeholder} and ${column} <= ${placeholder}`;

/**
 * Equality, for a scan in the order of the time that indexes with other columns could also serve. The
 * condition beside it makes the planner expect a third of the rows, so that an index that starts with the
 * column looks cheaper than others. If it expected much less, all indexes of a table without statistics
 * would look the same: one row is the least that it expects.
 */
export const equalityWithRange = ([column, placeholder]: Equality): string =>
  `${column} = ${placeholder} and ${column} >= ${placeholder}`;

/**
 * Equality, of which the last column has the range only. The planner then does not know that this column
 * is constant, and only an index that starts with these columns has the order of {@link orderBy}.
 * With `=`, the index of all rows has that order, too, and the planner reads all of it if it overestimates
 * how many rows match.
 *
 * The other columns need `=`: a scan stops at the first row that violates it, but reads all rows of a
 * range before it looks at the next column. The range beside the `=` makes indexes that start with another
 * column look expensive.
 *
 * @returns the condition; `true` if there are no equalities.
 */
export const equalitiesByRange = (equalities: readonly Equality[]): string =>
  equalities
    .flatMap((equality, index) => [
      ...(index < equalities.length - 1 ? [equality.join(' = ')] : []),
      range(equality),
    ])
    .join(' and ') || 'true';

/** The columns that lead the order of rows with {@link equalitiesByRange}: those that are not constant. */
export const leadingColumns = (equalities: readonly Equality[]): readonly string[] =>
  equalities.slice(-1).map(([column]) => column);

/** The columns of an order, latest first. */
export interface Order {
  /** Columns with equal values in all rows, of which the planner does not know that. */
  readonly leading?: readonly string[];
  /** Defaults to `created_at`. */
  readonly time?: 'created_at' | 'updated_at';
}

/** ORDER BY; `prefix` is put before each column. */
export const orderBy = (order: Order, prefix = ''): string =>
  `order by ${keyColumns(order)
    .map((column) => `${prefix}${column} desc`)
    .join(', ')}`;

/**
 * Finds the keys of a page in an index alone, as `page`, and joins the rows to them, as `item`. The
 * skipped rows are not read. Limit and offset are `$1` and `$2`.
 *
 * @param source the FROM clause, without the keyword, that finds the keys.
 */
export const joinedPage = (table: string, source: string, order: Order): string => {
  const keys = keyColumns(order).map((column) => `${column} as page_${column}`);
  const page = `select ${keys.join(', ')} from ${source} ${orderBy(order)} limit $1 offset $2`;
  // `*` does not include `xmin`. `offset 0` keeps the planner from joining by reading the whole table.
  const item = `select *, xmin from ${table} where ${equalitiesByRange([['id', 'page_id']])} order by id offset 0`;
  return `(${page}) page cross join lateral (${item}) item ${orderBy(order, 'page_')}`;
};

const keyColumns = ({ leading = [], time = 'created_at' }: Order): readonly string[] => [
  ...leading,
  time,
  'id',
];

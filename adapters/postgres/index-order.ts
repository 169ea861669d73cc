/**
 * Parts of statements that only one index fits, so that their plans do not depend on statistics or
 * values. Plans that do become slow, for example when one collection contains most items.
 */

/** A column that must equal the value of a placeholder. */
export type Equality = readonly [column: string, placeholder: string];

/**
 * Equality of which the planner knows too little to choose another index: the last column equals its
 * value only as a range. The planner then does not know that the column is constant, and only an index
 * that starts with these columns has the order of {@link newestFirst}. With `=` alone, the index of all
 * rows has that order, too, and the planner reads all of it if it overestimates how many rows match.
 *
 * The other columns have `=` as well, because a scan stops at the first row that violates it. After a
 * column that has a range only, it reads all rows of that range. The range beside the `=` makes indexes
 * that start with another column look expensive.
 *
 * @returns the condition; `true` if there are no equalities.
 */
export const equalAsRange = (equalities: readonly Equality[]): string => {
  const conditions = equalities.flatMap(([column, placeholder], index) => [
    ...(index < equalities.length - 1 ? [`${column} = ${placeholder}`] : []),
    `${column} >= ${placeholder}`,
    `${column} <= ${placeholder}`,
  ]);
  return conditions.length === 0 ? 'true' : conditions.join(' and ');
};

/** The columns that lead the order of rows with {@link equalAsRange}: those that are not constant. */
export const leadingColumns = (equalities: readonly Equality[]): readonly string[] =>
  equalities.slice(-1).map(([column]) => column);

/** ORDER BY for rows with equal values in the `leading` columns; `prefix` is put before each column. */
export const newestFirst = (leading: readonly string[], prefix = ''): string =>
  `order by ${keyColumns(leading)
    .map((column) => `${prefix}${column} desc`)
    .join(', ')}`;

/**
 * Finds the keys of a page in an index alone, as `page`, and joins the rows to them, as `item`. The
 * skipped rows are not read. Limit and offset are `$1` and `$2`.
 *
 * @param source the FROM clause, without the keyword, that finds the keys.
 */
export const joinedPage = (table: string, source: string, leading: readonly string[]): string => {
  const keys = keyColumns(leading).map((column) => `${column} as page_${column}`);
  const page = `select ${keys.join(', ')} from ${source} ${newestFirst(leading)} limit $1 offset $2`;
  // `offset 0` keeps the planner from joining by reading the whole table.
  const item = `select * from ${table} where ${equalAsRange([['id', 'page_id']])} order by id offset 0`;
  return `(${page}) page cross join lateral (${item}) item ${newestFirst(leading, 'page_')}`;
};

const keyColumns = (leading: readonly string[]): readonly string[] => [
  ...leading,
  'created_at',
  'id',
];

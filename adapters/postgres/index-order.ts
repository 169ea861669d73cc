/**
 * Parts of statements that only one index fits, so that their plans do not depend on statistics or
 * values. Plans that do become slow, for example when one collection contains most items.
 */

/** A column that must equal the value of a placeholder. */
export type Equality = readonly [column: string, placeholder: string];

/**
 * Equality, written as a range. The planner then does not know that the columns are constant, and only
 * an index that starts with them has the order of {@link newestFirst}. With `=`, the index of all rows
 * has that order, too, and the planner reads all of it if it overestimates how many rows match.
 *
 * @returns the condition; `true` if there are no equalities.
 */
export const equalAsRange = (equalities: readonly Equality[]): string => {
  if (equalities.length === 0) return 'true';
  const columns = `(${equalities.map(([column]) => column).join(', ')})`;
  const values = `(${equalities.map(([, placeholder]) => placeholder).join(', ')})`;
  return `${columns} >= ${values} and ${columns} <= ${values}`;
};

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

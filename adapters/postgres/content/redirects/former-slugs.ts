import { equalitiesByRange } from '../index-order.ts';

/** A row of `content` with its `xmin`, by the column `content_id` of a row. `offset 0` keeps other plans from being chosen. */
const itemOf = (row: string): string =>
  `(select *, xmin from content where ${equalitiesByRange([['id', `${row}.content_id`]])} order by id offset 0)`;

/** A FROM clause, without the keyword, with the columns of the item of which the placeholder is a former slug. */
export const itemOfFormerSlug = (slug: string): string =>
  `(select item.* from (select content_id from former_slugs where slug = ${slug}) former ` +
  `cross join lateral ${itemOf('former')} item) item`;

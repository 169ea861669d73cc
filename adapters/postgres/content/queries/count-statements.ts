import type { QueryCondition, Scan, Shown } from '../../../../core/store.ts';
import { copiesOf, shownItems } from '../states/shown-items.ts';
import { newValues } from './condition-text.ts';
import { timeoutMs, unnamed, type QueryStatement } from './query-statements.ts';
import { scanEntries } from './scan-source.ts';
import { selectMatching } from './select-matching.ts';

/** Selects the ids of those among the items that satisfy the conditions. */
export const meetingStatement = (
  ids: readonly string[],
  conditions: readonly QueryCondition[],
  shown: Shown,
): QueryStatement => {
  const values = newValues();
  const item =
    'select * from content where id >= wanted.id and id <= wanted.id order by id offset 0';
  const items = `unnest(${values.place(ids, 'uuid[]')}) wanted (id) cross join lateral (${item}) item`;
  const source =
    shown === 'unpublished'
      ? shownItems(`(select item.* from ${items}) item`)
      : `select item.* from ${items}`;
  const text = selectMatching(source, conditions, () => ({ select: 'id' }), values);
  const { statement, ...rest } = unnamed(text, values.all, 1);
  return { statement: { ...statement, timeoutMs }, ...rest };
};

/** What {@link candidatesStatement} and {@link copiesStatement} select of the rows that they count. */
const counts = 'count(*), coalesce(sum(data_bytes), 0)';

/** Counts the entries of each scan, up to a maximum, and their bytes: two numbers for each scan, in the order of the scans. */
export const candidatesStatement = (
  collectionId: string,
  scans: readonly Scan[],
  max: number,
  shown: Shown,
): QueryStatement => {
  const values = newValues();
  const counted = scans.map((scan) => {
    const entries = scanEntries({ collectionId, shown }, scan, 'data_bytes', max, values);
    return `(select array[${counts}] from (${entries}) counted)`;
  });
  return unnamed(`select array[${counted.join(', ')}]`, values.all, 1);
};

/** Counts the working copies of a collection and their bytes, up to a maximum. */
export const copiesStatement = (collectionId: string, max: number): QueryStatement =>
  unnamed(`select array[${counts}] from (${copiesOf(collectionId)} limit ${max}) counted`, [], 1);

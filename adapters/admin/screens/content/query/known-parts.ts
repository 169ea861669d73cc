import type { ListState } from '../list-state.ts';
import { conditionsOf } from './conditions.ts';

/** The conditions, the order and the columns of a state, without those of fields that are not known any more. */
export const knownParts = (
  { where, sort, columns }: ListState,
  isKnown: (path: string) => boolean,
): Pick<ListState, 'where' | 'sort' | 'columns'> => ({
  where: Object.fromEntries(
    conditionsOf({ where })
      .filter(({ path }) => isKnown(path))
      .map(({ key, value }) => [key, value]),
  ),
  sort: sort.split(',').every((each) => isKnown(each.replace(/^-/, ''))) ? sort : '',
  columns: columns?.filter(isKnown),
});

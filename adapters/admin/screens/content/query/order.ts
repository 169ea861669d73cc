import { t } from '../../../catalogue/texts.ts';
import { kindOf, type ListState } from '../list-state.ts';
import { isDataField, type ListField } from './list-fields.ts';

/** The order of a list whose user chose none: the latest change first. */
export const usualOrder = '-updated_at';

export const orderOf = ({ sort }: Pick<ListState, 'sort'>): string =>
  sort === '' ? usualOrder : sort;

/** How the list is sorted by a field; undefined if by another one. */
export const directionOf = (
  state: Pick<ListState, 'sort'>,
  { path }: ListField,
): 'ascending' | 'descending' | undefined => {
  const order = orderOf(state);
  if (order === path) return 'ascending';
  return order === `-${path}` ? 'descending' : undefined;
};

/** Times start with the latest, all others with the least. */
const directionsOf = ({ path, kind }: ListField): readonly string[] => {
  const isTime = kind === 'time' || kind === 'moment' || kind === 'date';
  return isTime ? [`-${path}`, path] : [path, `-${path}`];
};

/** The order after a click on the head of a column: one direction, the other one, the usual order. */
export const nextOrder = (state: ListState, field: ListField): string => {
  const orders = directionsOf(field);
  const next = orders[orders.indexOf(orderOf(state)) + 1] ?? '';
  return next === usualOrder ? '' : next;
};

/** Why the list cannot be sorted by a field; undefined if it can. */
export const whyNotSortable = (state: ListState, field: ListField): string | undefined => {
  if (state.collection === '') return t.query.order.needsCollection;
  if (kindOf(state) === 'search') return t.query.order.bestFirst;
  if (field.isList) return t.query.order.severalValues;
  if (field.isIndexed) return undefined;
  return isDataField(field) ? t.query.order.needsIndex(field.label) : t.query.order.impossible;
};

/** The orders to choose from where the columns have no heads. */
export const orderOptions = (
  state: ListState,
  fields: readonly ListField[],
): readonly (readonly [order: string, label: string])[] =>
  fields
    .filter((field) => whyNotSortable(state, field) === undefined)
    .flatMap((field) =>
      directionsOf(field).map(
        (order) =>
          [
            order === usualOrder ? '' : order,
            order.startsWith('-')
              ? t.query.order.descending(field.label)
              : t.query.order.ascending(field.label),
          ] as const,
      ),
    );

import { placementFields, systemFields } from '../collections/indexes/query-fields.ts';
import type { QueryCondition, QueryField, SortField } from '../model/content/item-query.ts';
import { invalid } from '../primitives/errors.ts';
import { operators, operatorsOf, readCondition, type Operator } from './operators.ts';

export const queryLimits = { conditions: 8, sortFields: 3, selectedFields: 50 } as const;

/** A condition as requested. */
export interface RequestedCondition {
  readonly field: string;
  readonly operator: string;
  readonly value: string;
}

/** The fields of a collection, by path. */
export type KnownFields = ReadonlyMap<string, QueryField>;

/** In UTF-16 units, in messages. */
const shownMax = 100;

export const shown = (name: string): string =>
  name.length > shownMax ? `${name.slice(0, shownMax).toWellFormed()}…` : name;

const pathOf = ({ field, operator }: RequestedCondition): string =>
  `where.${shown(field)}.${shown(operator)}`;

/** @throws DomainError `invalid_input` with the first mistake. */
export const parseConditions = (
  requested: readonly RequestedCondition[],
  fields: KnownFields,
): readonly QueryCondition[] => {
  if (requested.length > queryLimits.conditions) {
    const message = `must have at most ${queryLimits.conditions} conditions`;
    throw invalid('invalid_input', [{ path: 'where', message }]);
  }
  return requested.map((condition) => {
    const field = fields.get(condition.field);
    const reject = (message: string) =>
      invalid('invalid_input', [{ path: pathOf(condition), message }]);
    if (field === undefined) throw reject('must name a field that items can be filtered by');
    const operator = operators.find((each) => each === condition.operator);
    if (operator === undefined || !isAllowed(field, operator)) {
      throw reject(`must have one of the operators ${operatorsOf(field).join(', ')}`);
    }
    const test = readCondition(field, operator, condition.value);
    if (typeof test === 'string') throw reject(test);
    return { field, test };
  });
};

const isAllowed = (field: QueryField, operator: Operator): boolean =>
  operatorsOf(field).includes(operator);

export interface ItemOrder {
  readonly sort: readonly SortField[];
  readonly idsDescend: boolean;
}

export const newestFirst: ItemOrder = {
  sort: [{ field: systemFields.created_at, isDescending: true }],
  idsDescend: true,
};

/** That of lists in a locale. */
export const newestGroupFirst: ItemOrder = {
  sort: [placementFields.since, placementFields.group].map((field) => ({
    field,
    isDescending: true,
  })),
  idsDescend: true,
};

/**
 * Parses `-data.price,title`. Items with equal values are ordered by their ids, in the direction of the last field.
 *
 * @param byDefault the order without a text.
 * @throws DomainError `invalid_input`.
 */
export const parseOrder = (
  text: string | undefined,
  fields: KnownFields,
  byDefault: ItemOrder = newestFirst,
): ItemOrder => {
  if (text === undefined) return byDefault;
  const reject = (message: string) => invalid('invalid_input', [{ path: 'sort', message }]);
  const names = text.split(',', queryLimits.sortFields + 1);
  if (names.length > queryLimits.sortFields) {
    throw reject(`must have at most ${queryLimits.sortFields} fields`);
  }
  const parsed = names.map((name) => {
    const isDescending = name.startsWith('-');
    const field = fields.get(isDescending ? name.slice(1) : name);
    if (field === undefined) throw reject(`names an unknown field: ${shown(name)}`);
    if (field.isList) throw reject(`cannot sort by a list: ${shown(name)}`);
    return { field, isDescending };
  });
  if (new Set(parsed.map(({ field }) => field)).size < parsed.length) {
    throw reject('must name each field once');
  }
  // Ids are unique, so fields after the id change nothing.
  const idAt = parsed.findIndex(({ field }) => field === systemFields.id);
  const sort = idAt === -1 ? parsed : parsed.slice(0, idAt);
  const last = idAt === -1 ? parsed.at(-1) : parsed[idAt];
  return { sort, idsDescend: last?.isDescending === true };
};

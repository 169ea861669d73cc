import type { QueryCondition, QueryField } from '../../../../core/store.ts';
import { conditionText, type Values } from './condition-text.ts';
import {
  inMember,
  isColumn,
  keyExpression,
  listExpression,
  textExpression,
  type Expression,
  type FieldValues,
  type KeyOf,
  type Source,
} from './key-expressions.ts';

/** In bytes. Up to here, one parse for each value takes less time than the call that finds all of them. */
const parsedOften = 1_000;

/**
 * The rows that satisfy the conditions. The `data` of an item is parsed once unless it is small, and each value is computed
 * once, however many conditions and orders are about it.
 *
 * @param source selects rows of items with `data_bytes`. @param render renders the select list, and what the rows must
 *   satisfy besides.
 */
export const selectMatching = (
  source: string,
  conditions: readonly QueryCondition[],
  render: (key: KeyOf) => { readonly select: string; readonly where?: string },
  values: Values,
): string => {
  const members = new Map<string, string>();
  const columns = new Map<string, string>();
  const member = inMember((name) => {
    if (!members.has(name)) members.set(name, `members[${members.size + 1}]`);
    return members.get(name) ?? '';
  });
  /** @param render renders the value in `data` or, with an argument, in its members. */
  const columnOf = (field: QueryField, render: (source?: Source) => Expression): Expression => {
    const inData = render();
    if (isColumn(field)) return inData;
    const text = `case when members is null then ${inData.text} else ${render(member).text} end`;
    if (!columns.has(text)) columns.set(text, `value_${columns.size}`);
    return { ...inData, text: columns.get(text) ?? '' };
  };
  const fields: FieldValues = {
    key: (field) => columnOf(field, (source) => keyExpression(field, source)),
    text: (field) => columnOf(field, (source) => textExpression(field, source)),
    list: (field) => columnOf(field, (source) => listExpression(field, source)),
  };
  const textOf = (tested: readonly QueryCondition[]): string =>
    tested.map((condition) => conditionText(condition, fields, values)).join(' and ') || 'true';
  const ofColumns = textOf(conditions.filter(({ field }) => isColumn(field)));
  const ofData = textOf(conditions.filter(({ field }) => !isColumn(field)));
  const { select, where = 'true' } = render(fields.key);
  if (columns.size === 0) {
    return `select ${select} from (${source}) found where ${ofColumns} and ${where}`;
  }
  // `offset 0` keeps the planner from computing the expressions anew wherever they are used.
  const parsed =
    `select *, case when data_bytes > ${parsedOften} then ` +
    `content_members(data, ${values.place([...members.keys()], 'text[]')}) end as members ` +
    `from (${source}) found where ${ofColumns} offset 0`;
  const computed = [...columns].map(([expression, name]) => `${expression} as ${name}`).join(', ');
  return (
    `select ${select} from (select *, ${computed} from (${parsed}) found offset 0) found ` +
    `where ${ofData} and ${where}`
  );
};

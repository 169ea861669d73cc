import type { Bound, QueryCondition } from '../../../../core/store.ts';
import type { Value } from '../../connection/statement.ts';
import type { Expression, FieldValues } from './key-expressions.ts';

/** Collects the values of a statement. */
export interface Values {
  readonly all: readonly Value[];
  /** @returns the placeholder of the value. */
  readonly place: (value: Value, type: string) => string;
}

export const newValues = (): Values => {
  const all: Value[] = [];
  return { all, place: (value, type) => `$${all.push(value)}::${type}` };
};

/** Whether an item satisfies a condition. */
export const conditionText = (
  { field, test }: QueryCondition,
  fields: FieldValues,
  values: Values,
): string => {
  if (field.isList) return listCondition(fields.list(field), test, values);
  return test.kind === 'contains'
    ? `strpos(${fields.text(field).text}, ${values.place(test.text, 'text')}) > 0`
    : testText(fields.key(field), test, values);
};

const testText = (expression: Expression, test: QueryCondition['test'], values: Values): string => {
  const { text, type } = expression;
  switch (test.kind) {
    case 'among':
      return `${text} = any (${values.place(test.keys, `${type}[]`)})`;
    case 'range':
      return boundConditions(expression, test, values).join(' and ') || 'true';
    case 'not':
      return `${text} <> ${values.place(test.key, type)}`;
    case 'contains':
      return `strpos(${text}, ${values.place(test.text, 'text')}) > 0`;
    case 'exists':
      return String(test.exists);
  }
};

/** A list satisfies a test when one of its values does; but `not` when all do. */
const listCondition = (
  { text, type }: Expression,
  test: QueryCondition['test'],
  values: Values,
): string => {
  if (test.kind === 'exists') return `cardinality(${text}) ${test.exists ? '>' : '='} 0`;
  const value = { text: type === 'text' ? 'value collate "C"' : 'value', type };
  const tested = test.kind === 'not' ? ({ kind: 'among', keys: [test.key] } as const) : test;
  const found = `exists (select from unnest(${text}) value where ${testText(value, tested, values)})`;
  return test.kind === 'not' ? `not ${found}` : found;
};

/** `expression >= $1`, and so on. */
export const boundConditions = (
  { text, type }: Expression,
  { from, to }: { readonly from?: Bound | undefined; readonly to?: Bound | undefined },
  { place }: Values,
): readonly string[] => [
  ...(from ? [`${text} >${from.isInclusive ? '=' : ''} ${place(from.key, type)}`] : []),
  ...(to ? [`${text} <${to.isInclusive ? '=' : ''} ${place(to.key, type)}`] : []),
];

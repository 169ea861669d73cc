import type { Operation } from '../../contracts/index.ts';
import { assertStorable, invalid } from '../../core/index.ts';

/** The schema of parameters by name. */
export type ParametersSchema = NonNullable<Operation['query']>;

/**
 * Reads the parameters that the schema names from the text of a query or a form, as the types that
 * it gives them; others are passed over. Text that is no such value stays text, for the validator
 * to refuse.
 *
 * @throws DomainError `invalid_input` for one that is given twice, `invalid_text`.
 */
export const readParameters = (
  { properties }: ParametersSchema,
  text: string,
): Readonly<Record<string, unknown>> => {
  const given = new URLSearchParams(text);
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const [value, ...repeated] = given.getAll(name);
    if (value === undefined) continue;
    if (repeated.length > 0) {
      throw invalid('invalid_input', [{ path: name, message: 'must be given only once' }]);
    }
    assertStorable(value, name);
    values[name] = 'type' in schema ? readAs(schema.type, value) : value;
  }
  return values;
};

const readAs = (type: unknown, text: string): unknown => {
  switch (type) {
    case 'integer':
      // Digits beyond what a number can tell apart are still only a very large number.
      return /^-?\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : text;
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : text;
    default:
      return text;
  }
};

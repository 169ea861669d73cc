import type { Operation } from '../../../contracts/index.ts';
import { assertStorable, invalid } from '../../../core/index.ts';

/** The schema of parameters by name. */
export type ParametersSchema = NonNullable<Operation['query']>;

/**
 * Reads the parameters of the schema from a query or an urlencoded form and converts them to their
 * types. Ignores other parameters. Text that cannot be converted stays text; the validator rejects it.
 *
 * @throws DomainError `invalid_input` for a repeated parameter, `invalid_text`.
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
      // Larger integers lose precision, so they count as the largest safe one.
      return /^-?\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : text;
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : text;
    default:
      return text;
  }
};

import type { Operation } from '../../../contracts/index.ts';
import { assertStorable, invalid, type Issue } from '../../../core/index.ts';
import { maxLimit } from '../../../core/vocabulary.ts';
import { unknownIssue } from './strict-handling.ts';

/** The schema of parameters by name. */
export type ParametersSchema = NonNullable<Operation['query']>;

/**
 * Reads the parameters of the schema from a query or an urlencoded form and converts them to their
 * types. Ignores other parameters. Text that cannot be converted stays text; the validator rejects it.
 *
 * @param isStrict rejects other parameters, and a `limit` that would be reduced.
 * @throws DomainError `invalid_input` for a repeated parameter, `invalid_text`.
 */
export const readParameters = (
  { properties }: Pick<ParametersSchema, 'properties'>,
  text: string,
  isStrict: boolean,
): Readonly<Record<string, unknown>> => {
  if (text === '') return {};
  const given = new URLSearchParams(text);
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    if (isGroup(schema)) {
      const members = readMembers(given, name);
      if (members !== undefined) values[name] = members;
      continue;
    }
    const [value, ...repeated] = given.getAll(name);
    if (value === undefined) continue;
    if (repeated.length > 0) {
      throw invalid('invalid_input', [{ path: name, message: 'must be given only once' }]);
    }
    assertStorable(value, name);
    values[name] = 'type' in schema ? readAs(schema.type, value) : value;
  }
  if (isStrict) assertStrict(properties, given, values);
  return values;
};

/** Whether the parameter is an object, with one parameter of the request for each member: `where[field][operator]`. */
const isGroup = (schema: ParametersSchema['properties'][string] | undefined): boolean =>
  schema !== undefined && 'type' in schema && schema.type === 'object';

/** More than any operation allows; an operation rejects what exceeds its own maximum. */
const maxMembers = 100;

/**
 * The parameters whose names begin with `name[`: by the rest of the name, with the bracket. A parameter `name` itself
 * has an empty rest.
 *
 * @returns undefined if there is none.
 */
const readMembers = (
  given: URLSearchParams,
  name: string,
): Readonly<Record<string, string>> | undefined => {
  const members = new Map<string, string>();
  for (const [key, value] of given) {
    if (!isMember(key, name)) continue;
    const rest = key.slice(name.length);
    if (members.has(rest)) {
      throw invalid('invalid_input', [{ path: name, message: 'must have each member only once' }]);
    }
    assertStorable(rest, name);
    assertStorable(value, name);
    members.set(rest, value);
    if (members.size === maxMembers) break;
  }
  // Unlike assignments, this also defines a member named `__proto__`.
  return members.size === 0 ? undefined : Object.fromEntries(members);
};

const isMember = (key: string, name: string): boolean => key === name || key.startsWith(`${name}[`);

const assertStrict = (
  properties: ParametersSchema['properties'],
  given: URLSearchParams,
  values: Readonly<Record<string, unknown>>,
): void => {
  const names = Object.keys(properties);
  const groups = names.filter((name) => isGroup(properties[name]));
  const issues: Issue[] = [...new Set(given.keys())]
    .filter((name) => !names.includes(name) && !groups.some((group) => isMember(name, group)))
    .map((name) => unknownIssue({ path: [name], known: names }));
  if (typeof values['limit'] === 'number' && values['limit'] > maxLimit) {
    issues.push({ path: 'limit', message: `must be at most ${maxLimit}` });
  }
  if (issues.length > 0) throw invalid('invalid_input', issues);
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

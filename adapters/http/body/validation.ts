import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { operations, type unknownMembers } from '../../../contracts/index.ts';
import { invalid, readUuid, type Issue } from '../../../core/vocabulary.ts';
import { assertNoUnknownMembers } from './strict-handling.ts';

/**
 * Removes members that the schema does not have and validates the others.
 *
 * @param isStrict rejects members that the schema does not have.
 * @throws DomainError `invalid_input` with the path and the rule of the first error, or of all unknown members.
 */
export type Check = (value: unknown, isStrict: boolean) => void;

type Schema = Parameters<typeof unknownMembers>[0];

const ajv = new Ajv({
  removeAdditional: true,
  strict: true,
  strictTypes: false,
  // Tests check the schemas of the contract. Checking them here too would add 0.04 s to the first request.
  meta: false,
  validateSchema: false,
});
ajv.addFormat('uuid', (text) => readUuid(text) !== undefined);
ajv.addFormat('int64', true);
ajv.addKeyword('example');

const validators = new WeakMap<object, ValidateFunction>();

/**
 * Returns the check for a schema. It does not convert values, and stops at the first error, so that a
 * body with a million errors costs no more than one.
 */
export const checkOf =
  (schema: Schema): Check =>
  (value, isStrict) => {
    if (isStrict) assertNoUnknownMembers(schema, value);
    const validate = validatorOf(schema);
    if (!validate(value)) throw invalid('invalid_input', (validate.errors ?? []).map(issueOf));
  };

/** Compiled at its first use: compiling all schemas would add 0.1 s to the start. */
const validatorOf = (schema: Schema): ValidateFunction => {
  const validate = validators.get(schema) ?? ajv.compile(closeObjects(schema));
  validators.set(schema, validate);
  return validate;
};

/** Compiles the schemas of all operations: for platforms where only the start may generate code. */
export const compileChecks = (): void => {
  for (const [, { query, body }] of operations) {
    if (query !== undefined) validatorOf(query);
    if (body !== undefined) validatorOf(body.schema);
  }
};

/**
 * A copy in which objects have no additional properties by default, and integers are limited to
 * those that a `number` represents exactly.
 */
const closeObjects = (schema: object): object => {
  const copy: unknown = JSON.parse(JSON.stringify(schema), (_key, each: unknown) => {
    if (typeof each !== 'object' || each === null) return each;
    const type = 'type' in each ? each.type : undefined;
    if (type === 'integer') return { ...wholeNumbers, ...each };
    const isClosed = type === 'object' && 'properties' in each;
    return isClosed ? { additionalProperties: false, ...each } : each;
  });
  return typeof copy === 'object' && copy !== null ? copy : {};
};

const wholeNumbers = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

interface Params {
  readonly missingProperty?: string;
  readonly type?: string;
  readonly allowedValues?: readonly unknown[];
  readonly limit?: number;
  readonly format?: string;
}

const issueOf = ({
  keyword,
  instancePath,
  message = 'is not valid',
  params,
}: ErrorObject): Issue => {
  const { missingProperty }: Params = params;
  const path = instancePath.split('/').slice(1).map(unescapePointer);
  if (missingProperty !== undefined) path.push(missingProperty);
  return {
    path: path.length === 0 ? 'body' : path.join('.'),
    message: sentenceFor(keyword, params) ?? message,
  };
};

/** RFC 6901, section 3. */
const unescapePointer = (segment: string): string =>
  segment.replaceAll('~1', '/').replaceAll('~0', '~');

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'text',
};

const sentenceFor = (keyword: string, params: Params): string | undefined => {
  const { type = '', allowedValues = [], limit = 0, format } = params;
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'type':
      return `must be ${typeNames[type] ?? type}`;
    case 'enum':
      return `must be one of ${allowedValues.map(String).join(', ')}`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'minItems':
      return `must have at least ${limit} entries`;
    case 'maxItems':
      return `must have at most ${limit} entries`;
    default:
      return format === 'uuid' ? 'must be a UUID' : undefined;
  }
};

import type { ReferenceObject, SchemaObject } from 'openapi3-ts/oas30';
import type { BlockTypeDto, FieldDto } from '../schemas/field-schemas.ts';

export type DataSchema = SchemaObject | ReferenceObject;

/** What a schema says about values, besides the types of the fields. */
export interface DataRules {
  /** Whether required fields are filled in, as in published items. */
  readonly isComplete: boolean;
  /** Whether every block has its id. In a request, the service adds missing ids. */
  readonly hasBlockIds: boolean;
  /** The schema of a field that need not be filled in. @param schema that of its values. */
  readonly optional: (schema: SchemaObject) => DataSchema;
  /** The schema of an entry of an `array`. @param schema that of its values. */
  readonly entry: (schema: SchemaObject) => DataSchema;
  /** The schema of the id of an item of a collection. Default: that of text. */
  readonly reference?: (collection: string) => SchemaObject;
}

type Fields = Pick<BlockTypeDto, 'properties' | 'required'>;

/** The only mapping from fields to schemas. Objects may have members that no field names. */
export const dataSchema = (
  { properties, required = [] }: Fields,
  rules: DataRules,
): SchemaObject => {
  const needed = rules.isComplete ? required : [];
  const members = Object.entries(properties).map(([name, field]) => {
    const schema = { ...describe(field), ...valueSchema(field, rules) };
    return [name, needed.includes(name) ? schema : rules.optional(schema)] as const;
  });
  return {
    type: 'object',
    ...(needed.length > 0 && { required: [...needed] }),
    properties: Object.fromEntries(members),
  };
};

const describe = ({ title, description }: FieldDto): Pick<SchemaObject, 'description'> => {
  const lines = [title, description].filter(Boolean);
  return lines.length === 0 ? {} : { description: lines.join('\n') };
};

/** The values of a field that is filled in. */
const valueSchema = (field: FieldDto, rules: DataRules): SchemaObject => {
  const { enum: choices, items, properties = {}, required = [], blocks = {} } = field;
  switch (field.type) {
    case 'number':
      return choices === undefined ? { type: 'number' } : choiceSchema(choices);
    case 'boolean':
      return { type: 'boolean' };
    case 'json':
      return {};
    case 'select':
    case 'radio':
      return choiceSchema(choices);
    case 'multiselect':
      return { type: 'array', items: choiceSchema(choices) };
    case 'array': {
      const entry = items === undefined ? {} : rules.entry(valueSchema(items, rules));
      return { type: 'array', items: entry };
    }
    case 'object':
      return dataSchema({ properties, required }, rules);
    case 'blocks':
      return blocksSchema(blocks, rules);
    case 'string':
    case 'textarea':
    case 'richtext':
    case 'markdown':
    case 'slug':
    case 'email':
    case 'url':
    case 'date':
    case 'datetime':
    case 'color':
    case 'media':
    case 'file':
      return textSchema(choices);
    case 'reference':
      return rules.reference?.(field.collection ?? '') ?? textSchema(choices);
  }
};

const textSchema = (choices: FieldDto['enum']): SchemaObject =>
  choices === undefined ? { type: 'string' } : choiceSchema(choices);

const choiceSchema = (choices: FieldDto['enum'] = []): SchemaObject => {
  const texts = choices.filter((choice) => typeof choice === 'string');
  const numbers = choices.filter((choice) => typeof choice === 'number');
  const ofTexts: SchemaObject = { type: 'string', enum: texts };
  const ofNumbers: SchemaObject = { type: 'number', enum: numbers };
  if (numbers.length === 0) return texts.length === 0 ? { type: 'string' } : ofTexts;
  return texts.length === 0 ? ofNumbers : { anyOf: [ofTexts, ofNumbers] };
};

/** A union by `type`. */
const blocksSchema = (
  blocks: Readonly<Record<string, BlockTypeDto>>,
  rules: DataRules,
): SchemaObject => {
  const types = Object.entries(blocks).map(([type, block]): SchemaObject => {
    const { properties, required = [] } = dataSchema(block, rules);
    return {
      type: 'object',
      required: ['type', ...(rules.hasBlockIds ? ['id'] : []), ...required],
      properties: { type: { type: 'string', enum: [type] }, id: { type: 'string' }, ...properties },
    };
  });
  return types.length === 0
    ? { type: 'array', maxItems: 0, items: {} }
    : { type: 'array', items: { oneOf: types } };
};

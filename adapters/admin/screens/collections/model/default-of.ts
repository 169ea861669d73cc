import { shapeOf, type FieldType } from '../../../../../contracts/client/vocabulary.ts';
import type { Json } from '../../../../../contracts/schemas/schema.ts';

/** Whether a value can be the default of a field: one of another type stays out. */
const fits = (value: Json, type: FieldType): boolean => {
  const kind = Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
  switch (shapeOf[type]) {
    case 'text':
      return kind === 'string';
    case 'number':
      return kind === 'number';
    case 'boolean':
      return kind === 'boolean';
    case 'choice':
      return kind === 'string' || kind === 'number';
    case 'choices':
    case 'list':
    case 'blocks':
      return kind === 'list';
    case 'object':
      return kind === 'object';
    case 'any':
      return true;
  }
};

/** The default of a field, if its type accepts it. */
export const defaultOf = (field: {
  readonly type: FieldType;
  readonly default: Json | undefined;
}): Json | undefined =>
  field.default !== undefined && fits(field.default, field.type) ? field.default : undefined;

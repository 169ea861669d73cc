/** Which constraints each type of field has, for clients that show or build forms. */
export {
  constraintsOf,
  fieldTypes,
  shapeOf,
  type FieldShape,
  type FieldType,
} from '../core/index.ts';

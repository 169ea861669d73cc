import type {
  CollectionSchemaDto,
  FieldDto,
} from '../../../../../contracts/schemas/collection-schema.ts';

/** Types of fields that people write long texts in. */
const longTexts: ReadonlySet<FieldDto['type']> = new Set(['markdown', 'richtext']);

/** Types whose controls are low and fit a narrow column. */
const short: ReadonlySet<FieldDto['type']> = new Set([
  'boolean',
  'date',
  'datetime',
  'select',
  'number',
  'reference',
  'media',
]);

interface SplitSchema {
  readonly main: CollectionSchemaDto;
  /** Undefined if all fields stand in one column. */
  readonly side: CollectionSchemaDto | undefined;
}

/**
 * Puts the short fields beside the others if the collection has a long text, so that the text begins high. Fields of a group stay
 * in it.
 *
 * @param isOneColumn whether there is no place beside the text.
 */
export const splitFields = (schema: CollectionSchemaDto, isOneColumn: boolean): SplitSchema => {
  const fields = Object.entries(schema.properties);
  const isBeside = ({ type, group = '' }: FieldDto): boolean => short.has(type) && group === '';
  const hasText = fields.some(([, { type }]) => longTexts.has(type));
  if (isOneColumn || !hasText || !fields.some(([, field]) => isBeside(field))) {
    return { main: schema, side: undefined };
  }
  const only = (isIn: (field: FieldDto) => boolean): CollectionSchemaDto => ({
    ...schema,
    properties: Object.fromEntries(fields.filter(([, field]) => isIn(field))),
  });
  return { main: only((field) => !isBeside(field)), side: only(isBeside) };
};

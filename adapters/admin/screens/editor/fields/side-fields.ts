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

type Fields = readonly (readonly [name: string, field: FieldDto])[];

/** The fields that stand beside the others. */
const besideIn = (fields: Fields): Fields => {
  // A schema with widths or places arranges all fields.
  const isArranged = fields.some(([, { place, width }]) => (place ?? width) !== undefined);
  if (isArranged) return fields.filter(([, { place }]) => place === 'side');
  return fields.some(([, { type }]) => longTexts.has(type))
    ? fields.filter(([, { type, group = '' }]) => short.has(type) && group === '')
    : [];
};

/**
 * Puts the fields beside the others that the schema wants at the side. If the schema arranges no field, these are the short fields
 * of a collection with a long text, so that the text begins high; fields of a group stay in it.
 *
 * @param isOneColumn whether there is no place beside the text. Then the fields of the side follow the others.
 */
export const splitFields = (schema: CollectionSchemaDto, isOneColumn: boolean): SplitSchema => {
  const fields: Fields = Object.entries(schema.properties);
  const only = (shown: Fields): CollectionSchemaDto => ({
    ...schema,
    properties: Object.fromEntries(shown),
  });
  if (isOneColumn) {
    const isAtSide = ([, { place }]: Fields[number]): boolean => place === 'side';
    return {
      main: only(
        fields.toSorted((left, right) => Number(isAtSide(left)) - Number(isAtSide(right))),
      ),
      side: undefined,
    };
  }
  const beside = besideIn(fields);
  return beside.length === 0
    ? { main: schema, side: undefined }
    : { main: only(fields.filter((each) => !beside.includes(each))), side: only(beside) };
};

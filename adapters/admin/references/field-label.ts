import type { FieldDto } from '../../../contracts/schemas/collection-schema.ts';

type Fields = FieldDto['properties'];

/** The fields inside of a field: of its objects, its entries and its types of block. */
const inside = (field: FieldDto | undefined): Fields => {
  if (field === undefined) return {};
  const { properties, items, blocks = {} } = field;
  const ofBlocks = Object.values(blocks).map((type) => type.properties);
  return Object.assign({}, ...ofBlocks, properties ?? (items && inside(items))) as Fields;
};

/** What people call each field on a path without indexes, such as `sections.photo`: “Sections”, “Photo”. */
export const labelsAt = (path: string, properties: Fields): readonly string[] => {
  let fields = properties;
  return path.split('.').map((name) => {
    const field = fields?.[name];
    fields = inside(field);
    return field?.title || name;
  });
};

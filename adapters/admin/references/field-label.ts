import type { FieldDto } from '../../../contracts/schemas/collection-schema.ts';

type Fields = FieldDto['properties'];

/** The fields inside of a field: of its objects, its entries and its types of block. */
const inside = (field: FieldDto | undefined): Fields => {
  if (field === undefined) return {};
  const { properties, items, blocks = {} } = field;
  const ofBlocks = Object.values(blocks).map((type) => type.properties);
  return Object.assign({}, ...ofBlocks, properties ?? (items && inside(items))) as Fields;
};

/** The field at a path without indexes, such as `sections.photo`, and what people call it: “Sections Photo”. */
export const fieldAt = (
  path: string,
  properties: Fields,
): { readonly label: string; readonly field: FieldDto | undefined } => {
  let fields = properties;
  let field: FieldDto | undefined;
  const labels = path.split('.').map((name) => {
    field = fields?.[name];
    fields = inside(field);
    return field?.title || name;
  });
  return { label: labels.join(' '), field };
};

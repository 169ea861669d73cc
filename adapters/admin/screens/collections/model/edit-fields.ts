import { newField, type DraftField } from './draft.ts';

type Fields = readonly DraftField[];

/** The fields of a group, the entries of a list, and the types of blocks. */
export const partsOf = ({ fields, items, blocks }: DraftField): Fields => [
  ...fields,
  ...(items === undefined ? [] : [items]),
  ...blocks,
];

/** A copy of a field in which each list of {@link partsOf} is changed. */
const changeParts = (field: DraftField, change: (parts: Fields) => Fields): DraftField => ({
  ...field,
  fields: change(field.fields),
  items: field.items && change([field.items])[0],
  blocks: change(field.blocks),
});

/** All fields with those inside them, in the order of the screen. */
export const allFields = (fields: Fields): Fields =>
  fields.flatMap((field) => [field, ...allFields(partsOf(field))]);

/** How the form names the field at a path such as `data.place.name`: “Place › Name”. */
export const labelOf = (fields: Fields, path: string): string => {
  const names: string[] = [];
  let inside = fields;
  for (const key of path.split('.').slice(1)) {
    const field = inside.find((each) => each.key === key);
    names.push(field?.title || key);
    inside = field === undefined ? [] : fieldsInside(field);
  }
  return names.join(' › ');
};

/** The fields of a group or, for a list, of its entries; of blocks, those of all types. */
const fieldsInside = ({ type, fields, items, blocks }: DraftField): Fields => {
  if (type === 'blocks') return blocks.flatMap(fieldsInside);
  return items === undefined ? fields : fieldsInside(items);
};

/** A copy in which every field, at any depth, is replaced. */
export const mapFields = (fields: Fields, replace: (field: DraftField) => DraftField): Fields =>
  fields.map((field) => replace(changeParts(field, (parts) => mapFields(parts, replace))));

/** A copy in which one field, at any depth, is changed. */
export const changeField = (
  fields: Fields,
  id: string,
  change: (field: DraftField) => DraftField,
): Fields =>
  fields.map((field) => {
    if (field.id === id) return change(field);
    const isInside = allFields(partsOf(field)).some((each) => each.id === id);
    return isInside ? changeParts(field, (parts) => changeField(parts, id, change)) : field;
  });

/** A copy in which one list is changed: that of a group, the types of blocks or, without a group, the outermost. */
export const changeList = (
  fields: Fields,
  group: string | undefined,
  change: (list: Fields) => Fields,
): Fields =>
  group === undefined
    ? change(fields)
    : changeField(fields, group, (field) =>
        field.type === 'blocks'
          ? { ...field, blocks: change(field.blocks) }
          : { ...field, fields: change(field.fields) },
      );

/** A field as an earlier release may have stored it: without some members, or with some of them in a group. */
type StoredField = DraftField & { readonly others?: Partial<DraftField> };

/**
 * Fields of unsaved work. An earlier page may have stored them: they get new ids, because this page may have given
 * theirs to others, and the members that an earlier release did not have.
 */
export const restoreFields = (fields: Fields): Fields =>
  fields.map((stored: StoredField) => {
    const { others, ...field } = stored;
    const { id, limits, ...empty } = newField(field.type);
    const { items } = field;
    const known = { ...empty, ...others, ...field, id, items };
    return changeParts({ ...known, limits: { ...limits, ...field.limits } }, restoreFields);
  });

import type {
  CollectionSchemaDto,
  FieldDto,
} from '../../../../../contracts/schemas/collection-schema.ts';
import type { ComparedField } from '../../../components/texts/compared-fields.tsx';
import { placeLabel } from '../error-links.ts';
import { labelOf } from '../fields/field-form.ts';
import { isObject, isSameShown, printBoth, type Json } from '../model/json-path.ts';
import { differencesOf, type ItemText } from '../model/item-text.ts';
import { compareBlocks } from './compare-blocks.ts';

/** The fields in which two versions of an item differ, by their labels. */
export const compareVersions = (
  before: ItemText,
  after: ItemText,
  schema: CollectionSchemaDto,
): readonly ComparedField[] =>
  differencesOf(before, after).flatMap(({ path, mine, theirs }) =>
    compareValues(
      placeLabel(path, schema),
      path.startsWith('data.') ? schema.properties[path.slice('data.'.length)] : undefined,
      mine,
      theirs,
    ),
  );

const containsBlocks = ({ type, properties = {} }: FieldDto): boolean =>
  type === 'blocks' || Object.values(properties).some(containsBlocks);

const compareValues = (
  label: string,
  field: FieldDto | undefined,
  before: Json | undefined,
  after: Json | undefined,
): readonly ComparedField[] => {
  if (isSameShown(before, after)) return [];
  const whole = { label, ...printBoth(before, after) };
  if (field === undefined || !containsBlocks(field)) return [whole];
  if (field.type === 'blocks') return compareBlocks(label, field, before, after) ?? [whole];
  // A group with blocks is compared field by field.
  const [former, latter] = [before ?? {}, after ?? {}];
  if (!isObject(former) || !isObject(latter)) return [whole];
  return [...new Set([...Object.keys(former), ...Object.keys(latter)])].flatMap((name) => {
    const inner = field.properties?.[name];
    return compareValues(`${label}, ${labelOf(name, inner)}`, inner, former[name], latter[name]);
  });
};

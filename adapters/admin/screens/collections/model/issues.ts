import type { FieldIssues } from '../../../api/issues.ts';
import { t } from '../../../catalogue/texts.ts';
import { readDecimal } from '../../../components/inputs/decimals.ts';
import { readJson } from '../../editor/model/read-json.ts';
import { typedLimits, type DraftField } from './draft.ts';

/** A mistake in one member of a field. */
export interface PlacedIssue {
  readonly fieldId: string;
  /** The member, such as `pattern`; `key` for the field itself. */
  readonly member: string;
  readonly message: string;
}

interface Place {
  readonly path: string;
  readonly field: DraftField;
}

const placesOf = (fields: readonly DraftField[], parent: string): readonly Place[] =>
  fields.flatMap((field) => placesIn(field, `${parent}.properties.${field.key}`));

const placesIn = (field: DraftField, path: string): readonly Place[] => [
  { path, field },
  ...placesOf(field.fields, path),
  ...(field.items === undefined ? [] : placesIn(field.items, `${path}.items`)),
  ...field.blocks.flatMap((block) => placesIn(block, `${path}.blocks.${block.key}`)),
];

/**
 * Finds the field of each issue by its path. The longest path that fits wins: an invalid key can contain
 * dots. Issues of no field are left out.
 */
export const placeIssues = (
  fields: readonly DraftField[],
  issues: FieldIssues,
): readonly PlacedIssue[] => {
  const places = placesOf(fields, 'schema').toSorted(
    (left, right) => right.path.length - left.path.length,
  );
  return Object.entries(issues).flatMap(([path, message]) => {
    const place = places.find((each) => path === each.path || path.startsWith(`${each.path}.`));
    if (place === undefined) return [];
    const member = path.slice(place.path.length + 1);
    return [{ fieldId: place.field.id, member: member === '' ? 'key' : member, message }];
  });
};

const listIssues = (fields: readonly DraftField[], isOfBlocks = false): readonly PlacedIssue[] => {
  const keys = new Set<string>();
  const { keyNeeded, blockKeyNeeded, keyTaken, blockKeyTaken } = t.fieldOptions;
  return fields.flatMap((field) => {
    const { id: fieldId, key } = field;
    const isTaken = keys.has(key);
    keys.add(key);
    const issue = (member: string, message: string): PlacedIssue => ({ fieldId, member, message });
    return [
      ...(key === '' ? [issue('key', isOfBlocks ? blockKeyNeeded : keyNeeded)] : []),
      ...(isTaken && key !== '' ? [issue('key', isOfBlocks ? blockKeyTaken : keyTaken)] : []),
      ...insideIssues(field),
    ];
  });
};

const insideIssues = (field: DraftField): readonly PlacedIssue[] => [
  ...typedLimits(field).flatMap(([member, typed]) => {
    const { mistake } = readDecimal(typed);
    return mistake === undefined ? [] : [{ fieldId: field.id, member, message: mistake }];
  }),
  ...(field.defaultText === undefined || field.default !== undefined
    ? []
    : [{ fieldId: field.id, member: 'default', message: mistakeOfDefault(field) }]),
  ...(field.type === 'object' ? listIssues(field.fields) : []),
  ...(field.type === 'blocks' ? listIssues(field.blocks, true) : []),
  ...(field.type === 'array' && field.items !== undefined ? insideIssues(field.items) : []),
];

const mistakeOfDefault = ({ type, defaultText = '' }: DraftField): string =>
  (type === 'number' ? readDecimal : readJson)(defaultText).mistake ?? '';

/** What cannot be sent: keys that are missing or used twice, and defaults that are not values. */
export const findIssues = (fields: readonly DraftField[]): readonly PlacedIssue[] =>
  listIssues(fields);

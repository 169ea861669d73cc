import { fieldPlaces, fieldWidths, type Field } from '../../model/field.ts';
import type { JsonObject } from '../../primitives/json.ts';
import type { SchemaReader } from './parse-constraints.ts';

/** Whether a field is one of the item itself, one of an object or a block, or describes the entries of a list. */
export type FieldPosition = 'item' | 'member' | 'entry';

/** Reads how a form shows a field. No value depends on it. */
export const readLayout = (
  raw: JsonObject,
  path: string,
  { report, position }: Pick<SchemaReader, 'report'> & { readonly position: FieldPosition },
): Pick<Field, 'width' | 'place'> => {
  const width = fieldWidths.find((each) => each === raw['width']);
  const place = fieldPlaces.find((each) => each === raw['place']);
  if (raw['width'] !== undefined) {
    if (position === 'entry')
      report(`${path}.width`, 'must be absent: entries of a list have none');
    else if (width === undefined) {
      report(`${path}.width`, `must be one of ${fieldWidths.join(', ')}`);
    }
  }
  if (raw['place'] !== undefined) {
    if (position !== 'item') {
      report(`${path}.place`, 'must be absent: only a field of the item itself has one');
    } else if (place === undefined) {
      report(`${path}.place`, `must be ${fieldPlaces.join(' or ')}`);
    }
  }
  return { ...(width && { width }), ...(place && { place }) };
};

import type { CollectionSchemaDto } from '../../../../../contracts/schemas/collection-schema.ts';
import type { ComparedField } from '../../../components/compared-fields.tsx';
import { placeLabel } from '../error-links.ts';
import { printValue } from '../model/json-path.ts';
import { differencesOf, type ItemText } from '../model/merge.ts';

/** The fields in which two versions of an item differ, by their labels. */
export const compareVersions = (
  before: ItemText,
  after: ItemText,
  schema: CollectionSchemaDto,
): readonly ComparedField[] =>
  differencesOf(before, after).map(({ name, mine, theirs }) => ({
    label: placeLabel(name, schema),
    before: printValue(mine),
    after: printValue(theirs),
  }));

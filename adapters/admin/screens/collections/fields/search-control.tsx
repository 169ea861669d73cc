import { isSearched, shapeOf } from '../../../../../contracts/client/vocabulary.ts';
import { t } from '../../../catalogue/texts.ts';
import { Checkbox } from '../../../components/inputs/field.tsx';
import { useBuilder } from '../builder-state.ts';
import type { DraftField } from '../model/draft.ts';
import { typeName } from '../model/field-types.ts';

const hintOf = ({ type }: DraftField): string => {
  if (type === 'array') return t.fieldOptions.searchedEntries;
  if (type === 'object' || type === 'blocks') {
    return t.fieldOptions.searchedInside;
  }
  const { searchedUsually, searchedRarely } = t.fieldOptions;
  return (isSearched({ type }) ? searchedUsually : searchedRarely)(typeName(type));
};

/** Whether a field has the control: it has text, and does not leave it to its entries. */
export const hasSearch = ({ type, items, searchable }: DraftField): boolean =>
  !['number', 'boolean'].includes(shapeOf[type]) &&
  (type !== 'array' || items === undefined || searchable !== undefined);

/** Whether the search reads a field. Nothing for types without text; of a list, its entries have the control. */
export const SearchControl = ({ field }: { readonly field: DraftField }) => {
  const { change } = useBuilder();
  const { id, type } = field;
  if (!hasSearch(field)) return null;
  return (
    <Checkbox
      label={t.fieldOptions.searched}
      hint={hintOf(field)}
      checked={isSearched(field)}
      onChange={(checked) =>
        change(id, { searchable: checked === isSearched({ type }) ? undefined : checked })
      }
    />
  );
};

import { isSearched, shapeOf } from '../../../../../contracts/client/vocabulary.ts';
import { Checkbox } from '../../../components/inputs/field.tsx';
import { useBuilder } from '../builder-state.ts';
import type { DraftField } from '../model/draft.ts';
import { typeName } from '../model/field-types.ts';

const hintOf = ({ type }: DraftField): string => {
  if (type === 'array') return 'If not, the search finds no item by the entries.';
  if (type === 'object' || type === 'blocks') {
    return 'If not, the search finds no item by the fields inside.';
  }
  const usual = isSearched({ type }) ? 'on' : 'off';
  return `The search finds items by the text. Usually ${usual} for “${typeName(type)}”.`;
};

/** Whether the search reads a field. Nothing for types without text; of a list, its entries have the control. */
export const SearchControl = ({ field }: { readonly field: DraftField }) => {
  const { change } = useBuilder();
  const { id, type, items, searchable } = field;
  const hasText = !['number', 'boolean'].includes(shapeOf[type]);
  const isLeftToEntries = type === 'array' && items !== undefined && searchable === undefined;
  if (!hasText || isLeftToEntries) return null;
  return (
    <Checkbox
      label="Searched"
      hint={hintOf(field)}
      checked={isSearched(field)}
      onChange={(checked) =>
        change(id, { searchable: checked === isSearched({ type }) ? undefined : checked })
      }
    />
  );
};

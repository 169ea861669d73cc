import { t } from '../../../catalogue/texts.ts';
import { Checkbox } from '../../../components/inputs/field.tsx';
import { useBuilder } from '../builder-state.ts';
import type { DraftField } from '../model/draft.ts';

/** Whether an item and its translations have the value in common. Only in a localised collection, and only fields of the item itself. */
export const SharedControl = ({ field: { id, isShared } }: { readonly field: DraftField }) => {
  const { change, details, fields } = useBuilder();
  const isTopLevel = fields.value.some((each) => each.id === id);
  if (!isTopLevel || !details.value.localized) return null;
  return (
    <Checkbox
      label={t.fieldOptions.shared}
      hint={t.fieldOptions.sharedHint}
      checked={isShared}
      onChange={(checked) => change(id, { isShared: checked })}
    />
  );
};

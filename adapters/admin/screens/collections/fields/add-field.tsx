import { useContext, useState } from 'preact/hooks';
import type { FieldType } from '../../../../../contracts/client/vocabulary.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { TextField } from '../../../components/inputs/field.tsx';
import { RadioGroup } from '../../../components/inputs/radio-group.tsx';
import { InBlock } from '../builder-state.ts';
import { newField, type DraftField } from '../model/draft.ts';
import { typesFor } from '../model/field-types.ts';
import { fieldKeyFrom } from '../model/names.ts';

interface AddFieldProps {
  /** Asks for a type of block, which has no type of field. */
  readonly isBlock: boolean;
  /** The keys of the other fields. */
  readonly taken: readonly string[];
  readonly onAdd: (field: DraftField) => void;
  readonly onClose: () => void;
}

const formId = 'add-field';

export const keyOfBlock = 'The “type” of such blocks in the API.';

/** Asks for the label, the key and the type of a new field. */
export const AddField = ({ isBlock, taken, onAdd, onClose }: AddFieldProps) => {
  const [title, setTitle] = useState('');
  const [ownKey, setOwnKey] = useState<string>();
  const [type, setType] = useState<FieldType>(isBlock ? 'object' : 'string');
  const isInBlock = useContext(InBlock);
  const [error, setError] = useState<string>();
  const key = ownKey ?? fieldKeyFrom(title);

  const add = (): void => {
    const mistake =
      key === ''
        ? `Give the ${isBlock ? 'type' : 'field'} a key.`
        : taken.includes(key)
          ? `Another ${isBlock ? 'type' : 'field'} has this key. Choose another one.`
          : undefined;
    setError(mistake);
    if (mistake !== undefined) {
      document.getElementById(`${formId}-key`)?.focus();
      return;
    }
    onClose();
    onAdd(newField(type, key, title));
  };

  return (
    <Dialog
      title={isBlock ? 'Add a type of block' : 'Add a field'}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" attributes={{ form: formId }}>
            Add
          </Button>
        </>
      }
    >
      <form
        id={formId}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <div class="field-pair">
          <TextField
            label="Label"
            hint={`What editors see, such as “${isBlock ? 'Quote' : 'Reading time'}”.`}
            value={title}
            attributes={{ autoFocus: true }}
            onInput={setTitle}
          />
          <TextField
            id={`${formId}-key`}
            label="Key"
            hint={isBlock ? keyOfBlock : 'The name of the value in the API.'}
            required
            value={key}
            error={error}
            attributes={{ autoCapitalize: 'off', spellcheck: false }}
            onInput={setOwnKey}
          />
        </div>
        {(isBlock ? [] : typesFor(isInBlock)).map(({ name, types }) => (
          <RadioGroup
            key={name}
            name={`${formId}-type`}
            label={name}
            columns
            choices={types.map(({ type: value, name: label, hint, icon }) => ({
              value,
              label,
              hint,
              icon,
            }))}
            value={type}
            onChange={setType}
          />
        ))}
      </form>
    </Dialog>
  );
};

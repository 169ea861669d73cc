import { useContext, useState } from 'preact/hooks';
import type { FieldType } from '../../../../../contracts/client/vocabulary.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { TextField } from '../../../components/inputs/field.tsx';
import { RadioGroup } from '../../../components/inputs/radio-group.tsx';
import { InBlock } from '../builder-state.ts';
import { newField, type DraftField } from '../model/draft.ts';
import { typesFor } from '../model/field-types.ts';
import {
  freeKey,
  isReadyGroup,
  newReadyGroup,
  readyGroupChoices,
  type ReadyGroupName,
} from '../model/ready-groups.ts';
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

export const keyOfBlock = t.fieldOptions.blockKeyHint;

/** Asks for the label, the key and the type of a new field, or for a group of fields. */
export const AddField = ({ isBlock, taken, onAdd, onClose }: AddFieldProps) => {
  const [ownTitle, setTitle] = useState<string>();
  const [ownKey, setOwnKey] = useState<string>();
  const [type, setType] = useState<FieldType | ReadyGroupName>(isBlock ? 'object' : 'string');
  const isInBlock = useContext(InBlock);
  const [error, setError] = useState<string>();
  const group = isReadyGroup(type) ? type : undefined;
  const title = ownTitle ?? (group === undefined ? '' : t.readyGroups[group].title);
  const proposedKey =
    group !== undefined && ownTitle === undefined ? freeKey(group, taken) : fieldKeyFrom(title);
  const key = ownKey ?? proposedKey;

  const add = (): void => {
    const mistake =
      key === ''
        ? isBlock
          ? t.fieldOptions.typeKeyNeeded
          : t.fieldOptions.keyNeeded
        : taken.includes(key)
          ? isBlock
            ? t.fieldOptions.typeKeyTakenChoose
            : t.fieldOptions.keyTakenChoose
          : undefined;
    setError(mistake);
    if (mistake !== undefined) {
      document.getElementById(`${formId}-key`)?.focus();
      return;
    }
    onClose();
    onAdd(isReadyGroup(type) ? newReadyGroup(type, key, title) : newField(type, key, title));
  };

  return (
    <Dialog
      title={isBlock ? t.fieldOptions.addBlockTitle : t.fieldOptions.addFieldTitle}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button kind="primary" type="submit" attributes={{ form: formId }}>
            {t.common.add}
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
            label={t.fieldOptions.label}
            hint={isBlock ? t.fieldOptions.blockLabelHint : t.fieldOptions.fieldLabelHint}
            value={title}
            attributes={{ autoFocus: true }}
            onInput={setTitle}
          />
          <TextField
            id={`${formId}-key`}
            label={t.fieldOptions.key}
            hint={isBlock ? keyOfBlock : t.fieldOptions.keyHint}
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
            value={isReadyGroup(type) ? undefined : type}
            onChange={setType}
          />
        ))}
        {!isBlock && (
          <RadioGroup
            name={`${formId}-type`}
            label={t.readyGroups.title}
            columns
            choices={readyGroupChoices}
            value={group}
            onChange={setType}
          />
        )}
      </form>
    </Dialog>
  );
};

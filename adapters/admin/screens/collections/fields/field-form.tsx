import { useContext } from 'preact/hooks';
import { shapeOf, type FieldType } from '../../../../../contracts/client/vocabulary.ts';
import { t } from '../../../catalogue/texts.ts';
import { Checkbox, SelectField, TextField } from '../../../components/inputs/field.tsx';
import { controlId, InBlock, useBuilder } from '../builder-state.ts';
import { keyOfBlock } from './add-field.tsx';
import { Constraints } from './constraints.tsx';
import styles from './field-form.module.css';
import { FieldList, type FieldFormProps } from './field-list.tsx';
import { IndexControls } from './index-controls.tsx';
import { FormPart } from './form-part.tsx';
import { HintField, InForm } from './in-form.tsx';
import { hasSearch, SearchControl } from './search-control.tsx';
import { SharedControl } from './shared-control.tsx';
import { useIssue } from '../use-issue.ts';
import { readChoices, showChoices } from '../model/choices.ts';
import { newField, type DraftField } from '../model/draft.ts';
import { typesFor } from '../model/field-types.ts';

/** Everything about one field. */
export const FieldForm = ({ field, siblings }: FieldFormProps) => {
  const { change } = useBuilder();
  const { id, key, savedKey, isRequired } = field;
  const keyHint =
    savedKey === undefined || savedKey === key
      ? t.fieldOptions.keyHint
      : t.fieldOptions.keyChanged(savedKey);
  return (
    <div class="stack">
      <Names field={field} siblings={siblings} keyHint={keyHint} />
      <Checkbox
        label={t.fieldOptions.required}
        hint={t.fieldOptions.requiredHint}
        checked={isRequired}
        onChange={(checked) => change(id, { isRequired: checked })}
      />
      <SharedControl field={field} />
      <ValueForm field={field} />
      <SearchAndIndex field={field} />
      <InForm field={field} />
    </div>
  );
};

interface NamesProps extends FieldFormProps {
  readonly isBlock?: boolean;
  readonly keyHint: string;
}

const Names = ({ field, siblings, isBlock = false, keyHint }: NamesProps) => {
  const { change } = useBuilder();
  const issueOf = useIssue(field);
  const { id, key, title } = field;
  const isTaken = siblings.some((other) => other.id !== id && other.key === key);
  const keyTaken = isBlock ? t.fieldOptions.blockKeyTaken : t.fieldOptions.keyTaken;
  return (
    <div class="field-pair">
      <TextField
        id={controlId(id, 'title')}
        label={t.fieldOptions.label}
        hint={t.fieldOptions.labelHint}
        value={title}
        error={issueOf('title')}
        onInput={(value) => change(id, { title: value })}
      />
      <TextField
        id={controlId(id, 'key')}
        label={t.fieldOptions.key}
        hint={keyHint}
        required
        value={key}
        error={issueOf('key') ?? (isTaken ? keyTaken : undefined)}
        attributes={{ autoCapitalize: 'off', spellcheck: false }}
        onInput={(value) => change(id, { key: value })}
      />
    </div>
  );
};

/** How the search and queries find items by a field. */
const SearchAndIndex = ({ field }: { readonly field: DraftField }) => {
  const { indexable } = useBuilder();
  const { id, searchable, indexed, unique } = field;
  if (!hasSearch(field) && !indexable.value.has(id)) return null;
  return (
    <FormPart
      name={t.fieldOptions.searchAndIndex}
      isSet={searchable !== undefined || indexed || unique}
    >
      <SearchControl field={field} />
      <IndexControls field={field} />
    </FormPart>
  );
};

/** The names and the fields of a type of block. */
const BlockForm = ({ field, siblings }: FieldFormProps) => (
  <div class="stack">
    <Names field={field} siblings={siblings} isBlock keyHint={keyOfBlock} />
    <InBlock.Provider value>
      <FieldList fields={field.fields} group={field} Form={FieldForm} />
    </InBlock.Provider>
  </div>
);

const optionsFor = (isInBlock: boolean) =>
  typesFor(isInBlock).flatMap(({ types }) =>
    types.map(({ type, name }) => ({ value: type, label: name })),
  );

const readType = (value: string): FieldType =>
  optionsFor(false).find((option) => option.value === value)?.value ?? 'string';

/** What a field and the entries of a list have in common: the type and its constraints. */
const ValueForm = ({ field }: { readonly field: DraftField }) => {
  const { change } = useBuilder();
  const issueOf = useIssue(field);
  const isInBlock = useContext(InBlock);
  const { id, type, choices, fields, blocks } = field;
  const changeType = (next: FieldType): void =>
    change(id, {
      type: next,
      choices: readChoices(showChoices(choices), choices, shapeOf[next]),
      defaultText: undefined,
    });
  return (
    <>
      <SelectField
        id={controlId(id, 'type')}
        label={t.common.type}
        value={type}
        options={optionsFor(isInBlock)}
        error={issueOf('type')}
        onChange={(value) => changeType(readType(value))}
      />
      <Constraints field={field} />
      {type === 'array' && <Entries field={field} />}
      {type === 'object' && (
        <fieldset class={styles.inner}>
          <legend>{t.fieldOptions.groupFields}</legend>
          <FieldList fields={fields} group={field} Form={FieldForm} />
        </fieldset>
      )}
      {type === 'blocks' && (
        <fieldset class={styles.inner}>
          <legend>{t.fieldOptions.blockTypes}</legend>
          <FieldList fields={blocks} group={field} Form={BlockForm} />
        </fieldset>
      )}
    </>
  );
};

/** The type of the entries of a list. */
const Entries = ({ field: { id, items } }: { readonly field: DraftField }) => {
  const { change } = useBuilder();
  return (
    <fieldset class={styles.inner}>
      <legend>{t.fieldOptions.entries}</legend>
      <div class="stack">
        <Checkbox
          label={t.fieldOptions.entriesTyped}
          hint={t.fieldOptions.entriesTypedHint}
          checked={items !== undefined}
          onChange={(checked) => change(id, { items: checked ? newField('string') : undefined })}
        />
        {items !== undefined && (
          <>
            <ValueForm field={items} />
            <HintField field={items} />
            <SearchControl field={items} />
          </>
        )}
      </div>
    </fieldset>
  );
};

import { useContext } from 'preact/hooks';
import { shapeOf, type FieldType } from '../../../../../contracts/client/vocabulary.ts';
import { Checkbox, Field, SelectField, TextField } from '../../../components/inputs/field.tsx';
import { controlId, InBlock, useBuilder } from '../builder-state.ts';
import { keyOfBlock } from './add-field.tsx';
import { Constraints } from './constraints.tsx';
import { DefaultControl } from './default-control.tsx';
import styles from './field-form.module.css';
import { FieldList, type FieldFormProps } from './field-list.tsx';
import { IndexControls } from './index-controls.tsx';
import { SearchControl } from './search-control.tsx';
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
      ? 'The name of the value in the API.'
      : `Values that are stored under “${savedKey}” stay there: this field does not show them.`;
  return (
    <div class="stack">
      <Names field={field} siblings={siblings} thing="field" keyHint={keyHint} />
      <Checkbox
        label="Required"
        hint="Items without a value cannot be published. Drafts can be saved."
        checked={isRequired}
        onChange={(checked) => change(id, { isRequired: checked })}
      />
      <ValueForm field={field} />
      <DefaultControl field={field} />
      <SearchControl field={field} />
      <IndexControls field={field} />
      <FormHelp field={field} />
    </div>
  );
};

interface NamesProps extends FieldFormProps {
  readonly thing: 'field' | 'type of block';
  readonly keyHint: string;
}

const Names = ({ field, siblings, thing, keyHint }: NamesProps) => {
  const { change } = useBuilder();
  const issueOf = useIssue(field);
  const { id, key, title } = field;
  const isTaken = siblings.some((other) => other.id !== id && other.key === key);
  return (
    <div class="field-pair">
      <TextField
        id={controlId(id, 'title')}
        label="Label"
        hint="What editors see. Empty: the key."
        value={title}
        error={issueOf('title')}
        onInput={(value) => change(id, { title: value })}
      />
      <TextField
        id={controlId(id, 'key')}
        label="Key"
        hint={keyHint}
        required
        value={key}
        error={issueOf('key') ?? (isTaken ? `Another ${thing} has this key.` : undefined)}
        attributes={{ autoCapitalize: 'off', spellcheck: false }}
        onInput={(value) => change(id, { key: value })}
      />
    </div>
  );
};

/** Where the form shows a field, and what it advises. */
const FormHelp = ({ field }: { readonly field: DraftField }) => {
  const { change } = useBuilder();
  const issueOf = useIssue(field);
  const { id, group, help } = field;
  return (
    <div class="field-pair">
      <TextField
        id={controlId(id, 'group')}
        label="Group in the form"
        hint="Fields with the same group are shown together."
        value={group}
        error={issueOf('group')}
        onInput={(value) => change(id, { group: value })}
      />
      <Field
        id={controlId(id, 'help')}
        label="Advice"
        hint="For editors, when a sentence is not enough."
        error={issueOf('help')}
      >
        {(control) => (
          <textarea
            {...control}
            class="input"
            dir="auto"
            rows={2}
            value={help}
            onInput={({ currentTarget: { value } }) => change(id, { help: value })}
          />
        )}
      </Field>
    </div>
  );
};

/** The names and the fields of a type of block. */
const BlockForm = ({ field, siblings }: FieldFormProps) => (
  <div class="stack">
    <Names field={field} siblings={siblings} thing="type of block" keyHint={keyOfBlock} />
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
  const { id, type, choices, description, fields, blocks } = field;
  const changeType = (next: FieldType): void =>
    change(id, {
      type: next,
      choices: readChoices(showChoices(choices), choices, shapeOf[next]),
      defaultText: undefined,
    });
  return (
    <>
      <div class="field-pair">
        <SelectField
          id={controlId(id, 'type')}
          label="Type"
          value={type}
          options={optionsFor(isInBlock)}
          error={issueOf('type')}
          onChange={(value) => changeType(readType(value))}
        />
        <TextField
          id={controlId(id, 'description')}
          label="Hint"
          hint="A sentence below the field."
          value={description}
          error={issueOf('description')}
          onInput={(value) => change(id, { description: value })}
        />
      </div>
      <Constraints field={field} />
      {type === 'array' && <Entries field={field} />}
      {type === 'object' && (
        <fieldset class={styles.inner}>
          <legend>Fields of the group</legend>
          <FieldList fields={fields} group={field} Form={FieldForm} />
        </fieldset>
      )}
      {type === 'blocks' && (
        <fieldset class={styles.inner}>
          <legend>Types of blocks</legend>
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
      <legend>Entries</legend>
      <div class="stack">
        <Checkbox
          label="Entries have a type"
          hint="Without one, an entry can be any value."
          checked={items !== undefined}
          onChange={(checked) => change(id, { items: checked ? newField('string') : undefined })}
        />
        {items !== undefined && (
          <>
            <ValueForm field={items} />
            <SearchControl field={items} />
          </>
        )}
      </div>
    </fieldset>
  );
};

import { shapeOf, type FieldType } from '../../../../../contracts/client/vocabulary.ts';
import { Checkbox, SelectField, TextField } from '../../../components/inputs/field.tsx';
import { controlId, useBuilder } from '../builder-state.ts';
import { Constraints } from './constraints.tsx';
import { DefaultControl } from './default-control.tsx';
import styles from './field-form.module.css';
import { FieldList, type FieldFormProps } from './field-list.tsx';
import { useIssue } from '../use-issue.ts';
import { readChoices, showChoices } from '../model/choices.ts';
import { newField, type DraftField } from '../model/draft.ts';
import { typeGroups, typeName } from '../model/field-types.ts';

/** Everything about one field. */
export const FieldForm = ({ field, siblings }: FieldFormProps) => {
  const { change } = useBuilder();
  const issueOf = useIssue(field);
  const { id, key, savedKey, title, isRequired } = field;
  const isTaken = siblings.some((other) => other.id !== id && other.key === key);
  const keyHint =
    savedKey === undefined || savedKey === key
      ? 'The name of the value in the API.'
      : `Values that are stored under “${savedKey}” stay there: this field does not show them.`;
  return (
    <div class="stack">
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
          error={issueOf('key') ?? (isTaken ? 'Another field has this key.' : undefined)}
          attributes={{ autoCapitalize: 'off', spellcheck: false }}
          onInput={(value) => change(id, { key: value })}
        />
      </div>
      <Checkbox
        label="Required"
        hint="Items without a value cannot be published. Drafts can be saved."
        checked={isRequired}
        onChange={(checked) => change(id, { isRequired: checked })}
      />
      <ValueForm field={field} />
      <DefaultControl field={field} />
    </div>
  );
};

const typeOptions = typeGroups.flatMap(({ types }) =>
  types.map(({ type, name }) => ({ value: type, label: name })),
);

/** A field of a type without a form stays as it is. */
const optionsFor = (type: FieldType) =>
  typeOptions.some(({ value }) => value === type)
    ? typeOptions
    : [...typeOptions, { value: type, label: typeName(type) }];

const readType = (value: string): FieldType =>
  typeOptions.find((option) => option.value === value)?.value ?? 'string';

/** What a field and the entries of a list have in common: the type and its constraints. */
const ValueForm = ({ field }: { readonly field: DraftField }) => {
  const { change } = useBuilder();
  const issueOf = useIssue(field);
  const { id, type, choices, description, fields } = field;
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
          options={optionsFor(type)}
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
        {items !== undefined && <ValueForm field={items} />}
      </div>
    </fieldset>
  );
};

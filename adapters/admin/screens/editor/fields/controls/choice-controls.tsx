import { useId } from 'preact/hooks';
import { t } from '../../../../catalogue/texts.ts';
import { Button } from '../../../../components/button.tsx';
import { Checkbox } from '../../../../components/inputs/field.tsx';
import styles from './choice-controls.module.css';
import { controlId, useIssue, useValue, type ControlProps } from '../field-form.ts';
import { hintWithHelp, SchemaField } from '../schema-field.tsx';

type Choice = string | number;

/** The choices of the schema, and a stored value that is no longer one of them. */
const choicesOf = ({ field }: ControlProps, chosen: readonly Choice[]): readonly Choice[] => [
  ...(field.enum ?? []),
  ...chosen.filter((each) => field.enum?.includes(each) !== true),
];

const asChoice = (value: unknown): readonly Choice[] =>
  typeof value === 'string' || typeof value === 'number' ? [value] : [];

/** Removes the value of a field. Not for a required one, and not for entries of lists, which can be removed. */
const ClearButton = ({ form, path, label, required }: ControlProps) =>
  form.isReadOnly || required || typeof path.at(-1) !== 'string' ? null : (
    <div>
      <Button
        kind="quiet"
        label={t.fields.clearField(label)}
        onClick={() => {
          form.write(path, undefined);
          document.getElementById(controlId(path))?.focus();
        }}
      >
        {t.fields.clear}
      </Button>
    </div>
  );

export const CheckboxControl = (props: ControlProps) => {
  const { form, field, path, label } = props;
  const value = useValue(props);
  const error = useIssue(props);
  return (
    <div id={controlId(path)} tabIndex={-1}>
      <Checkbox
        label={label}
        hint={hintWithHelp(field, field.description)}
        checked={value === true}
        disabled={form.isReadOnly}
        onChange={(checked) => form.write(path, checked)}
      />
      {typeof value === 'boolean' && <ClearButton {...props} />}
      {error !== undefined && <p class="error">{error}</p>}
    </div>
  );
};

export const SelectControl = (props: ControlProps) => {
  const { form, path } = props;
  const chosen = asChoice(useValue(props));
  const choices = choicesOf(props, chosen);
  return (
    <SchemaField props={props}>
      {(control) => (
        <select
          {...control}
          class="input"
          dir="auto"
          disabled={form.isReadOnly}
          onChange={(event) => form.write(path, choices[event.currentTarget.selectedIndex - 1])}
        >
          <option selected={chosen.length === 0}>{t.fields.choices.none}</option>
          {choices.map((choice) => (
            <option key={`${typeof choice}-${choice}`} selected={chosen.includes(choice)}>
              {choice}
            </option>
          ))}
        </select>
      )}
    </SchemaField>
  );
};

interface GroupProps {
  readonly props: ControlProps;
  readonly type: 'radio' | 'checkbox';
  readonly chosen: readonly Choice[];
  readonly onChange: (choice: Choice, isChosen: boolean) => void;
}

const Group = ({ props, type, chosen, onChange }: GroupProps) => {
  const { form, field, path, label, required } = props;
  const name = useId();
  const error = useIssue(props, true);
  const hint = hintWithHelp(field, field.description);
  const id = controlId(path);
  return (
    <fieldset
      class={styles.choices}
      id={id}
      tabIndex={-1}
      disabled={form.isReadOnly}
      aria-describedby={hint === undefined ? undefined : `${id}-hint`}
    >
      <legend class="label" dir="auto">
        {label}
        {required && <span class="required"> {t.components.required}</span>}
      </legend>
      {choicesOf(props, chosen).map((choice) => (
        <label class="checkbox" key={`${typeof choice}-${choice}`}>
          <input
            type={type as 'checkbox'}
            name={name}
            checked={chosen.includes(choice)}
            onChange={(event) => onChange(choice, event.currentTarget.checked)}
          />
          <span dir="auto">{choice}</span>
        </label>
      ))}
      {type === 'radio' && chosen.length > 0 && <ClearButton {...props} />}
      {hint !== undefined && (
        <p class="hint" dir="auto" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && <p class="error">{error}</p>}
    </fieldset>
  );
};

export const RadioControl = (props: ControlProps) => (
  <Group
    props={props}
    type="radio"
    chosen={asChoice(useValue(props))}
    onChange={(choice) => props.form.write(props.path, choice)}
  />
);

export const ChoicesControl = (props: ControlProps) => {
  const { form, path } = props;
  const value = useValue(props);
  const chosen = (Array.isArray(value) ? value : []).flatMap(asChoice);
  return (
    <Group
      props={props}
      type="checkbox"
      chosen={chosen}
      onChange={(choice, isChosen) => {
        const next = isChosen ? [...chosen, choice] : chosen.filter((each) => each !== choice);
        // Without a choice the field has no value; an entry of a list stays in its place.
        form.write(path, next.length === 0 && typeof path.at(-1) === 'string' ? undefined : next);
      }}
    />
  );
};

import { useId } from 'preact/hooks';
import styles from './checkbox-group.module.css';
import { Checkbox, type Option } from './field.tsx';

export interface CheckboxGroupProps {
  readonly label: string;
  readonly hint?: string;
  /** What is wrong with the values, and what to do. */
  readonly error?: string | undefined;
  /** The id of the group, for links of the error summary. */
  readonly id?: string | undefined;
  readonly options: readonly Option[];
  readonly values: readonly string[];
  /** @param values in the order of the options. */
  readonly onChange: (values: readonly string[]) => void;
}

/** A choice of several. */
export const CheckboxGroup = ({
  label,
  hint,
  error,
  id: givenId,
  options,
  values,
  onChange,
}: CheckboxGroupProps) => {
  const generated = useId();
  const id = givenId ?? generated;
  const described = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ].join(' ');
  const change = (value: string, isChecked: boolean): void => {
    const chosen = options.filter((option) =>
      option.value === value ? isChecked : values.includes(option.value),
    );
    onChange(chosen.map((option) => option.value));
  };
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      class={styles.group}
      aria-describedby={described === '' ? undefined : described}
    >
      <legend dir="auto">{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          checked={values.includes(option.value)}
          onChange={(isChecked) => change(option.value, isChecked)}
        />
      ))}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`} dir="auto">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="error" id={`${id}-error`} dir="auto">
          {error}
        </p>
      )}
    </fieldset>
  );
};
